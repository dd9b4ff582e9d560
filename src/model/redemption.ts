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
