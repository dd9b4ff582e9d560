import type { UsageMove } from "../model/redemption";
import { type Fragment, param, raw, type Slot, sql } from "./sql";
import type { UsageCells, UsageOf } from "./tables/own-usage";

// Counters of usage that stand in a row which each use writes in any case: those of a voucher for
// everybody and for each key in the voucher's, those of a customer for each owner in the
// customer's. What is older, or too much for one row, stands in `usage_counters`; a counter moves
// from there with the next use that finds room for it, and the one in the row is right from then.

/** Owners that the row of a customer has counters of; those of others stand by themselves. */
export const MOST_OWNERS = 32;

const PERIODS = [
  { name: "day", at: 3 },
  { name: "week", at: 5 },
  { name: "month", at: 7 },
] as const;

/** The counter under a name, in a column of own counters. */
export const cellsOf = (column: string, name: Fragment): Fragment =>
  sql`${raw(column)}->('$."' || ${name} || '"')`;

/** The same as it stands by itself. */
export const cellsApart = (project: Slot, owner: Fragment, subject: Fragment): Fragment =>
  sql`(SELECT json_array(a.count, a.orders_amount, a.discounted_amount, a.day, a.day_count, a.week,
      a.week_count, a.month, a.month_count)
    FROM usage_counters a
    WHERE a.project_id = ${project} AND a.owner_id = ${owner} AND a.subject = ${subject})`;

/** Where own counters stand, and how each is called there; moves are `u.value`. */
interface Place {
  project: Slot;
  column: string;
  /** A JSON list of moves. */
  moves: Fragment;
  name: Fragment;
  owner: Fragment;
  subject: Fragment;
}

const OWNER = raw("(u.value->>'$.owner')");
const SUBJECT = raw("(u.value->>'$.subject')");

/** In the row of a voucher: counters of it, by their subjects. */
export const ofVoucher = (project: Slot, moves: Fragment): Place => ({
  ...{ project, moves, column: "vouchers.usage", name: SUBJECT, subject: SUBJECT },
  owner: raw("vouchers.id"),
});

/** In the row of a customer: counters of that subject, by their owners. */
export const ofCustomer = (project: Slot, moves: Fragment): Place => ({
  ...{ project, moves, column: "customers.usage", name: OWNER, owner: OWNER },
  subject: raw("customers.id"),
});

const before = (at: number): string => `coalesce(x.was->>${at}, 0)`;
const by = (name: string): string => `(x.move->>'$.${name}')`;

const sums = (sign: "+" | "-"): string =>
  ["count", "orders_amount", "discounted_amount"]
    .map((name, at) => `${before(at)} ${sign} ${by(name)}`)
    .join(", ");

/**
 * Where another clock is ahead, or the project's calendar was put back, a counter may stand in a
 * newer period than the use, which then counts there (as `usageNow` of the engine reads it).
 */
const MORE = `${sums("+")}, ${PERIODS.map(
  ({ name, at }) => `max(coalesce(x.was->>${at}, ''), ${by(name)}),
    ${by("count")} + iif(${by(name)} > coalesce(x.was->>${at}, ''), 0, ${before(at + 1)})`,
).join(", ")}`;

/** A period that is over keeps its count. */
const LESS = `${sums("-")}, ${PERIODS.map(
  ({ name, at }) => `x.was->>${at},
    ${before(at + 1)} - iif(x.was->>${at} = ${by(name)}, ${by("count")}, 0)`,
).join(", ")}`;

/** Of which moves the counters change: of all, of those that count anywhere, or in the row. */
type Which = "all" | "counted" | "own";

// The limit keeps SQLite from working out anew what was before wherever it is named.
const moved = ({ column, moves, name, ...at }: Place, cells: string, which: Which): Fragment =>
  sql`json_patch(coalesce(${raw(column)}, '{}'), coalesce((
    SELECT json_group_object(x.name, json_array(${raw(cells)})) FROM (
      SELECT u.value AS move, ${name} AS name, ${
        which === "own"
          ? cellsOf(column, name)
          : sql`coalesce(${cellsOf(column, name)},
        ${cellsApart(at.project, at.owner, at.subject)})`
      } AS was
      FROM json_each(${moves}) u LIMIT -1) x
    ${raw(which === "all" ? "" : "WHERE x.was IS NOT NULL")}), '{}'))`;

/** Changes own counters. */
export interface Change {
  /** Those of all moves; where they stood apart so far, the row has them from now on. */
  all: (place: Place) => Fragment;
  /** Those that the row has: it gets no more of them. */
  own: (place: Place) => Fragment;
}

/** Own counters with what uses add to them. */
export const MORE_USED: Change = {
  all: (place) => moved(place, MORE, "all"),
  own: (place) => moved(place, MORE, "own"),
};

/** The same without what uses had added; what was never counted stays so. */
export const LESS_USED: Change = {
  all: (place) => moved(place, LESS, "counted"),
  own: (place) => moved(place, LESS, "own"),
};

/** Whether the row has a counter of one of the moves by itself. */
export const hasOwn = ({ column, moves, name }: Place): Fragment =>
  sql`EXISTS (SELECT 1 FROM json_each(${moves}) u WHERE ${cellsOf(column, name)} IS NOT NULL)`;

/** The moves that a voucher's row counts, those of one subject's row, and all others. */
export function parted(all: readonly UsageMove[]) {
  const of = (move: UsageMove) =>
    move.subject.startsWith("cust_")
      ? "customers"
      : move.owner.startsWith("v_")
        ? "vouchers"
        : "apart";
  const { vouchers = [], customers = [], apart = [] } = Object.groupBy(all, of);
  return { vouchers, customers, apart };
}

/** Moves by the row that they are of, as JSON: `id` and `moves`. */
export function byRow(all: readonly UsageMove[], name: "owner" | "subject"): Slot {
  const rows = Map.groupBy(all, (move) => move[name]);
  return param(JSON.stringify([...rows].map(([id, moves]) => ({ id, moves }))));
}

/** Whether the row of a customer, as it was read, has room for all of these counters. */
export const hasRoom = (usage: UsageOf | null, moves: readonly UsageMove[]): boolean =>
  Object.keys(usage ?? {}).length < MOST_OWNERS ||
  moves.every(({ owner }) => usage?.[owner] !== undefined);

/** An own counter as it is stored by itself. */
export function counterIn(
  usage: UsageOf | null | undefined,
  name: string,
  of: { owner_id: string; subject: string },
) {
  const cells: UsageCells | undefined = usage?.[name];
  if (!cells) return undefined;
  const [count, orders_amount, discounted_amount, day, day_count, ...longer] = cells;
  const [week, week_count, month, month_count] = longer;
  return {
    ...of,
    ...{ count, orders_amount, discounted_amount, day, day_count },
    ...{ week, week_count, month, month_count },
  };
}
