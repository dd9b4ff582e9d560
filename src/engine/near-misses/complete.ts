// Decides what an order looks like once the steps of a plan are taken.
import type { OrderInput, OrderItemInput } from "../../model/order";
import { unitPrice } from "../rules/goods";
import { isUnits, type Plan, raiseOf, type UnitsStep, unitsOf } from "./steps";

/** The same line with more units; an amount of its own grows by their price. */
const grown = (item: OrderItemInput, units: number): OrderItemInput => ({
  ...item,
  quantity: (item.quantity ?? 1) + units,
  ...(typeof item.amount === "number" && {
    amount: item.amount + (unitPrice(item) ?? 0) * units,
  }),
});

const newLines = (plan: Plan): Map<number, UnitsStep> =>
  new Map(plan.filter(isUnits).flatMap((step) => (step.item ? [[step.line, step]] : [])));

const costOfUnits = (item: OrderItemInput | undefined, units: number): number =>
  (item ? (unitPrice(item) ?? 0) : 0) * units;

/**
 * The order that a plan leaves (docs/deciding.md, "Near misses"). Units are added to their lines,
 * new lines stand behind the others, and the order's amount, where it was sent or has to grow
 * beside them, is larger by their price and by what is missing. `amount` is what the order costs
 * without the plan, minor units.
 */
export function completed(order: OrderInput | null, amount: number, plan: Plan): OrderInput {
  const before = order?.items ?? [];
  const units = unitsOf(plan);
  const added = [...newLines(plan).values()]
    .sort((a, b) => a.line - b.line)
    .map(({ item, line }) => ({ ...item, quantity: units.get(line) ?? 1 }));
  const items = before.map((item, at) => grownBy(item, units.get(at)));
  const price =
    before.reduce((sum, item, at) => sum + costOfUnits(item, units.get(at) ?? 0), 0) +
    added.reduce((sum, item) => sum + costOfUnits(item, item.quantity), 0);
  const raise = raiseOf(plan);
  const isTold = typeof order?.amount === "number" || raise > 0;
  return {
    ...order,
    ...(before.length + added.length > 0 && { items: [...items, ...added] }),
    ...(isTold && { amount: amount + price + raise }),
  };
}

const grownBy = (item: OrderItemInput, units: number | undefined): OrderItemInput =>
  units ? grown(item, units) : item;
