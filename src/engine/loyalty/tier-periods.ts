// Decides which period a member's points count for, and which earlier ones could still earn a tier.
import { dayOf, endOfDay } from "./expiration";
import { lastDayOf, periodOf } from "./periods";
import {
  type ClosedPeriod,
  type Course,
  day,
  isByPeriod,
  kindOf,
  startsNextPeriod,
  type TierProgram,
  type TierStanding,
} from "./tier-standing";

/** More days to look at than a member can have missed; none of them changes anything more. */
export const MOST_CHECKS = 2_000;

export const after = (text: string): string => day(text).add({ days: 1 }).toString();
export const dayBefore = (text: string): string => day(text).subtract({ days: 1 }).toString();

/** The first day behind a period. */
export const behind = (program: TierProgram, period: string): string =>
  after(periodOf(kindOf(program), day(period)).last.toString());

/** The last day of the period before that of a day. */
export const lastDayBefore = (program: TierProgram, on: string): Temporal.PlainDate =>
  periodOf(kindOf(program), day(on)).first.subtract({ days: 1 });

/** The first day of the period before that of a day. */
export const periodBefore = (program: TierProgram, on: string): string =>
  periodOf(kindOf(program), lastDayBefore(program, on)).first.toString();

/** The last day of a tier that the points of a closed period earned; null where it has none. */
export function endOfClosed(program: TierProgram, period: string): string | null {
  const { last } = periodOf(kindOf(program), day(period));
  const start = startsNextPeriod(program.settings) ? last.add({ days: 1 }) : last;
  return lastDayOf(program.settings, last, start)?.toString() ?? null;
}

/** The first period that is counted is that of the first entry, or of today. */
export function begun(program: TierProgram, standing: TierStanding, on: string): TierStanding {
  if (!isByPeriod(program)) return standing;
  const first = periodOf(kindOf(program), day(standing.period ?? on)).first.toString();
  return { ...standing, period: first };
}

/** The member once a period has ended the day before, if one did. */
export function closed(program: TierProgram, course: Course, on: string): Course {
  const { standing } = course;
  const { period, period_points: last_points } = standing;
  const closes = isByPeriod(program) && period !== null && behind(program, period) === on;
  if (!closes) return course;
  const counted = { ...standing, period: on, period_points: 0, last_points };
  return { ...course, standing: { ...counted, earlier: stillEarning(program, standing, on) } };
}

/** So many periods are remembered that are over. */
const MOST_PERIODS = 120;

const couldEarn = (program: TierProgram, { period }: { period: string }, on: string): boolean =>
  (endOfClosed(program, period) ?? "") >= on;

/** The periods before the one that a day closes whose tiers could still run then; null for none. */
function stillEarning(program: TierProgram, standing: TierStanding, on: string) {
  const { period, last_points: points, earlier } = standing;
  if (program.settings.qualification_type === "BALANCE" || period === null) return null;
  const all = [{ period: periodBefore(program, period), points }, ...(earlier ?? [])];
  const running = all.filter((each) => couldEarn(program, each, on));
  return running.length > 0 ? running.slice(0, MOST_PERIODS) : null;
}

/** The member in the period of a day, with those closed that nobody has closed yet. */
export function inPeriodOf(program: TierProgram, course: Course, on: string): Course {
  let reached = course;
  for (let n = 0; n < MOST_CHECKS; n++) {
    const { period } = reached.standing;
    if (!isByPeriod(program) || period === null || behind(program, period) > on) return reached;
    reached = closed(program, reached, behind(program, period));
  }
  return reached;
}

/** The instant (ISO, UTC) at which a day begins. */
export const startsAt = (on: string | null, timeZone: string): string | null =>
  on && endOfDay(day(on).subtract({ days: 1 }), timeZone).due_at;

/**
 * The first days of the periods that decide a member's tier on the day of an instant (epoch
 * milliseconds), that of the day first; none where no points of a period do.
 */
export function countedPeriods(program: TierProgram, now: number): string[] {
  if (program.settings.qualification_type === "BALANCE") return [];
  const today = dayOf(now, program.timeZone).toString();
  const current = periodOf(kindOf(program), day(today)).first.toString();
  const before = [periodBefore(program, current)];
  for (let n = 0; n < MOST_PERIODS; n++) {
    const period = periodBefore(program, before[n] ?? current);
    if (!couldEarn(program, { period }, today)) break;
    before.push(period);
  }
  return [current, ...before];
}

/** The member with what periods came to that are over, as its ledger says. */
export function withClosed(
  program: TierProgram,
  standing: TierStanding,
  periods: readonly ClosedPeriod[],
): TierStanding {
  const last = standing.period && periodBefore(program, standing.period);
  const of = periods.find(({ period }) => period === last);
  const earlier = periods.filter((each) => each !== of);
  return {
    ...standing,
    last_points: of?.points ?? 0,
    earlier: earlier.length > 0 ? earlier : null,
  };
}
