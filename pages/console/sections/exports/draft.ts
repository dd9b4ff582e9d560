import { isBare, type KindName, kindOf, OPERATORS } from "./kinds";

export interface FilterDraft {
  id: number;
  field: string;
  operator: string;
  value: string;
}

/** An export as somebody writes it. */
export interface Draft {
  kind: KindName;
  order: string;
  /** Null means the usual ones. */
  fields: readonly string[] | null;
  metadata: string;
  campaign: string;
  junction: "and" | "or";
  filters: readonly FilterDraft[];
}

export const draftFor = (kind: KindName, campaign = ""): Draft => ({
  kind,
  order: "",
  fields: null,
  metadata: "",
  campaign,
  junction: "and",
  filters: [],
});

let last = 0;

/** A filter by the first field, for somebody to change. */
export function filterFor(kind: KindName): FilterDraft {
  const [field = "", type = "text"] = Object.entries(kindOf(kind).filters)[0] ?? [];
  return { id: ++last, field, operator: OPERATORS[type][0], value: "" };
}

export const isMissing = ({ operator, value }: FilterDraft): boolean =>
  !isBare(operator) && value.trim() === "";

export const isComplete = ({ filters, fields, metadata }: Draft): boolean =>
  !filters.some(isMissing) && (fields === null || fields.length > 0 || metadata.trim() !== "");

/** Several conditions on one field stand together. */
function conditionsOf(filters: readonly FilterDraft[]) {
  const byField = new Map<string, Record<string, string[]>>();
  for (const { field, operator, value } of filters) {
    const conditions = byField.get(field) ?? {};
    const values = conditions[operator] ?? [];
    const added = isBare(operator) ? ["true"] : [value.trim()];
    byField.set(field, { ...conditions, [operator]: [...values, ...added] });
  }
  return Object.fromEntries([...byField].map(([field, conditions]) => [field, { conditions }]));
}

const keysOf = (metadata: string): string[] =>
  metadata.split(",").flatMap((key) => (key.trim() ? [`metadata.${key.trim()}`] : []));

/** The body that makes the export of a complete draft. */
export function bodyOf({ kind, order, fields, metadata, campaign, junction, filters }: Draft) {
  const keys = keysOf(metadata);
  const columns = [...(fields ?? kindOf(kind).usual), ...keys];
  const conditions = conditionsOf(filters);
  return {
    exported_object: kind,
    parameters: {
      ...(order && { order }),
      ...((fields !== null || keys.length > 0) && { fields: columns }),
      ...(kind === "voucher" && campaign.trim() && { campaign_id: campaign.trim() }),
      ...(filters.length > 0 && { filters: { junction, ...conditions } }),
    },
  };
}
