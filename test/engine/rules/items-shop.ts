import type { Facts, ItemFacts } from "../../../src/engine/rules/facts";
import type { RuleNode, Rules } from "../../../src/model/rule";
import { facts, goods, item } from "./shop";

/** A line of a product of one brand; its amount is price times quantity. */
function lineOf(id: string, brand: string, values: Partial<ItemFacts>): ItemFacts {
  const { price = null, quantity = null } = values;
  const amount = price === null || quantity === null ? null : price * quantity;
  const product = goods({ id, source_id: `${id}_source`, metadata: { brand } });
  return item({ product_id: id, amount, product, ...values });
}

/** 2 shirts at 15.00, 1 pair of boots at 40.00, 5 pairs of socks at 2.00: 8 units, 80.00. */
export const SHIRTS = lineOf("prod_1", "acme", {
  quantity: 2,
  price: 1500,
  metadata: { size: "L" },
  collections: ["pc_clothes", "pc_sale"],
});
export const BOOTS = lineOf("prod_2", "umbrella", {
  quantity: 1,
  price: 4000,
  metadata: { size: "M" },
  sku_id: "sku_2",
  sku: goods({ id: "sku_2", source_id: "boots-42" }),
  collections: ["pc_shoes"],
});
export const SOCKS = lineOf("prod_3", "acme", {
  quantity: 5,
  price: 200,
  metadata: {},
  collections: ["pc_sale"],
});
/** A line that names nothing. */
export const NAMELESS = item({ quantity: 1, price: 300, amount: 300 });

export function withItems(items: readonly ItemFacts[], changes: Partial<Facts> = {}): Facts {
  const whole = facts(changes);
  return { ...whole, order: whole.order && { ...whole.order, items } };
}

export const CART: readonly ItemFacts[] = [SHIRTS, BOOTS, SOCKS];

type Conditions = Record<string, unknown>;

/** A rule on items about lines of the order, with rules nested in it. */
export const about = (
  quantifier: string,
  conditions: Conditions,
  ...nested: RuleNode[]
): RuleNode => ({
  name: `order.items.${quantifier}`,
  conditions,
  rules: Object.fromEntries(nested.map((node, at) => [String(at + 1), node])),
});

export const rule = (name: string, conditions: Conditions, property?: string): RuleNode => ({
  name,
  conditions,
  property,
});

export const one = (node: RuleNode): Rules => ({ "1": node });

export const product = (id: string) => ({ object: "product", id });
export const sku = (id: string) => ({ object: "sku", id });
export const collection = (id: string) => ({ object: "products_collection", id });
