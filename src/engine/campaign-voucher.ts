// Decides what a voucher takes from its campaign, and what of it is its own.
import type { Discount } from "../model/discount";
import type { TimeWindow } from "../model/time-window";

/** What a voucher and its campaign may both say; null says nothing. */
export interface Shared extends TimeWindow {
  discount: Discount | null;
  gift_effect: "APPLY_TO_ORDER" | "APPLY_TO_ITEMS" | null;
}

const ALONE = ["start_date", "expiration_date", "discount", "gift_effect"] as const;
const TOGETHER = ["validity_timeframe", "validity_day_of_week", "validity_hours"] as const;

const pick = (shared: Shared, names: readonly (keyof Shared)[]): Partial<Shared> =>
  Object.fromEntries(names.map((name) => [name, shared[name]]));

/**
 * The voucher as its campaign completes it: what it says itself goes before (docs/behaviour.md,
 * "Campaigns"). Timeframe, days and hours are one statement and come together from one of the two.
 */
export function withCampaign<V extends Shared>(voucher: V, campaign: Shared): V {
  const hasOwn = TOGETHER.some((name) => voucher[name] !== null);
  const unsaid = ALONE.filter((name) => voucher[name] === null);
  return { ...voucher, ...pick(campaign, [...unsaid, ...(hasOwn ? [] : TOGETHER)]) };
}

/** The voucher as it is stored: what it shares with its campaign stands there only. */
export function withoutShared<V extends Shared>(voucher: V, campaign: Shared): V {
  const isShared = (name: keyof Shared) =>
    JSON.stringify(voucher[name]) === JSON.stringify(campaign[name]);
  const names = [...ALONE.filter(isShared), ...(TOGETHER.every(isShared) ? TOGETHER : [])];
  return { ...voucher, ...Object.fromEntries(names.map((name) => [name, null])) };
}
