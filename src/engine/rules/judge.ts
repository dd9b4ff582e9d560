// Decides whether the rules of a set hold, for the order as a whole or for each line of a
// selection.
//
// How the files around this one fit together:
//
//   compile     a stored definition becomes a `ReadLevel`, once: rules, and the logic between them.
//   names       every rule's row: where its fact stands (`read`), what it says of a line (`line`),
//               whether it is about chosen lines (`items`), what it adds up over them (`sum`).
//   facts       what is known of the request. A `Reading` is a value, or names what is missing.
//   conditions  one rule's operators on one reading; `operators` has a row for each of them.
//   lines       facts of lines as columns: one value for each line of the order, made once for it.
//   kleene      truth has three values, as a Truth or as a grade NO < UNKNOWN < YES: the least of
//               two is "and", the greatest is "or". Grades of many lines stand in one Uint8Array.
//   selection   some lines of the order, each as certain as what chose it.
//   items       a rule on items: its conditions choose lines; what is nested is judged on those.
//
// There are two ways through a level, and which one is taken follows from what is read:
//
//   whole       `truthOfLevel`, `truthOfRule`: one truth. Most rules ask no more.
//   by line     `gradesOfLevel`, `gradesOfRule`: a grade for each line of a selection, because what
//               is nested in a rule on items speaks of one line: "any line that is a shirt and
//               costs 10" is not "any shirt, and anything that costs 10". A rule that says the same
//               of every line (`isPerLine` is false) is decided whole, and counts for all of them.
//
// They call each other at few places only: `outcomeOfItems` goes from the whole to the lines, as
// `outcomeOfGoods` does for what is nested in a rule that names goods, and
// `gradesOfRule` goes back for what says the same of every line. `evaluate` asks for the whole;
// `unmet` and `tracing` go down again afterwards, with `truthAt` and its kin, to tell which rule at
// which line said no.
import type { RuleNode } from "../../model/rule";
import type { ReadLevel, ReadRule } from "./compile";
import { type ConditionsOutcome, conditionsOf, evaluateConditions } from "./conditions";
import { missing, type Reading } from "./facts";
import { decideChosen, decideItems, type ItemsOutcome, type Place, undecided } from "./items";
import {
  allAlike,
  combined,
  type Grades,
  gradeOf,
  joinInto,
  truthOfGrade,
  UNKNOWN,
} from "./kleene";
import { columnOf, lineReading, sumReading } from "./lines";
import { evaluateLogic, type Truth } from "./logic";
import type { RuleName } from "./names";
import type { ItemsQuantifier } from "./names-goods";
import { judged, type Selection, wholeOf } from "./selection";
import type { ConditionTrace } from "./trace";

const keyOf = (node: RuleNode): string => node.property ?? "";

const and = (one: Truth, two: Truth): Truth => truthOfGrade(Math.min(gradeOf(one), gradeOf(two)));

/** The fact that a rule names; one that is not gathered is missing under its own name. */
function readFact(row: RuleName, node: RuleNode, { facts, selection }: Place): Reading {
  if (row.sum !== null && selection !== null) {
    if (selection.members.includes(UNKNOWN)) return missing("product.id");
    return sumReading(row.sum, keyOf(node), selection.items, selection.lines);
  }
  return row.read === null ? missing(row.name) : row.read(facts, keyOf(node));
}

/** A rule on items with what is nested in it. */
export const outcomeOfItems = (
  rule: ReadRule,
  quantifier: ItemsQuantifier,
  place: Place,
): ItemsOutcome =>
  decideItems(quantifier, rule.node?.conditions, place, (selection) =>
    rule.nested === null
      ? allAlike(selection.lines.length, true)
      : gradesOfLevel(rule.nested, { facts: place.facts, selection }, selection),
  );

/**
 * Whether a rule names goods, so that what is nested in it is about their lines alone: "a product,
 * and two units of it".
 */
export const choosesGoods = ({ row, nested }: ReadRule, { selection }: Place): boolean =>
  nested !== null && selection === null && row?.line?.isNames === true;

/** What is nested in such a rule, on the lines of its goods. */
export function outcomeOfGoods(rule: ReadRule, { facts }: Place): ItemsOutcome {
  const { nested } = rule;
  const items = facts.order?.items ?? [];
  if (items.length === 0) return undecided(facts.order === null ? "order" : "order.items");
  const universe = wholeOf(items);
  return decideChosen(
    universe,
    ownGrades(rule, { facts, selection: universe }, universe),
    (chosen) =>
      nested === null
        ? allAlike(chosen.lines.length, true)
        : gradesOfLevel(nested, { facts, selection: chosen }, chosen),
  );
}

/** What one line of a selection, at this place in it, says to a rule. */
export function readLine(rule: ReadRule, place: Place, at: number | null): Reading {
  const { row, node } = rule;
  if (row === null || node === null) return missing(rule.key);
  const { facts, selection } = place;
  if (row.line === null || selection === null || at === null) return readFact(row, node, place);
  const column = columnOf(row.line, keyOf(node), selection.items, facts);
  return lineReading(row.line, keyOf(node), column[selection.lines[at] ?? 0]);
}

