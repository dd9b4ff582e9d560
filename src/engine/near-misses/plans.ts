// Decides in which ways a shopper can make rules hold that do not: the cheapest of each.
import type { ReadLevel, ReadRule } from "../rules/compile";
import type { Place } from "../rules/items";
import {
  choosesGoods,
  levelTruthAt,
  outcomeOfGoods,
  outcomeOfItems,
  truthAt,
} from "../rules/judge";
import { YES } from "../rules/kleene";
import type { Logic } from "../rules/logic";
import type { Selection } from "../rules/selection";
import { ownPlans, unitOfNamed } from "./facts";
import { costOf, type Shop } from "./goods";
import { isUnits, type Plan, raiseOf, together, unitsOf } from "./steps";

/** So many ways are kept at every fork: the others cost more. */
const MOST_PLANS = 6;
/** What takes more steps is not near. */
const MOST_STEPS = 10;
/** So many lines that a rule is about are looked at. */
const MOST_LINES = 20;

/** What a plan costs: segments, then minor units, then units. */
function costsOf(plan: Plan, shop: Shop): [number, number, number] {
  const segments = plan.filter(({ kind }) => kind === "segment").length;
  const units = [...unitsOf(plan).values()].reduce((sum, count) => sum + count, 0);
  const paid = plan.filter(isUnits).reduce((sum, step) => sum + costOf(shop, step), 0);
  return [segments, Math.max(raiseOf(plan), paid), units];
}

/** The cheapest first, each of one cost as it was found. */
function cheapest(plans: readonly Plan[], shop: Shop): Plan[] {
  return plans
    .map((plan, at) => ({ plan, order: [...costsOf(plan, shop), at] }))
    .sort((a, b) => a.order.map((cost, i) => cost - (b.order[i] ?? 0)).find(Boolean) ?? 0)
    .slice(0, MOST_PLANS)
    .map(({ plan }) => plan);
}

/** One plan of each: all parts must hold. */
function all(parts: readonly (readonly Plan[])[], shop: Shop): Plan[] {
  return parts.reduce<Plan[]>(
    (plans, part) =>
      cheapest(
        plans
          .flatMap((plan) => part.map((more) => together(plan, more)))
          .filter(({ length }) => length <= MOST_STEPS),
        shop,
      ),
    [[]],
  );
}

const any = (parts: readonly (readonly Plan[])[], shop: Shop): Plan[] =>
  cheapest(parts.flat(), shop);

/** Nested rules of lines that were chosen, line by line. */
function nestedPlans(
  level: ReadLevel,
  selection: Selection,
  place: Place,
  shop: Shop,
): (readonly Plan[])[] {
  const within = { facts: place.facts, selection };
  return selection.lines
    .map((_, at) => at)
    .slice(0, MOST_LINES)
    .map((at) => levelPlans(level, within, at, shop));
}

/** One line of those chosen is enough; for `every` all of them must fit. */
function itemsPlans(rule: ReadRule, place: Place, shop: Shop): Plan[] {
  const quantifier = rule.row?.items ?? "none";
  if (quantifier === "none") return [];
  const { selection, grades } = outcomeOfItems(rule, quantifier, place);
  const { nested } = rule;
  if (quantifier === "every") {
    const isWhole = selection?.lines.length === place.facts.order?.items.length;
    if (!nested || !selection || !isWhole || selection.lines.length > MOST_LINES) return [];
    const unmet = nestedPlans(nested, selection, place, shop).filter((_, at) => grades[at] !== YES);
    return all(unmet, shop);
  }
  const grown = nested && selection ? nestedPlans(nested, selection, place, shop) : [];
  const isAny = quantifier === "any" && place.selection === null;
  // Other goods only where those that are there are no way: each round would take up new ones.
  const isNew = isAny && grown.every((plans) => plans.length === 0);
  return any(isNew ? [unitOfNamed({ rule, place, shop })] : grown, shop);
}

function goodsPlans(rule: ReadRule, nested: ReadLevel, place: Place, shop: Shop): Plan[] {
  const { selection } = outcomeOfGoods(rule, place);
  return any(selection ? nestedPlans(nested, selection, place, shop) : [], shop);
}

function rulePlans(rule: ReadRule, place: Place, at: number | null, shop: Shop): readonly Plan[] {
  if (truthAt(rule, place, at) === true) return [[]];
  const { row, nested } = rule;
  if (row === null || (row.read === null && row.items === null)) return [];
  if (row.items !== null) return itemsPlans(rule, place, shop);
  const isOwnMet = truthAt({ ...rule, nested: null }, place, at) === true;
  // What is nested is about lines that are not there yet: it is asked once they are.
  if (!isOwnMet) return any([ownPlans({ rule, place, shop }, at)], shop);
  if (nested === null) return [];
  return choosesGoods(rule, place)
    ? goodsPlans(rule, nested, place, shop)
    : levelPlans(nested, place, at, shop);
}

/**
 * Ways in which a shopper can make a level of rules hold, the cheapest first, at most six; one
 * without steps where it holds, none where no shopper can. `at` is the place of a line.
 */
export function levelPlans(
  level: ReadLevel,
  place: Place,
  at: number | null,
  shop: Shop,
): readonly Plan[] {
  const { logic, rules } = level;
  if (logic === "broken") return [];
  if (levelTruthAt(level, place, at) === true) return [[]];
  const plansOf = (rule: ReadRule) => rulePlans(rule, place, at, shop);
  if (logic === null) return all(rules.map(plansOf), shop);
  const of = (part: Logic): Plan[] => {
    if (part.kind === "rule") return rules.filter(({ key }) => key === part.key).flatMap(plansOf);
    const parts = part.parts.map(of);
    return part.kind === "and" ? all(parts, shop) : any(parts, shop);
  };
  return of(logic);
}

/** Ways to make several levels hold together, given the ways of each. */
export const plansOfAll = (levels: readonly (readonly Plan[])[], shop: Shop): Plan[] =>
  all(levels, shop);
