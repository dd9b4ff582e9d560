// Decides whether a list can be filtered as was asked.

import type { FilterDefect } from "../engine/filters/filter";
import { DATE_OPERATORS } from "../engine/rules/date-operators";
import { shown } from "../engine/rules/define-conditions";
import { OPERATORS } from "../engine/rules/operators";
import { ApiError } from "../errors";
import { conditionsOf } from "../lib/filter-conditions";
import { toNumber } from "../lib/json-value";
import { err, ok, type Result } from "../lib/result";
import type { Filter } from "../model/filter";
import { spanOf } from "./date-span";
import { fieldNamed, type Kind, type ListField, type ListFields } from "./fields";

/** What one condition of a filter asks of a field. */
export interface Asked {
  name: string;
  field: ListField;
  key: string | null;
  operator: string;
  values: readonly string[];
  /** What the worker decides by in place of the values: the locations that they name. */
  operands?: readonly unknown[];
}

/** A filter that was checked: its fields, each with all of its conditions. */
export interface Wanted {
  isOr: boolean;
  fields: readonly (readonly Asked[])[];
}

/** Each condition is a piece of the statement, whose length the database bounds. */
const MOST_CONDITIONS = 30;

const COMPARING = ["$is", "$is_not", "$in", "$not_in"];
const ASKING = ["$has_value", "$is_unknown"];
const ORDERING = [
  ...["$more_than", "$more_than_equal", "$more_than_or_equal"],
  ...["$greater_than", "$greater_than_equal", "$greater_than_or_equal"],
  ...["$less_than", "$less_than_equal", "$less_than_or_equal"],
];
const ENDS = ["$starts_with", "$ends_with"];
const PARTS = ["$contains", "$not_contain"];
const SETS = ["$includes", "$intersects", "$not_intersect", "$not_differ"];
const COUNTS = ["$count", "$count_more", "$count_less"];

/** So many days ago, where a date is compared with a number (reference service, lists). */
const AGO: Readonly<Record<string, string>> = {
  $more_than: "$more_than_ago",
  $less_than: "$less_than_ago",
};

/** Where a date is compared with a day, or an instant. */
const ON: ReadonlySet<string> = new Set(["$is", "$in"]);
const ON_SPANS = "$timeframe_absolute";

const DATES = [...DATE_OPERATORS.map(([name]) => name), ...ASKING, ...Object.keys(AGO), ...ON];

const TAKEN: Record<Kind, readonly string[]> = {
  text: [...COMPARING, ...ASKING, ...ENDS, ...PARTS],
  word: [...COMPARING, ...ASKING, ...ENDS],
  number: [...COMPARING, ...ASKING, ...ORDERING],
  date: DATES,
  dates: DATES,
  flag: [...COMPARING, ...ASKING],
  list: [...COMPARING, ...ASKING, ...ENDS, ...PARTS, ...SETS, ...COUNTS],
  json: [...OPERATORS.keys()],
  state: COMPARING,
};

const defect = (field: string | null, reason: string) => err<FilterDefect>({ field, reason });

/** The operators that a field takes. */
export const operatorsOf = ({ kind, states = {} }: ListField): readonly string[] => [
  ...TAKEN[kind],
  ...Object.keys(states),
];

/** An operator as it was sent, and what it means to the field. */
interface Condition {
  sent: string;
  operator: string;
  values: unknown;
}

/** A condition of a date in the words of dates: so many days ago, and a day or an instant. */
function meaningOf({ kind }: ListField, sent: string, values: unknown): Condition {
  const isDated = kind === "date" || kind === "dates";
  if (isDated && ON.has(sent)) {
    return { sent, operator: ON_SPANS, values: [values].flat().map(spanOf) };
  }
  return { sent, operator: (isDated ? AGO[sent] : undefined) ?? sent, values };
}

/** Whether a condition asks for a state of the row, whatever it is sent with. */
export const isState = ({ states = {} }: ListField, operator: string): boolean =>
  Object.hasOwn(states, operator);

/** Why a value is none of the field; null where it is one. */
function strange({ kind, words }: ListField, operator: string, value: string): string | null {
  if (!COMPARING.includes(operator)) return null;
  if (words && !words.includes(value)) {
    return `must be equal to one of the allowed values [ ${words.join(", ")} ]`;
  }
  if (kind === "flag" && value !== "true" && value !== "false") return "must be true or false";
  return kind === "number" && toNumber(value) === null ? "must be a number" : null;
}

/** In a query everything is text; where filters come as JSON, they may be numbers and flags. */
const textOf = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : (value ?? "");

