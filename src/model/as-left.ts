/** How an event left one customer. */
export interface LeftCustomer {
  numbers: unknown[];
  /** How many programs have noted who referred them. */
  referrals: number;
  /** Points by the ids of programs, and tiers; null where there are none. */
  points: Record<string, number> | null;
  tiers: Record<string, string> | null;
}

/** The customers of an event by their ids; empty where a later event of its commit tells more. */
export type AsLeft = Record<string, LeftCustomer>;
