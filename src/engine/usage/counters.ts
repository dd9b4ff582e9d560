// Decides how often something was used: by the stored counters, in the periods of an instant.
import type { Periods } from "../periods";

/**
 * Counts and amounts (minor units) of one owner and subject; day, week and month are those of now.
 */
export interface Usage {
  count: number;
  day_count: number;
  week_count: number;
  month_count: number;
  orders_amount: number;
  discounted_amount: number;
}

/** A counter as it is stored: each period's count is of the period that stands beside it. */
export interface UsageCounter extends Usage, Periods {
  owner_id: string;
  subject: string;
}

export const UNUSED: Usage = {
  count: 0,
  day_count: 0,
  week_count: 0,
  month_count: 0,
  orders_amount: 0,
  discounted_amount: 0,
};

/** Everybody's uses together; the others name a customer or an API key. */
export const ALL = "";
export const keySubject = (appId: string): string => `key:${appId}`;

/** What a counter says now. A period that lies ahead of now (another clock) counts as this one. */
export function usageNow(counter: UsageCounter | undefined, now: Periods): Usage {
  if (!counter) return UNUSED;
  return {
    count: counter.count,
    day_count: counter.day >= now.day ? counter.day_count : 0,
    week_count: counter.week >= now.week ? counter.week_count : 0,
    month_count: counter.month >= now.month ? counter.month_count : 0,
    orders_amount: counter.orders_amount,
    discounted_amount: counter.discounted_amount,
  };
}

/** One use of an order's amount and discount, in minor units. */
export interface Use {
  count: number;
  orders_amount: number;
  discounted_amount: number;
}

/** The usage with one more use, or with one given back (`sign` -1). */
export const withUse = (usage: Usage, use: Use, sign: 1 | -1 = 1): Usage => ({
  count: usage.count + sign * use.count,
  day_count: usage.day_count + sign * use.count,
  week_count: usage.week_count + sign * use.count,
  month_count: usage.month_count + sign * use.count,
  orders_amount: usage.orders_amount + sign * use.orders_amount,
  discounted_amount: usage.discounted_amount + sign * use.discounted_amount,
});
