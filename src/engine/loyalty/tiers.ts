// Decides which tier a member of a program is in after its points moved, or as days go by.
import { dayOf } from "./expiration";
import { isOver, replaced, settle, tierFor } from "./tier-moves";
import { type EntryTime, type SelfRedeemed, waitsUntil } from "./tier-nights";
import {
  after,
  begun,
  behind,
  closed,
  dayBefore,
  inPeriodOf,
  MOST_CHECKS,
  startsAt,
  withClosed,
} from "./tier-periods";
import {
  type ClosedPeriod,
  type Course,
  isByPeriod,
  startsNextPeriod,
  type TierMove,
  type TierProgram,
  type TierStanding,
} from "./tier-standing";

/**
 * An entry of the card's ledger: points that count for a period, below 0 where an order that was
 * canceled took them back, and the balance it left.
 */
export interface PointsStep extends EntryTime {
  earned: number;
  balance: number;
}

export interface TierDecision {
  standing: TierStanding;
  moves: TierMove[];
  /** When (ISO, UTC) the member is looked at again although no points move; null for never. */
  due_at: string | null;
}

const earlier = (...days: readonly (string | null)[]): string | null =>
  days.filter((each) => each !== null).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null;

/** The next day on which something ends: the period that is counted, or the tier. */
function nextCheck(program: TierProgram, { standing, waiting }: Course): string | null {
  const { period, expiration_date } = standing;
  const boundary = isByPeriod(program) && period ? behind(program, period) : null;
  const end = expiration_date === null ? null : after(expiration_date);
  return earlier(boundary, end, waiting);
}

/** What a day brings by itself. */
function check(program: TierProgram, course: Course, on: string): Course {
  const next = closed(program, course, on);
  const isWaitOver = next.waiting !== null && next.waiting <= on;
  const free = isWaitOver ? { ...next, waiting: null } : next;
  const isBegun = startsNextPeriod(program.settings) && free.standing.period === on;
  const isDecided = isBegun && (isWaitOver || next !== course);
  if (isDecided || isOver(program, free.standing, on)) return settle(program, free, on);
  return isWaitOver ? settleAt(program, free, on) : free;
}

function catchUp(program: TierProgram, course: Course, until: string): Course {
  let reached = course;
  for (let n = 0; n < MOST_CHECKS; n++) {
    const on = nextCheck(program, reached);
    if (on === null || on > until) return reached;
    reached = check(program, reached, on);
  }
  return reached;
}

/** In the middle of a period a member rises only where tiers start at once, and none waits. */
const settleAt = (program: TierProgram, course: Course, on: string, isEndFixed = false): Course => {
  const isRisePossible = !startsNextPeriod(program.settings) && course.waiting === null;
  return settle(program, course, on, { isRisePossible, isEndFixed });
};

/** The member on the day of an entry: what the night writes comes before what the day brings. */
function reachedFor(program: TierProgram, course: Course, step: PointsStep, on: string): Course {
  if (!step.isNightly) return catchUp(program, course, on);
  return closed(program, catchUp(program, course, dayBefore(on)), on);
}

/** An entry that was written before its period was closed counts in the next one. */
function take(
  program: TierProgram,
  course: Course,
  step: PointsStep,
  reward: SelfRedeemed | null,
): Course {
  const on =
    course.standing.period && course.standing.period > step.day ? course.standing.period : step.day;
  const reached = reachedFor(program, course, step, on);
  const { standing } = reached;
  const earned = isByPeriod(program) ? step.earned : 0;
  const period_points = Math.max(0, standing.period_points + earned);
  const counted = { ...reached, balance: step.balance, standing: { ...standing, period_points } };
  const waiting = waitsUntil(program, counted, { ...step, day: on }, reward);
  const next = { ...counted, waiting };
  return step.isNightly ? next : settleAt(program, next, on);
}

/** Whether a member must be looked at when its period is over although nothing moves. */
const isAwaited = (program: TierProgram, { tier_id, period_points }: TierStanding): boolean =>
  startsNextPeriod(program.settings) &&
  (tier_id !== null || tierFor(program.tiers, period_points) !== null);

function dueDay(program: TierProgram, { standing, balance, waiting }: Course): string | null {
  const { expiration_date } = standing;
  const end = earlier(expiration_date && after(expiration_date), waiting);
  const { period } = standing;
  const points =
    program.settings.qualification_type === "BALANCE" ? balance : standing.period_points;
  if (period === null || !isAwaited(program, { ...standing, period_points: points })) return end;
  return earlier(end, behind(program, period));
}

