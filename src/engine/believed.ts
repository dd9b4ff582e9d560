// Decides what to believe of a customer whose profile only browsers have written.

interface Vouched {
  /** Only browsers have written the profile. */
  made_by_browser: boolean;
}

/** A profile that says nothing. */
export const BLANK = {
  name: null,
  description: null,
  email: null,
  phone: null,
  birthday: null,
  birthdate: null,
  address: null,
  metadata: {},
};

/** The customer without what only browsers wrote: nobody knows whether that is true. */
export const believed = <R extends Vouched>(row: R): R =>
  row.made_by_browser ? { ...row, ...BLANK, made_by_browser: false } : row;

/** What a back end has done for a customer, by which it knows that there is one. */
interface Standing extends Vouched {
  orders_count: number;
  total_redeemed: number;
  loyalty_cards: number;
  gift_balance: number;
  referred_customers: number;
  referrals: readonly unknown[];
}

/**
 * Whether a customer may be in segments by a filter: not one of whom only browsers have told, until
 * a back end has written the profile, paid an order or given a card.
 */
export const isVouchedFor = (row: Standing): boolean =>
  !row.made_by_browser ||
  [row.orders_count, row.total_redeemed, row.loyalty_cards, row.gift_balance].some((n) => n > 0) ||
  row.referrals.length + row.referred_customers > 0;
