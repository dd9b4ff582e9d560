// Decides which filters a qualification takes, and what they narrow the search to.

import { conditionsOf } from "../../lib/filter-conditions";
import { err, ok, type Result } from "../../lib/result";
import { CAMPAIGN_TYPES } from "../../model/campaign-types";
import type { Filter } from "../../model/filter";
import type { Fields } from "../filters/fields";
import { checkFilter, type FilterDefect, meets } from "../filters/filter";
import { type CandidateKind, RESOURCE_TYPES } from "./kinds";

const NAMES = [
  "category_id",
  "campaign_id",
  "campaign_type",
  "resource_id",
  "resource_type",
  "voucher_type",
  "code",
  "holder_role",
];

/** What a filter may ask of a candidate. */
export const CANDIDATE_FIELDS: Fields = {
  named: new Map(NAMES.map((name) => [name, [name]])),
  open: [],
};

/** Fields whose values are a fixed set of words, which therefore always have a value. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["campaign_type", CAMPAIGN_TYPES],
  ["resource_type", RESOURCE_TYPES],
  ["holder_role", ["OWNER", "REFERRER", "REFEREE"]],
]);

const COMPARING = ["$is", "$is_not", "$in", "$not_in"];
const ASKING = ["$has_value", "$is_unknown"];

const listed = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : [values]);

/** The first thing wrong with the conditions of one field. */
function defectOf(field: string, node: unknown): FilterDefect | null {
  const words = WORDS.get(field);
  const operators = words ? COMPARING : [...COMPARING, ...ASKING];
  for (const [operator, values] of Object.entries(conditionsOf(node) ?? {})) {
    if (!operators.includes(operator)) {
      return { field, reason: `takes the operators [ ${operators.join(", ")} ] only` };
    }
    const strange = words && listed(values).some((value) => !words.includes(String(value)));
    if (strange) {
      return {
        field,
        reason: `must be equal to one of the allowed values [ ${words.join(", ")} ]`,
      };
    }
  }
  return null;
}

/**
 * Checks the filters of a request (contract, "POST /client/v1/qualifications"). Out: a plain copy,
 * or null where no field is named. Refuses unknown fields and operators, and words that a field has
 * not.
 */
export function checkedFilters(sent: Filter): Result<Filter | null, FilterDefect> {
  if (Object.keys(sent).every((name) => name === "junction")) return ok(null);
  const checked = checkFilter(CANDIDATE_FIELDS, sent);
  if (!checked.ok) return checked;
  const { junction: _, ...nodes } = checked.value;
  for (const [field, node] of Object.entries(nodes)) {
    const defect = defectOf(field, node);
    if (defect) return err(defect);
  }
  return checked;
}

const isOr = ({ junction }: Filter): boolean => String(junction).toLowerCase() === "or";

const CLOCK = { now: 0, timeZone: "UTC" };

/** Whether a candidate of this kind can meet the filters, whatever else is true of it. */
export function admitsKind(filters: Filter | null, kind: CandidateKind): boolean {
  if (filters === null || isOr(filters)) return true;
  const { resource_type, campaign_type } = filters;
  const asked = {
    ...(resource_type !== undefined && { resource_type }),
    ...(campaign_type !== undefined && { campaign_type }),
  };
  if (Object.keys(asked).length === 0) return true;
  return meets(CANDIDATE_FIELDS, { junction: "and", ...asked }, { ...kind }, CLOCK);
}

/** Every value that the filters compare a field with, whichever way. */
export function comparedValues(filters: Filter | null, field: string): string[] {
  const conditions = conditionsOf(filters?.[field]) ?? {};
  return COMPARING.filter((operator) => Object.hasOwn(conditions, operator)).flatMap((operator) =>
    listed(conditions[operator]).map(String),
  );
}

/** The values that a field must have one of; null where the filters leave it open. */
export function namedValues(filters: Filter | null, field: string): string[] | null {
  if (filters === null || isOr(filters)) return null;
  const conditions = conditionsOf(filters[field]) ?? {};
  const asked = ["$is", "$in"].find((operator) => Object.hasOwn(conditions, operator));
  return asked === undefined ? null : listed(conditions[asked]).map(String);
}
