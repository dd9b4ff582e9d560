// Decides what is missing of one fact that a shopper can change, in numbers.
import { isAmount, shareOf } from "../money";
import type { ReadRule } from "../rules/compile";
import { type Condition, conditionsOf } from "../rules/conditions";
import { type Clock, type ItemFacts, type OrderFacts, unitsOf } from "../rules/facts";
import type { Place } from "../rules/items";
import { type SumFact, sumReading } from "../rules/lines";
import { goodsNamed, mayGrow, moreOf, type Shop } from "./goods";
import type { AmountStep, Plan, UnitsStep } from "./steps";

/** The least whole number that an operator takes, given what it names. */
const LEAST: ReadonlyMap<string, (bound: number) => number> = new Map([
  ...["$more_than", "$greater_than"].map((name) => [name, above] as const),
  ...["or_equal", "equal"].flatMap((end) =>
    [`$more_than_${end}`, `$greater_than_${end}`].map((name) => [name, Math.ceil] as const),
  ),
  ["$is", Math.ceil],
  ["$in", Math.ceil],
]);

function above(bound: number): number {
  return Math.floor(bound) + 1;
}

/** What all conditions want of a number that grows; null where growing does not help. */
function neededBy(conditions: readonly Condition[], present: number, clock: Clock): number | null {
  let needed = present;
  for (const { name, operator, expected } of conditions) {
    if (operator?.holds(present, expected, clock)) continue;
    const least = LEAST.get(name);
    const bounds = [...expected.numerics].flatMap((bound) => least?.(bound) ?? []);
    const higher = bounds.filter((bound) => bound > present && isAmount(bound));
    if (higher.length === 0) return null;
    needed = Math.max(needed, Math.min(...higher));
  }
  return needed > present ? needed : null;
}

type AmountName = "amount" | "initial_amount" | "total_amount";
const AMOUNTS: ReadonlyMap<string, AmountName> = new Map([
  ["order.amount", "amount"],
  ["order.initial_amount", "initial_amount"],
  ["order.total_amount", "total_amount"],
]);

/** An order that names nothing costs nothing yet; one whose lines have no price is not known. */
export function amountIn(order: OrderFacts | null, fact: string): number | null {
  const name = AMOUNTS.get(fact);
  if (order === null) return 0;
  return name === undefined ? null : (order[name] ?? (order.items.length === 0 ? 0 : null));
}

function moreAmount(fact: string, conditions: readonly Condition[], place: Place): Plan[] {
  const present = amountIn(place.facts.order, fact);
  const needed = present === null ? null : neededBy(conditions, present, place.facts);
  if (present === null || needed === null) return [];
  const step: AmountStep = { kind: "amount", fact, present, needed, raise: needed - present };
  return [[step]];
}

const QUANTITIES = new Set(["order.items.quantity", "product.quantity", "sku.quantity"]);

interface Asked {
  rule: ReadRule;
  place: Place;
  shop: Shop;
}

/** Of `line` alone. */
function moreOfLine({ rule, place, shop }: Asked, line: number): UnitsStep | null {
  const item = place.facts.order?.items[line];
  const isCounted = item && (rule.row?.name !== "sku.quantity" || item.sku_id || item.sku);
  if (!isCounted || !mayGrow(shop, line)) return null;
  const present = unitsOf(item);
  const needed = neededBy(conditionsOf(rule.node?.conditions), present, place.facts);
  if (needed === null) return null;
  const fact = rule.row?.name ?? "";
  const units = needed - present;
  return { kind: "units", fact, present, needed, line, units, item: null, goods: null };
}

const LINES: SumFact["of"] = unitsOf;

/** By how much one more unit of a line raises a sum; 0 where it does not. */
function growth({ rule }: Asked, item: ItemFacts): number {
  const { row, node } = rule;
  const counts = row?.sum ? row.sum.of(item, node?.property ?? "") : LINES(item, "");
  if (counts === undefined || counts === null) return 0;
  return row?.name.endsWith("_amount") ? (item.price ?? 0) : 1;
}

/** So many units that their growth is enough. */
function unitsFor(more: number, each: number): number {
  const { share, remainder } = shareOf(more, 1, each);
  return remainder === 0 ? share : share + 1;
}

/** Of all lines that a sum goes over, whichever of them grows. */
function moreOfSum(asked: Asked, lines: readonly number[]): UnitsStep[] {
  const { rule, place, shop } = asked;
  const items = place.facts.order?.items ?? [];
  const sum = { missing: "", of: rule.row?.sum?.of ?? LINES };
  const reading = sumReading(sum, rule.node?.property ?? "", items, lines);
  if (!reading.known) return [];
  const present = Number(reading.value);
  const needed = neededBy(conditionsOf(rule.node?.conditions), present, place.facts);
  if (needed === null) return [];
  const fact = rule.row?.name ?? "";
  return lines.flatMap((line) => {
    const item = items[line];
    const each = item ? growth(asked, item) : 0;
    if (each <= 0 || !mayGrow(shop, line)) return [];
    const units = unitsFor(needed - present, each);
    return { kind: "units", fact, present, needed, line, units, item: null, goods: null };
  });
}

const POSITIVE = new Set(["$is", "$in", "$from"]);
/** So many of the goods, or segments, that a condition names are looked at. */
const MOST_NAMED = 20;

/** A unit of any of the goods that positive conditions name. */
export function unitOfNamed({ rule, place, shop }: Asked): Plan[] {
  const usual = rule.row?.name === "sku.id" ? "sku" : "product";
  const items = place.facts.order?.items ?? [];
  return conditionsOf(rule.node?.conditions)
    .filter(({ name }) => POSITIVE.has(name))
    .flatMap(({ expected }) => expected.list.slice(0, MOST_NAMED))
    .flatMap((value) => {
      const goods = goodsNamed(value, usual);
      const step = goods && moreOf(shop, items, goods, 1);
      return step ? [[step]] : [];
    });
}

function intoSegment({ rule, place, shop }: Asked): Plan[] {
  const { customer } = place.facts;
  if (!shop.tellsSegments || customer === null) return [];
  return conditionsOf(rule.node?.conditions)
    .filter(({ name }) => POSITIVE.has(name))
    .flatMap(({ expected }) => [...expected.texts].slice(0, MOST_NAMED))
    .map((segment) => [{ kind: "segment", segment }]);
}

/**
 * Every way in which a shopper can make the rule's own conditions hold: a larger amount, more
 * units, goods that it names, or another segment. `at` is the place of the line that is looked at.
 */
export function ownPlans(asked: Asked, at: number | null): Plan[] {
  const { rule, place } = asked;
  const { row, node } = rule;
  if (row === null || node === null) return [];
  if (AMOUNTS.has(row.name)) return moreAmount(row.name, conditionsOf(node.conditions), place);
  if (row.name === "customer.segment") return intoSegment(asked);
  const { selection } = place;
  const lines = selection?.lines ?? (place.facts.order?.items ?? []).map((_, line) => line);
  if (QUANTITIES.has(row.name)) {
    const meant = at === null ? lines : lines.slice(at, at + 1);
    return meant.map((line) => moreOfLine(asked, line)).flatMap((step) => (step ? [[step]] : []));
  }
  if (row.sum !== null) return moreOfSum(asked, lines).map((step) => [step]);
  if (row.name === "order.items.count") {
    const all = (place.facts.order?.items ?? []).map((_, line) => line);
    return moreOfSum(asked, all).map((step) => [step]);
  }
  const isNames = row.line?.isNames === true && selection === null && at === null;
  return isNames ? unitOfNamed(asked) : [];
}
