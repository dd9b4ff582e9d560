// Decides how the filters of a list are asked of the database, whatever fields and operators.

import { type Fragment, joined, param, raw, type Slot, sql } from "../db/sql";
import { evaluateConditions, isAbsent } from "../engine/rules/conditions";
import { type Clock, known, type Reading } from "../engine/rules/facts";
import { OPERATORS } from "../engine/rules/operators";
import { type Asked, isState, type Wanted } from "./check";
import { all, NEVER, not, type Operands, type Sorted, some, sortedOf, TESTS } from "./operators";
import { columnSource, HAS_KEY, hasColumn, KEY_SOURCE, ofKey } from "./sources";

/** What a condition binds: its values, the key that it asks for, and the time that it means. */
interface Bound extends Sorted {
  key: string | null;
  spans: readonly [from: string, until: string][];
}

const ANY = raw("1");
const [BEGINNING, END] = ["", "~"];
/** The years of four digits, whose texts alone sort in the order of time. */
const FIRST = Date.parse("0000-01-01T00:00:00.000Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

const instantOf = (ms: number): string =>
  ms < FIRST ? BEGINNING : ms > LAST ? END : new Date(ms).toISOString();

const spansOf = ({ operator, values }: Asked, clock: Clock): Bound["spans"] => {
  const spans = OPERATORS.get(operator)?.spans;
  return values.flatMap((value) =>
    (spans?.(value, clock) ?? []).map(({ from, until }): [string, string] => [
      instantOf(from),
      instantOf(until),
    ]),
  );
};

const boundOf = (asked: Asked, clock: Clock): Bound => ({
  ...sortedOf(asked.values),
  key: asked.key,
  spans: asked.field.kind === "date" ? spansOf(asked, clock) : [],
});

/** Whether SQL decides it; else the value is read, and it is decided on that. */
const isDecided = ({ field, operator }: Asked): boolean =>
  field.kind === "state" ||
  isState(field, operator) ||
  OPERATORS.get(operator)?.presence === true ||
  (field.kind === "date" ? OPERATORS.get(operator)?.spans !== undefined : TESTS.has(operator));

/** Where the values of the condition with this number stand among all. */
function operandsAt(values: Slot, at: number, sorted: Sorted): Operands {
  const path = (name: string) => raw(`'$[${at}].${name}'`);
  const rows = (name: string) => sql`json_each(${values}, ${path(name)})`;
  return {
    rows,
    list: (name) => sql`SELECT value FROM ${rows(name)}`,
    one: (name) => sql`${values}->>${path(name)}`,
    sorted,
  };
}

const keyAt = (values: Slot, at: number): Fragment => sql`${values}->>${raw(`'$[${at}].key'`)}`;

/** Whether a row is in one of the states that are named, or in none of them. */
function inState({ field: { states = {} }, operator, values }: Asked): Fragment {
  const named = values.map((name) => states[`$${name}`] ?? states[name] ?? NEVER);
  const isOne = some(...named);
  return operator === "$is_not" || operator === "$not_in" ? not(isOne) : isOne;
}

/** A condition of a filter as SQL, true or false of every row. */
function conditionOf(asked: Asked, values: Slot, at: number): Fragment {
  const { field, operator, key } = asked;
  if (isState(field, operator)) return field.states?.[operator] ?? NEVER;
  if (field.kind === "state") return inState(asked);
  const presence = OPERATORS.get(operator)?.presence;
  const has =
    key === null
      ? hasColumn(field.kind, field.value)
      : ofKey(field.value, keyAt(values, at), HAS_KEY);
  if (presence) return operator === "$is_unknown" ? not(has) : has;
  // A list without elements is a value that can be looked at.
  if (!isDecided(asked)) return key === null ? has : ofKey(field.value, keyAt(values, at), ANY);
  if (field.kind === "date") {
    return sql`EXISTS (SELECT 1 FROM json_each(${values}, ${raw(`'$[${at}].spans'`)}) asked
      WHERE ${field.value} >= asked.value->>0 AND ${field.value} < asked.value->>1)`;
  }
  const operands = operandsAt(values, at, sortedOf(asked.values));
  const test = TESTS.get(operator);
  if (test === undefined) return has;
  if (key !== null) return ofKey(field.value, keyAt(values, at), test(KEY_SOURCE, operands));
  const source = columnSource(field.kind, field.value);
  return all(sql`${field.value} IS NOT NULL`, test(source, operands));
}

/** What a condition is decided on in memory: the truth, or the value, as JSON. */
function evidenceOf(asked: Asked, values: Slot, at: number): Fragment {
  if (isDecided(asked)) return conditionOf(asked, values, at);
  const { field, key } = asked;
  if (key === null) return field.value;
  return sql`(SELECT json_array(held.type, held.value) FROM json_each(${field.value}) held
    WHERE held.key = ${keyAt(values, at)})`;
}

/** A filter as SQL. */
export interface Compiled {
  /** True of every row that meets the filter, and where `evidence` is null, of no other. */
  where: Fragment;
  /** A JSON list, upon which `meetsAll` decides. */
  evidence: Fragment | null;
}

/**
 * In: a checked filter and the calendar. All its values are one parameter, so that any filter can
 * be asked beside what else a statement binds.
 */
export function compiled({ isOr, fields }: Wanted, clock: Clock): Compiled {
  const flat = fields.flat();
  const values = param(JSON.stringify(flat.map((asked) => boundOf(asked, clock))));
  const indexOf = new Map(flat.map((asked, at) => [asked, at]));
  const pieces = fields.map((conditions) =>
    all(...conditions.map((asked) => conditionOf(asked, values, indexOf.get(asked) ?? 0))),
  );
  const evidence = flat.map((asked, at) => evidenceOf(asked, values, at));
  return {
    where: isOr ? some(...pieces) : all(...pieces),
    evidence: flat.every(isDecided) ? null : sql`json_array(${joined(evidence, ", ")})`,
  };
}

const parsed = (value: unknown): unknown => (typeof value === "string" ? JSON.parse(value) : value);

/** The value of a key comes with its type, by which lists and objects are told from their texts. */
function storedValue({ key }: Asked, found: unknown): unknown {
  if (key === null || found === null) return found;
  const pair = parsed(found);
  const [type, value] = Array.isArray(pair) ? pair : [];
  return type === "array" || type === "object" ? parsed(value) : value;
}

const readingOf = (asked: Asked, found: unknown): Reading => {
  const value = storedValue(asked, found);
  return isAbsent(value) ? { known: false, missing: asked.name, answerable: true } : known(value);
};

/** Whether a row whose evidence this is meets the filter. */
export function meetsAll({ isOr, fields }: Wanted, evidence: unknown[], clock: Clock): boolean {
  let at = 0;
  const truths = fields.map((conditions) =>
    conditions
      .map((asked) => {
        const found = evidence[at++];
        if (isDecided(asked)) return found === 1;
        const conditions = { [asked.operator]: asked.operands ?? asked.values };
        return evaluateConditions(conditions, readingOf(asked, found), clock, null).truth === true;
      })
      .every(Boolean),
  );
  return isOr ? truths.some(Boolean) : truths.every(Boolean);
}
