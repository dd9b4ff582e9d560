// Decides into which tier points lead, and what a member's way into it or out of it is called.
import type { LoyaltyTiersExpiration } from "../../model/loyalty/tiers-expiration";
import { lastDayOf, periodOf } from "./periods";

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

/**
 * Where a member stands; days are ISO dates, both ends of the tier included. `period` is the first
 * day of the period that `period_points` counts, `last_points` what the one before it came to.
 */
export interface TierStanding {
  tier_id: string | null;
  start_date: string | null;
  expiration_date: string | null;
  period: string | null;
  period_points: number;
  last_points: number;
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
const endsByDrop = ({ expiration_date }: LoyaltyTiersExpiration): boolean =>
  expiration_date.type === "BALANCE_DROP";
export const kindOf = ({ settings }: TierProgram) => settings.qualification_period ?? "MONTH";

/** The tier whose bounds hold the points; one without bounds is reached by none. */
export const tierFor = (tiers: readonly TierBounds[], points: number): TierBounds | null =>
  tiers.find(
    ({ points_from: from, points_to: to }) =>
      (from !== null || to !== null) &&
      points >= (from ?? Number.NEGATIVE_INFINITY) &&
      points <= (to ?? Number.POSITIVE_INFINITY),
  ) ?? null;

const rankOf = ({ points_from }: TierBounds): number => points_from ?? Number.NEGATIVE_INFINITY;

/** The points that qualify: those of the period that is over where tiers start with the next. */
function pointsOf({ settings }: TierProgram, { standing, balance }: Course): number {
  if (settings.qualification_type === "BALANCE") return balance;
  return startsNextPeriod(settings) ? standing.last_points : standing.period_points;
}

/** The last day of the period before that of a day. */
const lastDayBefore = (program: TierProgram, on: string): Temporal.PlainDate =>
  periodOf(kindOf(program), day(on)).first.subtract({ days: 1 });

/** A day of the period whose points count on a day. */
const reachedOn = (program: TierProgram, on: string): Temporal.PlainDate =>
  startsNextPeriod(program.settings) ? lastDayBefore(program, on) : day(on);

const endFrom = (program: TierProgram, on: string): string | null =>
  lastDayOf(program.settings, reachedOn(program, on), day(on))?.toString() ?? null;

/** A tier that points lead into, and its last day; null where it has none. */
interface Earned {
  tier: TierBounds | null;
  end: string | null;
}

/** The tier that the points of the period before that of a day earned, if it still runs then. */
function earnedBefore(program: TierProgram, { standing }: Course, on: string): Earned | null {
  const { qualification_type: by } = program.settings;
  if (by === "BALANCE" || startsNextPeriod(program.settings)) return null;
  const tier = tierFor(program.tiers, standing.last_points);
  const last = lastDayBefore(program, on);
  const end = lastDayOf(program.settings, last, last)?.toString() ?? null;
  return tier && end !== null && end >= on ? { tier, end } : null;
}

/**
 * The tier that a member's points lead into on a day. A tier that lasts longer than its period is
 * earned by the period before, too: the higher of both counts.
 */
function earnedOn(program: TierProgram, course: Course, on: string): Earned {
  const tier = tierFor(program.tiers, pointsOf(program, course));
  const now = { tier, end: tier && endFrom(program, on) };
  const before = earnedBefore(program, course, on);
  const isHigher = before?.tier && (tier === null || rankOf(before.tier) > rankOf(tier));
  return isHigher ? before : now;
}

/** Whether a tier is over on a day, be it a tier whose end was never set. */
export function isOver(
  program: TierProgram,
  { expiration_date, start_date }: TierStanding,
  on: string,
) {
  if (expiration_date !== null) return expiration_date < on;
  const end = start_date === null ? null : endFrom(program, start_date);
  return end !== null && end < on;
}

/** The member in another tier, or in none. */
function moved(program: TierProgram, course: Course, earned: Earned, on: string): Course {
  const { standing } = course;
  const { tier: to, end: expiration_date } = earned;
  const from = program.tiers.find(({ id }) => id === standing.tier_id) ?? null;
  const gone = from ? "left" : null;
  const come = from ? (to && rankOf(to) > rankOf(from) ? "upgraded" : "downgraded") : "joined";
  const kind = to ? come : gone;
  const move = { from: from?.id ?? null, to: to?.id ?? null, expiration_date };
  return {
    ...course,
    standing: { ...standing, tier_id: move.to, start_date: to && on, expiration_date },
    moves: kind ? [...course.moves, { kind, ...move }] : course.moves,
  };
}

/** The member in the tier that it has, for longer. */
function kept(program: TierProgram, course: Course, next: string | null, on: string): Course {
  const { standing } = course;
  const { expiration_date: end, tier_id } = standing;
  const { type } = program.settings.expiration_date;
  const isLate = isOver(program, standing, on);
  const isLater = type !== "CUSTOM" && next !== null && end !== null && next > end;
  if (!isLate && !isLater && end !== null) return course;
  if (next === end) return course;
  const kind = end === null ? ("expiration.changed" as const) : ("prolonged" as const);
  const move = { kind, from: tier_id, to: tier_id, expiration_date: next };
  return {
    ...course,
    standing: { ...standing, expiration_date: next },
    moves: next === null ? course.moves : [...course.moves, move],
  };
}

const isRise = (from: TierBounds | null, to: TierBounds | null): boolean =>
  to !== null && (from === null || rankOf(to) > rankOf(from));

/** Brings the member into the tier of its points, as far as the settings let it on that day. */
export function settle(
  program: TierProgram,
  course: Course,
  on: string,
  isRisePossible = true,
): Course {
  const { standing } = course;
  const earned = earnedOn(program, course, on);
  const { tier: to } = earned;
  const from = program.tiers.find(({ id }) => id === standing.tier_id) ?? null;
  if (from && to?.id === from.id) {
    return isRisePossible ? kept(program, course, earned.end, on) : course;
  }
  if (isRise(from, to)) return isRisePossible ? moved(program, course, earned, on) : course;
  const isLost = from === null || endsByDrop(program.settings) || isOver(program, standing, on);
  return isLost ? moved(program, course, earned, on) : course;
}

/**
 * The tier of the member's points on a day, with an end that is counted anew. A higher tier that
 * still runs is kept until its end.
 */
export function replaced(program: TierProgram, course: Course, on: string): Course {
  const { standing } = course;
  const earned = earnedOn(program, course, on);
  const from = program.tiers.find(({ id }) => id === standing.tier_id) ?? null;
  const isSame = from !== null && earned.tier?.id === from.id;
  const isRunning = !endsByDrop(program.settings) && !isOver(program, standing, on);
  const isKept = from !== null && isRunning && !isRise(from, earned.tier);
  if (!isSame && !isKept) return moved(program, course, earned, on);
  const own =
    standing.expiration_date ?? (standing.start_date && endFrom(program, standing.start_date));
  const expiration_date = isSame ? earned.end : own;
  if (expiration_date === standing.expiration_date) return course;
  const { tier_id: to } = standing;
  const move = { kind: "expiration.changed" as const, from: to, to, expiration_date };
  return {
    ...course,
    standing: { ...standing, expiration_date },
    moves: [...course.moves, move],
  };
}