const decided = (program: TierProgram, course: Course): TierDecision => ({
  standing: course.standing,
  moves: course.moves,
  due_at: startsAt(dueDay(program, course), program.timeZone),
});

/** Brings a member to a day, but for what waits for a reward that is about to be redeemed. */
function reachToday(
  program: TierProgram,
  course: Course,
  today: string,
  reward: SelfRedeemed | null,
): Course {
  if (reward?.isDue && course.waiting !== null) {
    return { ...catchUp(program, { ...course, waiting: null }, dayBefore(today)), waiting: today };
  }
  return settleAt(program, catchUp(program, course, today), today, true);
}

/**
 * Where a member stands after these entries of its card's ledger, on the day of `now` (epoch
 * milliseconds), and what happened on the way; each entry and each day counts in its order, so that
 * it does not matter how many are looked at together. `balance` is the card's before the first
 * entry. Points that pay for a reward which redeems itself lead higher by what is left of them in
 * the night. Where the program's tiers have changed, a member rises today, although tiers start
 * with a period whose points are known. Reference 2.13, "Tiers"; docs/behaviour.md, "Tiers".
 */
export function decideTier(
  program: TierProgram,
  standing: TierStanding,
  facts: {
    steps: readonly PointsStep[];
    balance: number;
    now: number;
    areTiersChanged?: boolean;
    reward?: SelfRedeemed | null;
  },
): TierDecision {
  const { steps, balance, reward = null } = facts;
  const today = dayOf(facts.now, program.timeZone).toString();
  const first = begun(program, standing, steps[0]?.day ?? today);
  let course: Course = { standing: first, moves: [], balance, waiting: null };
  for (const step of steps) course = take(program, course, step, reward);
  if (steps.length === 0 && reward) {
    const waiting = waitsUntil(program, course, reward.last, reward);
    // Other tiers prolong nothing: what the night has written led into the tiers of before.
    const least = facts.areTiersChanged && !reward.isDue ? after(today) : today;
    course = { ...course, waiting: waiting !== null && waiting >= least ? waiting : null };
  }
  course = reachToday(program, course, today, reward);
  const isByPoints = program.settings.qualification_type === "POINTS_IN_PERIOD";
  if (facts.areTiersChanged && isByPoints) {
    course = settle(program, course, today, { isEndFixed: true });
  }
  return decided(program, course);
}

/**
 * The same for a member that is looked at for the first time, or anew under other settings:
 * `earned` is what it got in the period of today, and its tier is decided once, by its points of
 * today. Where tiers start with a period, a member without one waits for the next, unless it is due
 * to be looked at for the one that has begun, or the program's tiers have changed meanwhile.
 */
export function decideTierAnew(
  program: TierProgram,
  standing: TierStanding,
  facts: {
    earned: number;
    balance: number;
    now: number;
    /** What the periods of `countedPeriods` came to that are over; else as the member has them. */
    closed?: readonly ClosedPeriod[];
    isDue?: boolean;
    areTiersChanged?: boolean;
    reward?: SelfRedeemed | null;
  },
): TierDecision {
  const { earned, balance, now, isDue = false, reward = null } = facts;
  const today = dayOf(now, program.timeZone).toString();
  const start = { standing: begun(program, standing, today), moves: [], balance, waiting: null };
  const reached = inPeriodOf(program, start, today).standing;
  const known = facts.closed ? withClosed(program, reached, facts.closed) : reached;
  const period_points = isByPeriod(program) ? earned : 0;
  const course: Course = { ...start, standing: { ...known, period_points } };
  const waiting = reward && waitsUntil(program, course, reward.last, reward);
  if (waiting !== null && (waiting > today || reward?.isDue)) {
    const held = { ...course, waiting };
    return decided(program, reward?.isDue ? held : settleAt(program, held, today));
  }
  const isByPoints = program.settings.qualification_type === "POINTS_IN_PERIOD";
  const isMet = isDue || (facts.areTiersChanged && isByPoints);
  const isWaiting = startsNextPeriod(program.settings) && standing.tier_id === null && !isMet;
  return decided(program, isWaiting ? course : replaced(program, course, today));
}
