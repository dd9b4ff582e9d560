// Decides into which tier points lead, and what a member's way into it or out of it is called.
import { lastDayOf } from "./periods";
import { endOfClosed, lastDayBefore, periodBefore } from "./tier-periods";
import {
  type Course,
  day,
  endsByDrop,
  startsNextPeriod,
  type TierBounds,
  type TierProgram,
  type TierStanding,
} from "./tier-standing";

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

/** The tiers that points of periods which are over earned, as far as they still run on a day. */
function earnedBefore(program: TierProgram, { standing }: Course, on: string): Earned[] {
  if (program.settings.qualification_type === "BALANCE") return [];
  const { last_points: points, earlier } = standing;
  const last = { period: periodBefore(program, on), points };
  const isLastApart = !startsNextPeriod(program.settings);
  return [...(isLastApart ? [last] : []), ...(earlier ?? [])].flatMap((closed) => {
    const tier = tierFor(program.tiers, closed.points);
    const end = endOfClosed(program, closed.period);
    return tier && end !== null && end >= on ? [{ tier, end }] : [];
  });
}

/**
 * The tier that a member's points lead into on a day. A tier that lasts longer than its period is
 * earned by periods before, too: the highest counts, and of one tier the last that led into it.
 */
const earnedOn = (program: TierProgram, course: Course, on: string): Earned => {
  const tier = tierFor(program.tiers, pointsOf(program, course));
  const now: Earned = { tier, end: tier && endFrom(program, on) };
  return earnedBefore(program, course, on).reduce(
    (best, each) => (isRise(best.tier, each.tier) ? each : best),
    now,
  );
};

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

/** The member in the tier that it has, for longer; a running one has its end `isFixed` or not. */
function kept(
  program: TierProgram,
  course: Course,
  next: string | null,
  { on, isFixed }: { on: string; isFixed: boolean },
): Course {
  const { standing } = course;
  const { expiration_date: end, tier_id } = standing;
  const { type } = program.settings.expiration_date;
  const isLate = isOver(program, standing, on);
  const isLater = !isFixed && type !== "CUSTOM" && next !== null && end !== null && next > end;
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

/** The member without a tier that the program no longer has. */
const withoutTier = (course: Course): Course => ({
  ...course,
  standing: { ...course.standing, tier_id: null, start_date: null, expiration_date: null },
});

/**
 * Brings the member into the tier of its points, as far as the settings let it on that day. A tier
 * that runs keeps its end where nothing was reached anew (`isEndFixed`).
 */
export function settle(
  program: TierProgram,
  course: Course,
  on: string,
  { isRisePossible = true, isEndFixed = false } = {},
): Course {
  const { standing } = course;
  const earned = earnedOn(program, course, on);
  const { tier: to } = earned;
  const from = program.tiers.find(({ id }) => id === standing.tier_id) ?? null;
  if (from && to?.id === from.id) {
    const how = { on, isFixed: isEndFixed };
    return isRisePossible ? kept(program, course, earned.end, how) : course;
  }
  if (isRise(from, to) && !isRisePossible) return from ? course : withoutTier(course);
  if (isRise(from, to)) return moved(program, course, earned, on);
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
