import type { OrderItemInput } from "./order";

/**
 * What one redeemable did to one line. Minor units. `index` is that of the line; one behind the
 * last is a line that the redeemable put into the cart.
 */
export interface LineTaking {
  index: number;
  discount: number;
  /** Units that are free. */
  discount_quantity?: number;
  /** Units that were put into the cart, or out of it where negative, and what they cost. */
  added_quantity?: number;
  added_amount?: number;
  /** What a new line is about, and the price of one. */
  item?: OrderItemInput;
  price?: number;
  /** For shoppers: what was done to the line (contract, "Order item"). */
  application_details?: Record<string, unknown>[];
}

/** What a redemption changed, written down so that a rollback restores it without recomputing. */
export interface RedemptionEffects {
  /** Uses taken from the voucher. */
  quantity?: number;
  /** Credits taken from a gift card, minor units. */
  credits?: number;
  /** Discount this redeemable gave at order level, minor units. */
  order_discount?: number;
  /** The order discount split over the lines by largest remainder, minor units per line. */
  line_shares?: number[];
  /** What it took off, and put into, single lines. */
  lines?: LineTaking[];
  /** What it added to the counters of usage, and for which periods. */
  usage?: UsageEffect;
}

/** Additions to counters: one for each owner (a voucher, a campaign) and subject. Minor units. */
export interface UsageEffect {
  day: string;
  week: string;
  month: string;
  added: {
    owner: string;
    subjects: string[];
    count: number;
    orders_amount: number;
    discounted_amount: number;
  }[];
}
