// Decides which lines of the order a rule on items is about.
import { memoised } from "../../lib/memoised";
import { paid } from "../../lib/work";
import { type Condition, holdsForLine } from "./conditions";
import { type Expected, expectedOf } from "./expected";
import type { Clock, Facts, ItemFacts } from "./facts";
import { kindOf, unitPrice } from "./goods";
import {
  allAlike,
  type Grades,
  gradeOf,
  isAllYes,
  joinInto,
  kept,
  NO,
  truthOfGrade,
  UNKNOWN,
  YES,
} from "./kleene";
import { columnOf, type LineFact } from "./lines";
import type { Truth } from "./logic";
import { PRODUCT_NAMES, SKU_NAMES } from "./names-goods";
import { indexOf, isLookup, namedGrades } from "./names-index";
import { answer, type Operator } from "./operator";

/**
 * Lines of an order by their places, ascending, each with whether it is one of them for certain.
 */
export interface Selection {
  items: readonly ItemFacts[];
  lines: readonly number[];
  members: Grades;
}

/** Operators that count the lines selected instead of selecting some. */
const COUNTING: ReadonlySet<string> = new Set(["$count", "$count_more", "$count_less"]);

/** Whether a condition counts the lines selected. */
export const isCounting = ({ name }: Condition): boolean => COUNTING.has(name);

/** `$from` says among which lines the cheapest or the most expensive one is looked for. */
export const isFrom = ({ name }: Condition): boolean => name === "$from";

/** Every line of the order; made once for a list of lines. */
export const wholeOf = memoised(
  (items: readonly ItemFacts[]): Selection => ({
    items,
    lines: items.map((_, at) => at),
    members: new Uint8Array(items.length).fill(YES),
  }),
);

/** The lines of a selection that may hold, each as certain as it and its own verdict are. */
export function narrowed(selection: Selection, grades: Grades): Selection {
  if (isAllYes(grades)) return selection;
  const { items, lines } = selection;
  const members = kept(selection.members, grades);
  joinInto(members, kept(grades, grades), "and");
  return { items, lines: lines.filter((_, place) => grades[place] !== NO), members };
}

/**
 * One operator on each line of a selection, given what the fact says of every line of the order.
 */
export function judged(
  operator: Operator,
  expected: Expected,
  on: { fact: LineFact; column: readonly unknown[]; lines: readonly number[]; clock: Clock },
): Grades {
  const { fact, column, lines, clock } = on;
  if (fact.isNames && operator.byName && isLookup(expected)) {
    if (!paid(clock, column.length + expected.names.size)) return allAlike(lines.length, null);
    const all = namedGrades(indexOf(column), expected, operator.negative);
    return lines.length === column.length ? all : Uint8Array.from(lines, (at) => all[at] ?? NO);
  }
  const grades = new Uint8Array(lines.length);
  for (let place = 0; place < lines.length; place++) {
    const value = column[lines[place] ?? 0];
    grades[place] = gradeOf(holdsForLine(operator, value, expected, clock));
  }
  return grades;
}

/** Values of one kind, and those that may be of either. */
function partFor(expected: Expected, otherKind: string): Expected | null {
  if (expected.list.every((value) => kindOf(value) !== otherKind)) return expected;
  const list = expected.list.filter((value) => kindOf(value) !== otherKind);
  return list.length === 0 ? null : expectedOf(list);
}

/**
 * Whether the operator says that something is not so, so that it must not be so for either kind.
 */
const isNegative = (operator: Operator, name: string): boolean =>
  operator.negative || name === "$not_intersect";

/** One condition on every line: a product's names and a SKU's are asked one after the other. */
function conditionGrades(condition: Condition, selection: Selection, facts: Facts): Grades {
  const { operator, expected, name } = condition;
  const { items, lines } = selection;
  const into = new Uint8Array(lines.length);
  if (operator === undefined) return into.fill(UNKNOWN);
  const kind = isNegative(operator, name) ? "and" : "or";
  if (kind === "and") into.fill(YES);
  const ask = (fact: LineFact, wanted: Expected | null) => {
    if (wanted === null) return;
    const column = columnOf(fact, "", items, facts);
    joinInto(into, judged(operator, wanted, { fact, column, lines, clock: facts }), kind);
  };
  ask(PRODUCT_NAMES, partFor(expected, "sku"));
  ask(SKU_NAMES, partFor(expected, "product"));
  return into;
}

/** Which lines the conditions of a rule on items choose (reference service); without any, all. */
export function chosen(
  conditions: readonly Condition[],
  selection: Selection,
  facts: Facts,
): Grades {
  const into = new Uint8Array(selection.lines.length).fill(YES);
  for (const condition of conditions) {
    if (!isCounting(condition)) {
      joinInto(into, conditionGrades(condition, selection, facts), "and");
    }
  }
  return into;
}

/**
 * The places in the selection of its cheapest lines (`sign` 1) or most expensive ones (-1), all
 * that have that price; null where a price, or who is selected, is unknown.
 */
export function extremes(selection: Selection, sign: 1 | -1): ReadonlySet<number> | null {
  const { items, lines, members } = selection;
  let price: number | null = null;
  const found = new Set<number>();
  for (const [place, at] of lines.entries()) {
    const item = items[at];
    const own = item === undefined ? null : unitPrice(item);
    if (own === null || members[place] !== YES) return null;
    if (price !== null && sign * own > sign * price) continue;
    if (own !== price) found.clear();
    price = own;
    found.add(place);
  }
  return found;
}

/**
 * What one condition of a rule on items says: whether any line is so, or how many lines there are.
 */
export function conditionVerdict(
  condition: Condition,
  universe: Selection,
  counted: Selection,
  facts: Facts,
): Truth {
  const { operator, expected } = condition;
  if (isCounting(condition)) {
    if (operator === undefined || counted.members.includes(UNKNOWN)) return null;
    return answer(operator, counted.lines, expected, facts);
  }
  const grades = conditionGrades(condition, universe, facts);
  return truthOfGrade(grades.reduce((most, grade) => Math.max(most, grade), NO));
}
