import type { Fields } from "../../src/engine/filters/fields";
import { meets } from "../../src/engine/filters/filter";
import type { Clock } from "../../src/engine/rules/facts";
import { OPERATORS } from "../../src/engine/rules/operators";
import { operatorsOf } from "../../src/listing/check";
import { spanOf } from "../../src/listing/date-span";
import { fieldNamed, type ListFields } from "../../src/listing/fields";
import type { Filter } from "../../src/model/filter";

/** Numbers from 0 to below 1 that a seed repeats. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Chance = () => number;

export const oneOf = <T>(random: Chance, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** An object as a filter sees it: the value of each field, and what it is in. */
export interface Thing {
  values: Record<string, unknown>;
  states?: Record<string, boolean>;
}

const SOME_DATES = [
  ...["2026-06-02", "2026-05-01", "2025-12-31T23:59:59Z", "2026-06-02T12:00:00.000Z"],
  ...["2026-06-02T14:00:00+02:00", "1999-01-01", "9999-12-31"],
];
const LAPSES = ["0", "1", "7", "30", "P1D", "P2W", "PT36H", "P6M"];
const FRAMES = ["2026-01-05;P7D;P1D", "2025-01-01;P1M;P10D"];
const SPANS = ["2026-05-01;2026-06-02", "2020-01-01T00:00:00Z;2027-01-01"];
const HOURS = ["08:00;14:00", "22:00;06:00;1,2,3"];

/** Values that an operator takes, by what it says that it wants. */
function valuesFor(random: Chance, operator: string, field: string, things: readonly Thing[]) {
  const wants = OPERATORS.get(operator)?.wants ?? "";
  if (wants.startsWith("no value")) return oneOf(random, ["true", ""]);
  if (wants.includes("duration or")) return oneOf(random, LAPSES);
  if (wants === "an ISO 8601 date") return oneOf(random, SOME_DATES);
  if (wants.includes("interval")) return oneOf(random, FRAMES);
  if (wants.includes("from before")) return oneOf(random, SPANS);
  if (wants.includes("HH")) return oneOf(random, HOURS);
  if (/day of the week|from 1 to 12/.test(wants)) return oneOf(random, ["1", "2", "3", "5"]);
  if (wants.includes("9999")) return oneOf(random, ["2025", "2026"]);
  if (wants.includes("whole number from 1")) return oneOf(random, ["1", "2", "15", "31"]);
  if (wants.includes("whole number")) return oneOf(random, ["0", "1", "2", "3", "10"]);
  const held = oneOf(random, things).values[field];
  const value = Array.isArray(held) ? oneOf(random, held) : held;
  const text = value === null || value === undefined ? "nothing" : String(value);
  if (wants.includes("location")) return oneOf(random, ["loc_1", "loc_2"]);
  if (wants === "a number") return /^-?\d+(\.\d+)?$/.test(text) ? text : "5";
  return altered(random, text, operator);
}

function altered(random: Chance, text: string, operator: string): string {
  const half = Math.floor(text.length / 2);
  if (operator === "$starts_with") return text.slice(0, half);
  if (operator === "$ends_with") return text.slice(half);
  if (/contain/.test(operator) && random() < 0.5) return text.slice(1, half + 1);
  return random() < 0.85 ? text : oneOf(random, [text.toUpperCase(), `${text}x`, "", "7", "true"]);
}

/** A condition that the field takes, with values like those of the things. */
function anyCondition(random: Chance, fields: ListFields, name: string, things: readonly Thing[]) {
  const found = fieldNamed(fields, name);
  if (!found) throw new Error(`no field ${name}`);
  const operator = oneOf(random, operatorsOf(found.field));
  const one = (): string => {
    if (found.field.states?.[operator]) return "";
    const isNamed = /^\$(is|is_not|in|not_in)$/.test(operator);
    if (isNamed && found.field.words) return oneOf(random, found.field.words);
    if (isNamed && found.field.kind === "flag") return oneOf(random, ["true", "FALSE"]);
    if (isNamed && found.field.kind.startsWith("date")) {
      return oneOf(
        random,
        SOME_DATES.filter((date) => !date.startsWith("9999")),
      );
    }
    const isDays = found.field.kind.startsWith("date") && /^\$(more|less)_than$/.test(operator);
    if (isDays) return oneOf(random, ["0", "3", "40"]);
    const value = valuesFor(random, operator, name, things);
    return isNamed && found.field.kind === "number" && !/^-?\d+$/.test(value) ? "4" : value;
  };
  const most = OPERATORS.get(operator)?.presence ? 1 : 3;
  const count = random() < 0.6 ? 1 : 1 + Math.floor(random() * most);
  const values = Array.from({ length: count }, one);
  return [operator, count === 1 && random() < 0.5 ? values[0] : values] as const;
}

/** A filter of one to four fields with one or two conditions each, as a query has it. */
export function anyFilter(
  random: Chance,
  fields: ListFields,
  names: readonly string[],
  things: readonly Thing[],
): Filter {
  const count = 1 + Math.floor(random() * 4);
  const filter: Filter = {};
  if (random() < 0.7) filter.junction = oneOf(random, ["and", "or", "AND", "OR"]);
  for (let at = 0; at < count; at++) {
    const name = oneOf(random, names);
    const conditions = Array.from({ length: random() < 0.7 ? 1 : 2 }, () =>
      anyCondition(random, fields, name, things),
    );
    filter[name] = { conditions: Object.fromEntries(conditions) };
  }
  return filter;
}

const AGO: Record<string, string> = { $more_than: "$more_than_ago", $less_than: "$less_than_ago" };

type Test = (thing: Thing) => boolean;

/** One condition in memory, by what segments and collections go by. */
function holding(fields: ListFields, name: string, clock: Clock) {
  const field = fieldNamed(fields, name)?.field;
  const found: Fields = { named: new Map([[name, ["value"]]]), open: [] };
  return ([operator, sent]: [string, unknown]): Test => {
    if (field?.states?.[operator]) return ({ states }) => states?.[`${name} ${operator}`] === true;
    if (field?.kind === "state") {
      const words = [sent].flat().map(String);
      const isIn: Test = ({ states }) =>
        words.some((word) => states?.[`${name} $${word}`] ?? states?.[`${name} ${word}`]);
      return operator.includes("not") ? (thing) => !isIn(thing) : isIn;
    }
    const isFlag = field?.kind === "flag";
    const values = [sent].flat().map((value) => (isFlag ? String(value).toLowerCase() : value));
    const isDate = field?.kind.startsWith("date") ?? false;
    const isOn = isDate && (operator === "$is" || operator === "$in");
    const asked = isOn ? "$timeframe_absolute" : isDate ? (AGO[operator] ?? operator) : operator;
    const meant = isOn ? values.map(spanOf) : values;
    const filter = { junction: "and", [name]: { conditions: { [asked]: meant } } };
    return (thing) => meets(found, filter, { value: thing.values[name] }, clock);
  };
}

/** Whether a thing meets a filter, decided in memory. */
export function meeting(fields: ListFields, filter: Filter, clock: Clock): Test {
  const { junction = "and", ...nodes } = filter;
  const tests = Object.entries(nodes).map(([name, node]) => {
    const { conditions } = node as { conditions: Record<string, unknown> };
    return Object.entries(conditions).map(holding(fields, name, clock));
  });
  const isOr = String(junction).toLowerCase() === "or";
  const every = (thing: Thing) => (each: readonly Test[]) => each.every((test) => test(thing));
  return (thing) => (isOr ? tests.some(every(thing)) : tests.every(every(thing)));
}