/** True, false and the words of a field go in any case (reference service, `is_referral_code`). */
const written = ({ kind, words = [], called = {} }: ListField, value: unknown): unknown => {
  const text = textOf(value);
  if (typeof text !== "string") return text;
  const lower = text.toLowerCase();
  if (kind === "flag") return lower;
  return called[lower] ?? words.find((each) => each.toLowerCase() === lower) ?? text;
};

function checkValues(
  { field, name }: { field: ListField; name: string },
  { sent, operator, values: given }: Condition,
): Result<string[], FilterDefect> {
  if (isState(field, operator)) return ok([]);
  const rule = OPERATORS.get(operator);
  const about = `operator '${sent}'`;
  if (rule === undefined) return defect(name, `has unknown ${about}`);
  if (rule.isBare && [given].flat().every(rule.accepts)) return ok([""]);
  const values = [given].flat().map((value) => written(field, value));
  if (values.length > rule.most) {
    return defect(name, `has more than ${rule.most} values at ${about}`);
  }
  if (values.length === 0 && !rule.presence) return defect(name, `has no value at ${about}`);
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length < values.length || !texts.every(rule.accepts)) {
    const wants = sent !== operator && operator === ON_SPANS ? "an ISO 8601 date" : rule.wants;
    return defect(name, `is refused: ${about} takes ${wants}`);
  }
  const reason = texts.flatMap((value) => strange(field, operator, value) ?? [])[0];
  return reason === undefined ? ok(texts) : defect(name, reason);
}

function checkField(
  fields: ListFields,
  name: string,
  node: unknown,
): Result<Asked[], FilterDefect> {
  const label = shown(name);
  const found = fieldNamed(fields, name);
  if (found === null) return defect(label, "is not a field that can be filtered by");
  const conditions = conditionsOf(node);
  if (conditions === null) return defect(label, "must be an object with 'conditions' alone");
  const entries = Object.entries(conditions);
  if (entries.length === 0) return defect(label, "must have a condition");
  const taken = operatorsOf(found.field);
  const asked: Asked[] = [];
  for (const [sent, values] of entries) {
    if (!taken.includes(sent)) {
      return defect(label, `does not take '${shown(sent)}' but [ ${taken.join(", ")} ]`);
    }
    const condition = meaningOf(found.field, sent, values);
    const checked = checkValues({ field: found.field, name: label }, condition);
    if (!checked.ok) return checked;
    asked.push({ name, ...found, operator: condition.operator, values: checked.value });
  }
  return ok(asked);
}

/**
 * Checks the filters of a list (reference service, lists). Out: the conditions field by field; null
 * where none are asked for. Refuses unknown fields, operators that a field does not take, and
 * values that its operator does not take.
 */
export function checkFilters(
  fields: ListFields,
  sent: Filter,
): Result<Wanted | null, FilterDefect> {
  const { junction = "and", ...nodes } = sent;
  const isOr = String(junction).toLowerCase() === "or";
  if (!isOr && String(junction).toLowerCase() !== "and") {
    return defect("junction", "must be equal to one of the allowed values [ and, or ]");
  }
  const asked: Asked[][] = [];
  for (const [name, node] of Object.entries(nodes)) {
    const checked = checkField(fields, name, node);
    if (!checked.ok) return checked;
    asked.push(checked.value);
  }
  if (asked.flat().length > MOST_CONDITIONS) {
    return defect(null, `must NOT have more than ${MOST_CONDITIONS} conditions`);
  }
  return ok(asked.length === 0 ? null : { isOr, fields: asked });
}

/** The same for a query, whose defects are refused naming the field (invalid_query_params). */
export function wantedOf(fields: ListFields, sent: Filter | undefined): Wanted | null {
  const checked = checkFilters(fields, sent ?? {});
  if (checked.ok) return checked.value;
  const { field, reason } = checked.error;
  throw new ApiError("invalid_query_params", {
    details: `Property .filters${field === null ? "" : `.${field}`} ${reason}`,
  });
}

/** The same as a filter that is decided in memory; null where nothing is asked for. */
export function plainFilter(fields: ListFields, sent: Filter | undefined): Filter | undefined {
  const wanted = wantedOf(fields, sent);
  if (wanted === null) return undefined;
  const nodes = wanted.fields.map((conditions): [string, unknown] => [
    conditions[0]?.name ?? "",
    { conditions: Object.fromEntries(conditions.map((each) => [each.operator, each.values])) },
  ]);
  return { junction: wanted.isOr ? "or" : "and", ...Object.fromEntries(nodes) };
}
