// Decides what every discount type says of itself, what it is given and what it gives back; a type
// is one object of this shape in its own file.
import type { Discount } from "../../model/discount";
import type { Cart, Taking } from "../cart";
import type { FormulaFacts } from "../formula/facts";
import { MAX_AMOUNT, multiply } from "../money";
import type { Targets } from "../targets/targets";
import type { DiscountDefect } from "./define";

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
  /** What formulas read where they are about the line of this index; null: about none. */
  factsAt: (line: number | null) => FormulaFacts;
}

/** The member of the union that has this discriminator. */
export type DiscountOf<T extends Discount["type"]> = { [D in Discount as D["type"]]: D }[T];

/**
 * A discount whose formulas are already resolved into its static fields (rounding.md, rule 6),
 * applied at one turn. `at` is what they come to for the line of this index.
 */
export type DiscountEffect<T extends Discount["type"]> = (
  discount: DiscountOf<T>,
  target: DiscountTarget,
  at: (line: number) => DiscountOf<T>,
) => Taking;

/** Everything that is particular to one type of discount (reference service, discounts). */
export interface DiscountType<T extends Discount["type"]> {
  /** What it takes off. */
  taken: DiscountEffect<T>;
  /** The first thing that keeps it from being saved, or null. */
  defectOf: (discount: DiscountOf<T>) => DiscountDefect | null;
  /**
   * The discount with what its formulas come to in the place of its static fields, which stand
   * where an operand is missing (rounding.md, rule 6). Facts are only asked where there is a
   * formula.
   */
  resolved: (discount: DiscountOf<T>, facts: () => FormulaFacts) => DiscountOf<T>;
  /** With the effect that holds where it says none; `isNarrowed` where its rules name goods. */
  withUsualEffect: (discount: DiscountOf<T>, isNarrowed: boolean) => DiscountOf<T>;
  /** Whether bundles cover more units of each entry, which multiplies the limits in units. */
  coversMore: (discount: DiscountOf<T>) => boolean;
  /** Whether it puts free goods into the cart, rather than take something off what is there. */
  givesGoods: boolean;
  /** Whether it gives nothing where the order has no lines. */
  needsLines: (discount: DiscountOf<T>) => boolean;
  /** What it is worth in one number: minor units, percent or units; null where goods say it. */
  worthOf: (discount: DiscountOf<T>) => number | null;
}

/** The effect of types that fall on the order, or on its lines where rules narrow the goods. */
export const orderOrItems = (isNarrowed: boolean) =>
  isNarrowed ? ("APPLY_TO_ITEMS" as const) : ("APPLY_TO_ORDER" as const);

/** Whether such a type falls on lines; while no effect is said, it does not. */
export const fallsOnLines = ({ effect }: { effect?: string | undefined }): boolean =>
  effect !== undefined && effect !== "APPLY_TO_ORDER";

/** A limit of a discount, once for each bundle; minor units. */
export const limitOf = (limit: number | undefined, { times }: DiscountTarget) =>
  limit === undefined ? undefined : (multiply(limit, times) ?? MAX_AMOUNT);

export const NOTHING: Taking = { order_discount: 0, lines: [] };

/** A discount of the whole order. Minor units. */
export const ofOrder = (order_discount: number): Taking => ({ order_discount, lines: [] });
