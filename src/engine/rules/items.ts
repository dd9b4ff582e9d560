// Decides whether a rule on the lines of an order holds, and which line tells why.
import { type Condition, conditionsOf } from "./conditions";
import type { Facts } from "./facts";
import {
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
import { not, type Truth } from "./logic";
import type { ItemsQuantifier } from "./names-goods";
import {
  chosen,
  conditionVerdict,
  extremes,
  isCounting,
  isFrom,
  narrowed,
  type Selection,
  wholeOf,
} from "./selection";

/** What a rule is judged on: within a rule on items, the lines that one chose. */
export interface Place {
  facts: Facts;
  selection: Selection | null;
}

type Conditions = Record<string, unknown> | null | undefined;

/** A rule on items that has been decided. */
export interface ItemsOutcome {
  truth: Truth;
  selection: Selection | null;
  /** Per line of the selection, whether it is meant and what is nested in the rule holds. */
  grades: Grades;
  /** The place in the selection of the line that decides; null where none does. */
  telling: number | null;
  /** What is not known, where no line tells it. */
  missing: string;
}

/** Where it cannot be told which lines are meant. */
export const undecided = (missing: string): ItemsOutcome => ({
  truth: null,
  selection: null,
  grades: new Uint8Array(),
  telling: null,
  missing,
});

/**
 * The lines meant: `own` is how certain each is by the conditions, `around` by the rules around.
 */
interface Choice {
  selection: Selection;
  own: Grades;
  around: Grades;
  /**
   * What the lines that were not chosen make of `every`, which asks it of all: NO where one of them
   * is certainly among those looked at, UNKNOWN where one may be.
   */
  left: number;
}

function choiceOf(universe: Selection, grades: Grades): Choice {
  const around = universe.members;
  if (isAllYes(grades)) return { selection: universe, own: grades, around, left: YES };
  let left = YES;
  for (let place = 0; place < grades.length; place++) {
    if (grades[place] === NO) left = Math.min(left, around[place] === YES ? NO : UNKNOWN);
  }
  return {
    selection: narrowed(universe, grades),
    own: kept(grades, grades),
    around: kept(around, grades),
    left,
  };
}

/** What is chosen among some lines by conditions. */
interface Choosing {
  universe: Selection;
  conditions: readonly Condition[];
  facts: Facts;
}

/**
 * The cheapest or dearest lines are found first, among those that `$from` names; then they must be
 * of those that the other conditions mean.
 */
function extremeChoice({ universe, conditions, facts }: Choosing, sign: 1 | -1): Choice | null {
  const [from, others] = [conditions.filter(isFrom), conditions.filter((each) => !isFrom(each))];
  const among = narrowed(universe, chosen(from, universe, facts));
  const found = extremes(among, sign);
  if (found === null) return null;
  const grades = chosen(others, among, facts);
  return choiceOf(
    among,
    grades.map((grade, place) => (found.has(place) ? grade : NO)),
  );
}

function choose(quantifier: ItemsQuantifier, choosing: Choosing): Choice | null {
  if (quantifier === "cheapest") return extremeChoice(choosing, 1);
  if (quantifier === "most_expensive") return extremeChoice(choosing, -1);
  const { universe, conditions, facts } = choosing;
  return choiceOf(universe, chosen(conditions, universe, facts));
}

/**
 * Meant and fitting, line by line. A line that may lie outside the rules around cannot break
 * `every`.
 */
function lineGrades({ own, around }: Choice, nested: Grades, isEvery: boolean): Grades {
  const grades = own.slice();
  joinInto(grades, nested, "and");
  for (let place = 0; place < grades.length; place++) {
    const outside = isEvery ? YES : NO;
    if (around[place] !== YES && grades[place] !== outside) grades[place] = UNKNOWN;
  }
  return grades;
}

/** The least for `every`, else the greatest; and the first line that has it. */
function summed(grades: Grades, left: number, isEvery: boolean) {
  let grade = isEvery ? left : NO;
  for (const one of grades) grade = isEvery ? Math.min(grade, one) : Math.max(grade, one);
  const at = grades.indexOf(grade);
  const isLeftOut = isEvery && grade === left && left !== YES;
  return { grade, telling: at < 0 || isLeftOut ? null : at };
}

/**
 * Whether what is nested in a rule holds for any of the lines that the rule itself chose: `own` is
 * how certain each line of the universe is.
 */
export function decideChosen(
  universe: Selection,
  own: Grades,
  judge: (selection: Selection) => Grades,
): ItemsOutcome {
  const choice = choiceOf(universe, own);
  const grades = lineGrades(choice, judge(choice.selection), false);
  const { grade, telling } = summed(grades, YES, false);
  const { selection } = choice;
  return { truth: truthOfGrade(grade), selection, grades, telling, missing: "product.id" };
}

/** Conditions that count look at how many lines were chosen. */
function countGrade(conditions: Conditions, selection: Selection, facts: Facts): number {
  let grade = YES;
  for (const condition of conditionsOf(conditions)) {
    if (!isCounting(condition)) continue;
    grade = Math.min(grade, gradeOf(conditionVerdict(condition, selection, selection, facts)));
  }
  return grade;
}

/**
 * Whether a rule on items holds (reference service, validation rules: `order.items.any` and its
 * kin). In: its conditions, which choose lines, and a function that judges what is nested in it on
 * the lines chosen. An order without lines, or a line of which too little is known, leaves it
 * unknown.
 */
export function decideItems(
  quantifier: ItemsQuantifier,
  conditions: Conditions,
  place: Place,
  judge: (selection: Selection) => Grades,
): ItemsOutcome {
  const { facts } = place;
  if (facts.order === null) return undecided("order");
  if (facts.order.items.length === 0) return undecided("order.items");
  const universe = place.selection ?? wholeOf(facts.order.items);
  const choice = choose(quantifier, { universe, conditions: conditionsOf(conditions), facts });
  if (choice === null) return undecided("order.items.price");
  const { selection, left } = choice;
  const isEvery = quantifier === "every";
  const grades = lineGrades(choice, judge(selection), isEvery);
  const { grade, telling } = summed(grades, left, isEvery);
  const truth = truthOfGrade(grade);
  const count = countGrade(conditions, selection, facts);
  const own = gradeOf(quantifier === "none" ? not(truth) : truth);
  return {
    truth: truthOfGrade(Math.min(own, count)),
    selection,
    grades,
    telling: count === YES || own < count ? telling : null,
    missing: "product.id",
  };
}
