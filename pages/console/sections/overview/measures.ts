import type { Schemas } from "../../../../clients/typescript/src";

export type Summary = Schemas["ProjectSummary"];
export type Day = Summary["days"][number];

/** What the overview draws: each with the counters of a day that it shows. */
export const MEASURES = [
  { name: "redemptions", series: ["redemptions_succeeded", "redemptions_failed"], isMoney: false },
  { name: "validations", series: ["validations_succeeded", "validations_failed"], isMoney: false },
  {
    name: "discounts",
    series: ["discounted_amount", "rolledback_discounted_amount"],
    isMoney: true,
  },
  { name: "turnover", series: ["orders_amount", "orders_rolledback_amount"], isMoney: true },
  { name: "orders", series: ["orders_count"], isMoney: false },
  { name: "points", series: ["points_rewarded", "points_redeemed"], isMoney: false },
] as const;

export type Measure = (typeof MEASURES)[number];
export type Counter = Measure["series"][number];

export const sumOf = (days: readonly Day[], counter: Counter): number =>
  days.reduce((sum, day) => sum + day[counter], 0);

/** By how much the later sum is more than the earlier, as a part of one; null after nothing. */
export const change = (before: number, now: number): number | null =>
  before === 0 ? null : (now - before) / before;
