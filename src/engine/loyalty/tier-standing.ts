// Where a member of a program stands, and by which settings.
import type { LoyaltyTiersExpiration } from "../../model/loyalty/tiers-expiration";

/** A tier by the points that lead into it; both bounds are included. */
export interface TierBounds {
  id: string;
  points_from: number | null;
  points_to: number | null;
}

/** The tiers of a program and its settings; calendar days are those of `timeZone` (IANA). */
export interface TierProgram {
  tiers: readonly TierBounds[];
  settings: LoyaltyTiersExpiration;
  timeZone: string;
}

/** A period that is over, by its first day, and what it came to. */
export interface ClosedPeriod {
  period: string;
  points: number;
}

/**
 * Where a member stands; days are ISO dates, both ends of the tier included. `period` is the first
 * day of the period that `period_points` counts, `last_points` what the one before it came to.
 * `earlier` are those before that, the last one first, whose tiers could still run.
 */
export interface TierStanding {
  tier_id: string | null;
  start_date: string | null;
  expiration_date: string | null;
  period: string | null;
  period_points: number;
  last_points: number;
  earlier: ClosedPeriod[] | null;
}

/** What happened to a member: from which tier into which, and the last day of the latter. */
export interface TierMove {
  kind: "joined" | "upgraded" | "downgraded" | "prolonged" | "left" | "expiration.changed";
  from: string | null;
  to: string | null;
  expiration_date: string | null;
}

/** How tiers work where a program does not say: by the balance, which keeps and ends them. */
export const BY_BALANCE: LoyaltyTiersExpiration = {
  qualification_type: "BALANCE",
  start_date: { type: "IMMEDIATE" },
  expiration_date: { type: "BALANCE_DROP" },
};

export const NO_TIER: TierStanding = {
  tier_id: null,
  start_date: null,
  expiration_date: null,
  period: null,
  period_points: 0,
  last_points: 0,
  earlier: null,
};

/** A member's way through its ledger and the calendar. */
export interface Course {
  standing: TierStanding;
  moves: TierMove[];
  balance: number;
  /** The day from which on its points lead higher: what the night does comes first. */
  waiting: string | null;
}

export const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

export const isByPeriod = ({ settings }: TierProgram): boolean =>
  settings.qualification_type === "POINTS_IN_PERIOD" || startsNextPeriod(settings);
export const startsNextPeriod = ({ start_date }: LoyaltyTiersExpiration): boolean =>
  start_date.type === "NEXT_PERIOD";
export const endsByDrop = ({ expiration_date }: LoyaltyTiersExpiration): boolean =>
  expiration_date.type === "BALANCE_DROP";
export const kindOf = ({ settings }: TierProgram) => settings.qualification_period ?? "MONTH";
