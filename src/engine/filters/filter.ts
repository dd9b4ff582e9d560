// Decides whether a filter may be saved, and whether a customer, a product or a SKU meets one.

import { conditionsOf } from "../../lib/filter-conditions";
import { isRecord } from "../../lib/json-value";
import { err, ok, type Result } from "../../lib/result";
import type { Filter } from "../../model/filter";
import { evaluateConditions } from "../rules/conditions";
import { checkConditions, shown } from "../rules/define-conditions";
import { type Clock, known, type Reading } from "../rules/facts";
import { type Fields, pathOf } from "./fields";

const MAX_FIELDS = 100;
const MAX_CHARACTERS = 20_000;
const JUNCTIONS: ReadonlySet<string> = new Set(["and", "or"]);

/** Why a filter is refused: the field, or nothing where it is the filter as a whole. */
export interface FilterDefect {
  field: string | null;
  reason: string;
}

const defect = (field: string | null, reason: string) => err<FilterDefect>({ field, reason });

function checkField(fields: Fields, name: string, node: unknown): Result<unknown, FilterDefect> {
  const field = shown(name);
  if (pathOf(fields, name) === null) return defect(field, "is not a field that can be filtered by");
  if (!isRecord(node)) return defect(field, "must be an object with 'conditions'");
  const conditions = checkConditions(field, field, conditionsOf(node) ?? node.conditions);
  if (!conditions.ok) return defect(field, `is refused: ${conditions.error.reason}`);
  if (Object.keys(conditions.value).length === 0) return defect(field, "must have a condition");
  return ok({ conditions: conditions.value });
}

/**
 * Checks a filter when it is saved (reference service, product collections and segments). In: what
 * was sent, and the fields it may name. Out: a plain copy with its junction. Refuses unknown fields
 * and operators, values an operator does not take, and a filter that asks for nothing, since it
 * would let all through.
 */
export function checkFilter(fields: Fields, sent: Filter): Result<Filter, FilterDefect> {
  const { junction = "and", ...nodes } = sent;
  if (typeof junction !== "string" || !JUNCTIONS.has(junction.toLowerCase())) {
    return defect("junction", "must be equal to one of the allowed values [ and, or ]");
  }
  const names = Object.keys(nodes);
  if (names.length === 0) return defect(null, "must name a field");
  if (names.length > MAX_FIELDS)
    return defect(null, `must NOT have more than ${MAX_FIELDS} fields`);
  const copy: Filter = { junction };
  for (const name of names) {
    const checked = checkField(fields, name, nodes[name]);
    if (!checked.ok) return checked;
    copy[name] = checked.value;
  }
  if (JSON.stringify(copy).length > MAX_CHARACTERS) {
    return defect(null, `must NOT have more than ${MAX_CHARACTERS} characters`);
  }
  return ok(copy);
}

/**
 * What a field holds; a SKU's attributes are the list of their values, as a product's are a list.
 */
function read(thing: unknown, path: readonly string[]): Reading {
  const found = path.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : null),
    thing,
  );
  if (found === null || found === undefined) {
    return { known: false, missing: path.join("."), answerable: true };
  }
  const value = path[0] === "attributes" && isRecord(found) ? Object.values(found) : found;
  return path.at(-1) === "source_id" ? { ...known(value), isIdentity: true } : known(value);
}

/**
 * Whether the thing, as it goes over the wire, meets a filter that was checked. A field without a
 * value meets `$is_unknown` alone, not even `$is_not`: what is unknown stays so when negated.
 */
export function meets(fields: Fields, filter: Filter, thing: unknown, clock: Clock): boolean {
  const { junction, ...nodes } = filter;
  const holds = ([name, node]: [string, unknown]): boolean => {
    const path = pathOf(fields, name);
    if (path === null || !isRecord(node) || !isRecord(node.conditions)) return false;
    return evaluateConditions(node.conditions, read(thing, path), clock, null).truth === true;
  };
  const all = Object.entries(nodes);
  return String(junction).toLowerCase() === "or"
    ? all.some(holds)
    : all.length > 0 && all.every(holds);
}
