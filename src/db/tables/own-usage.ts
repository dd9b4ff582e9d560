/** A counter of usage in the row of its voucher or customer: counts and minor units. */
export type UsageCells = [
  count: number,
  orders_amount: number,
  discounted_amount: number,
  day: string,
  day_count: number,
  week: string,
  week_count: number,
  month: string,
  month_count: number,
];

/** By subject in the row of a voucher, by owner in that of a customer. */
export type UsageOf = Record<string, UsageCells>;
