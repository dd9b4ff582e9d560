// Decides what a shopper may do to a cart so that it has what it lacks, and how steps go together.
import type { OrderItemInput } from "../../model/order";
import type { GoodsName } from "../targets/match";

/** An amount that has to grow to `needed`, minor units. */
export interface AmountStep {
  kind: "amount";
  fact: string;
  present: number;
  needed: number;
  /** How much the order's amount is raised for it, beside what units add. */
  raise: number;
}

/** Units of one line; `present` and `needed` in what the fact counts: units, or minor units. */
export interface UnitsStep {
  kind: "units";
  fact: string;
  present: number;
  needed: number;
  /** The place of the line, behind all others where it is a new one. */
  line: number;
  units: number;
  /** The new line, of one unit; null where units are added to one that is there. */
  item: OrderItemInput | null;
  /** What the rule asks for by name. */
  goods: GoodsName | null;
}

/** Nothing is missing but time, up to this instant (epoch milliseconds). */
export interface DateStep {
  kind: "date";
  from: number;
}

export interface SegmentStep {
  kind: "segment";
  segment: string;
}

export type Step = AmountStep | UnitsStep | DateStep | SegmentStep;

/** Steps that are taken together. */
export type Plan = readonly Step[];

export const isUnits = (step: Step): step is UnitsStep => step.kind === "units";
export const isAmount = (step: Step): step is AmountStep => step.kind === "amount";

/** Amounts are asked last: units that are added count towards them. */
export const firstOf = (plan: Plan): Plan =>
  plan.every(isAmount) ? plan : plan.filter((step) => !isAmount(step));

/** How far the order's amount is raised beside its units; minor units. */
export const raiseOf = (plan: Plan): number =>
  Math.max(0, ...plan.filter(isAmount).map(({ raise }) => raise));

/** Units that are added to each line, new lines among them. */
export function unitsOf(plan: Plan): Map<number, number> {
  const units = new Map<number, number>();
  for (const step of plan) {
    if (isUnits(step)) units.set(step.line, Math.max(units.get(step.line) ?? 0, step.units));
  }
  return units;
}

const nameOf = ({ object, id, source_id }: GoodsName): string => `${object} ${id} ${source_id}`;

const isSameGoods = (one: UnitsStep, two: UnitsStep): boolean =>
  one.item !== null &&
  two.item !== null &&
  one.goods !== null &&
  two.goods !== null &&
  nameOf(one.goods) === nameOf(two.goods);

const isNew = (step: Step): step is UnitsStep => isUnits(step) && step.item !== null;

/** New lines behind each other; one that both parts of a plan put in is put in once. */
export function together(one: Plan, two: Plan): Plan {
  const known = one.filter(isNew);
  const all = [
    ...one,
    ...two.filter((step) => !(isNew(step) && known.some((each) => isSameGoods(each, step)))),
  ];
  // Each part had its own first new line right behind the order's.
  let line = Math.min(...all.filter(isNew).map((step) => step.line));
  return all.map((step) => (isNew(step) ? { ...step, line: line++ } : step));
}

/** Whether a step counts what one more does: units of named goods, or the same of a line. */
function isContinued(step: Step, more: UnitsStep): step is UnitsStep {
  if (!isUnits(step) || step.line !== more.line) return false;
  if (step.goods !== null) {
    // A sum that saw as many before the goods were put in counts nothing but them.
    const isTheirSum = more.fact.endsWith("_quantity") && more.present === step.present;
    return isTheirSum || more.fact.endsWith(".quantity");
  }
  return more.goods === null && step.fact === more.fact && step.present === more.present;
}

/** What is found after units were added is told of the cart before them. */
function withUnits(plan: Plan, more: UnitsStep): Plan {
  const before = unitsOf(plan).get(more.line) ?? 0;
  const present = more.fact.endsWith("_amount") ? more.present : more.present - before;
  const step = { ...more, units: before + more.units, present };
  const same = plan.find((each) => isContinued(each, step));
  if (!same || !isUnits(same)) return [...plan, step];
  const needed = same.goods === null ? more.needed : same.present + step.units;
  const grown = { ...same, units: step.units, needed };
  return plan.map((each) => (each === same ? grown : each));
}

/** What amounts were before any step, by the fact that tells them. */
export type Amounts = (fact: string) => number;

/** A plan that was carried out, with what was found to be missing then. */
export function continued(plan: Plan, more: Plan, before: Amounts): Plan {
  const standing = raiseOf(plan);
  let steps = plan;
  for (const step of more) {
    if (isAmount(step)) {
      const others = steps.filter((each) => !(isAmount(each) && each.fact === step.fact));
      const raise = standing + step.raise;
      steps = [...others, { ...step, raise, present: before(step.fact) }];
    } else {
      steps = isUnits(step) ? withUnits(steps, step) : [...steps, step];
    }
  }
  return steps;
}
