// Decides what every discount type is given and what it gives back; a type is one function of this
// shape in its own file.
import type { Discount } from "../../model/discount";
import type { Cart, Taking } from "../cart";
import type { TargetLine, Targets } from "../targets/targets";

/** A product or SKU of the catalogue that a discount gives for free. `price` in minor units. */
export interface FreeGoods {
  id: string;
  object: "product" | "sku";
  product_id: string | null;
  source_id: string | null;
  name: string | null;
  price: number | null;
}

/** What a discount works on: the order at its turn. Amounts are in minor units. */
export interface DiscountTarget {
  cart: Cart;
  /** The lines it may touch, and how much of each. */
  targets: Targets;
  /** Lines of which no unit may be discounted again. */
  closed: ReadonlySet<number>;
  base: "DISCOUNTED_AMOUNT" | "INITIAL_AMOUNT";
  /** How many bundles the order holds; 1 where nothing is bundled. */
  times: number;
  goods: readonly FreeGoods[];
  /** The price that a fixed discount gives one unit of a line; null where the rule sets none. */
  priceOf: (line: TargetLine) => number | null;
}

/** The member of the union that has this discriminator. */
export type DiscountOf<T extends Discount["type"]> = { [D in Discount as D["type"]]: D }[T];

/**
 * A discount whose formulas are already resolved into its static fields (rounding.md, rule 6),
 * applied at one turn.
 */
export type DiscountEffect<T extends Discount["type"]> = (
  discount: DiscountOf<T>,
  target: DiscountTarget,
) => Taking;

export const NOTHING: Taking = { order_discount: 0, lines: [] };

/** A discount of the whole order. Minor units. */
export const ofOrder = (order_discount: number): Taking => ({ order_discount, lines: [] });
