import { cartOf } from "../../../src/engine/cart";
import { type Asked, nearMiss } from "../../../src/engine/near-misses/near-miss";
import type { Plan } from "../../../src/engine/near-misses/steps";
import { qualified, type Setting } from "../../../src/engine/qualification/qualify";
import { itemFacts } from "../../../src/engine/stacking/facts";
import type { Candidate, RedeemableState, Snapshot } from "../../../src/engine/stacking/snapshot";
import type { GoodsName } from "../../../src/engine/targets/match";
import type { OrderInput, OrderItemInput } from "../../../src/model/order";
import type { RuleNode, Rules } from "../../../src/model/rule";
import type { Scenario } from "../../../src/model/scenario";
import type { GivenRules } from "../stacking-shop";
import { snapshot } from "../stacking-shop";

/** The catalogue: what goods cost, and which of them are in the collection `pc_tea`. */
const PRICES: Record<string, number> = { mug: 800, tea: 450, pot: 2500 };
const TEAS = ["tea", "pot"];

/** A line of goods of the catalogue. */
export function unitOf({ object, id, source_id }: GoodsName): OrderItemInput | null {
  if (object === "products_collection") {
    return id === "pc_tea" ? { product_id: "tea", price: 450 } : null;
  }
  const name = id ?? source_id ?? "";
  const price = PRICES[name];
  return price === undefined ? { product_id: name } : { product_id: name, price };
}

/** The order as a qualification reads it; null where its amounts are too large. */
export function settingOf(order: OrderInput | null, more: Partial<Snapshot> = {}) {
  if (order && !cartOf(order, []).ok) return null;
  const { candidates: _, ...setting } = snapshot([], order, {}, more);
  const items = itemFacts(setting.cart, (at) => {
    const id = order?.items?.[at]?.product_id ?? "";
    return { product: null, sku: null, collections: TEAS.includes(id) ? ["pc_tea"] : [] };
  });
  return { ...setting, items };
}

export type ShopSetting = Setting<RedeemableState>;

export interface Given {
  candidate: Candidate;
  order: OrderInput | null;
  more?: Partial<Snapshot>;
  scenario?: Scenario;
  tellsSegments?: boolean;
}

export function askedOf({ candidate, order, more = {}, scenario = "ALL", ...rest }: Given) {
  const setting = settingOf(order, more);
  if (!setting) throw new Error("an order of too large amounts");
  return {
    setting,
    candidate,
    scenario,
    order,
    withOrder: (changed: OrderInput) => settingOf(changed, more),
    unitOf,
    tellsSegments: rest.tellsSegments ?? false,
  } satisfies Asked<RedeemableState>;
}

export const has = (given: Given): boolean => {
  const { setting, candidate, scenario } = askedOf(given);
  return qualified(setting, candidate, scenario) !== null;
};

/** One step in a word: `order.amount 3800 -> 5000`. */
const worded = (plan: Plan): string[] =>
  plan.map((step) => {
    if (step.kind === "date") return `from ${new Date(step.from).toISOString()}`;
    if (step.kind === "segment") return `into ${step.segment}`;
    const what = step.kind === "units" ? ` of line ${step.line}` : "";
    return `${step.fact} ${step.present} -> ${step.needed}${what}`;
  });

/** What is missing, what the order costs then, and what is saved; null where nothing is near. */
export function told(given: Given) {
  const near = nearMiss(askedOf(given));
  if (!near) return null;
  const { steps, setting, saving } = near;
  return { missing: worded(steps), amount: setting.cart?.amount ?? null, saving };
}

export const rule = (name: string, conditions: object, more: object = {}): RuleNode =>
  ({ name, conditions, ...more }) as RuleNode;

/** A set of these rules, numbered from 1. */
export const rules = (list: RuleNode[], logic?: string): GivenRules => ({
  id: "val_1",
  rules: {
    ...Object.fromEntries(list.map((node, at) => [String(at + 1), node])),
    ...(logic && { logic }),
  } as Rules,
  error: null,
});