/**
 * The rule's own conditions; where its fact is not gathered by this service, they are unknown,
 * never met.
 */
export function ownOutcome(
  rule: ReadRule,
  reading: Reading,
  place: Place,
  trace: ConditionTrace[] | null,
): ConditionsOutcome {
  const { row, node } = rule;
  if (node === null) return { truth: null, missing: rule.key };
  if (row === null) return { truth: null, missing: String(node.name) };
  const outcome = evaluateConditions(node.conditions, reading, place.facts, trace);
  return row.read === null ? { truth: null, missing: row.name } : outcome;
}

/**
 * Judges a rule that says the same of every line: it holds when its conditions and what is nested
 * in it do.
 */
export function truthOfRule(rule: ReadRule, place: Place): Truth {
  const { row, nested } = rule;
  if (row !== null && row.items !== null) return outcomeOfItems(rule, row.items, place).truth;
  const { truth } = ownOutcome(rule, readLine(rule, place, null), place, null);
  if (truth === false || nested === null) return truth;
  const isOfGoods = choosesGoods(rule, place);
  return and(truth, isOfGoods ? outcomeOfGoods(rule, place).truth : truthOfLevel(nested, place));
}

function truthOfLevel(level: ReadLevel, place: Place): Truth {
  const { logic, rules } = level;
  if (logic === "broken") return null;
  if (logic !== null) return evaluateLogic(logic, truths(level, place));
  let truth: Truth = true;
  for (const rule of rules) {
    truth = and(truth, truthOfRule(rule, place));
    if (truth === false) return false;
  }
  return truth;
}

/** Each rule is decided once, however often the expression names it. */
function truths(level: ReadLevel, place: Place): (key: string) => Truth {
  const decided = new Map<string, Truth>();
  return (key) => {
    const before = decided.get(key);
    if (before !== undefined) return before;
    const rule = level.rules.find((one) => one.key === key);
    const truth = rule === undefined ? null : truthOfRule(rule, place);
    decided.set(key, truth);
    return truth;
  };
}

/** The rule's own conditions, line by line. */
function ownGrades(rule: ReadRule, place: Place, selection: Selection): Grades {
  const { row, node } = rule;
  const { lines, items } = selection;
  if (row === null || row.line === null || node === null) {
    const { truth } = ownOutcome(rule, readLine(rule, place, null), place, null);
    return allAlike(lines.length, truth);
  }
  const column = columnOf(row.line, keyOf(node), items, place.facts);
  const grades = allAlike(lines.length, true);
  const on = { fact: row.line, column, lines, clock: place.facts };
  for (const { operator, expected } of conditionsOf(node.conditions)) {
    const of =
      operator === undefined ? allAlike(lines.length, null) : judged(operator, expected, on);
    joinInto(grades, of, "and");
  }
  return grades;
}

function gradesOfRule(rule: ReadRule, place: Place, selection: Selection): Grades {
  if (!rule.isPerLine) return allAlike(selection.lines.length, truthOfRule(rule, place));
  const grades = ownGrades(rule, place, selection);
  if (rule.nested !== null) joinInto(grades, gradesOfLevel(rule.nested, place, selection), "and");
  return grades;
}

/** Whether a level of rules holds, for each line of a selection on its own. */
function gradesOfLevel(level: ReadLevel, place: Place, selection: Selection): Grades {
  const { logic, rules } = level;
  const size = selection.lines.length;
  if (logic === "broken") return allAlike(size, null);
  const decided = new Map(rules.map((rule) => [rule.key, gradesOfRule(rule, place, selection)]));
  if (logic !== null) return combined(logic, (key) => decided.get(key) ?? allAlike(size, null));
  const all = allAlike(size, true);
  for (const grades of decided.values()) joinInto(all, grades, "and");
  return all;
}

/** Whether a rule holds: for one line of the selection, or for all that it looks at together. */
export function truthAt(rule: ReadRule, place: Place, at: number | null): Truth {
  const { selection } = place;
  if (at === null || selection === null || !rule.isPerLine) return truthOfRule(rule, place);
  return truthOfGrade(gradesOfRule(rule, place, selection)[at] ?? UNKNOWN);
}

/** As `truthAt`, for every rule of a level by its key. */
export function truthsAt(level: ReadLevel, place: Place, at: number | null) {
  const decided = new Map(level.rules.map((rule) => [rule.key, truthAt(rule, place, at)]));
  return (key: string): Truth => decided.get(key) ?? null;
}

/** Whether a level of rules holds, for one line or for the whole. */
export function levelTruthAt(level: ReadLevel, place: Place, at: number | null): Truth {
  const { selection } = place;
  if (at === null || selection === null || !level.isPerLine) return truthOfLevel(level, place);
  return truthOfGrade(gradesOfLevel(level, place, selection)[at] ?? UNKNOWN);
}
