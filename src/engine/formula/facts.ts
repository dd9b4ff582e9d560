// Decides what a formula may read: the facts that its operands are taken from.
import type { Clock, ItemFacts } from "../rules/facts";

type Metadata = Record<string, unknown>;

/**
 * A line of the order as it is at this turn, with what free units added to it; minor units. What is
 * left of its amount is the `subtotal`.
 */
export interface FormulaItem
  extends Pick<ItemFacts, "price" | "amount" | "quantity" | "metadata" | "product"> {
  subtotal: number | null;
}

/**
 * Everything a formula may read; amounts and prices in minor units, `now` in epoch milliseconds.
 */
export interface FormulaFacts extends Clock {
  /** Those of the project's currency: a formula sees amounts and prices in major units. */
  decimals: number;
  order: { amount: number | null; metadata: Metadata; items: readonly FormulaItem[] } | null;
  /** The line that a formula is about where it is worked out line by line; null elsewhere. */
  item: FormulaItem | null;
  customer: { metadata: Metadata; birthdate: string | null } | null;
  redeemable: { metadata: Metadata } | null;
  redemption: { metadata: Metadata };
  publication: { metadata: Metadata } | null;
  voucher: {
    redemption_quantity: number | null;
    redeemed_quantity: number;
    publish_count: number;
    start_date: string | null;
    expiration_date: string | null;
  } | null;
  promotion_tier: { start_date: string | null; expiration_date: string | null } | null;
}
