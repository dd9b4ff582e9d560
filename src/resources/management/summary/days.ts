import { dayNamed, periodsNow } from "../../../commit/days";
import { load } from "../../../commit/load";
import { dayAfter, daysUntil } from "../../../engine/periods";
import { ApiError } from "../../../errors";
import { type SummaryQuery, viewCounters } from "../../../model/day-counters";
import type { Scope } from "../../../scope/scope";
import { COUNTERS } from "./schema";
import { daysIn, decodeDay, MOST_DAYS } from "./store";

/** Days that a summary shows where it is not told from when. */
const USUAL_DAYS = 30;

/** Without bounds the last days up to today. Refuses more than a summary shows. */
function spanOf(scope: Scope, { start_date, end_date }: SummaryQuery) {
  const to = end_date === undefined ? periodsNow(scope).day : dayNamed(scope, end_date);
  const from =
    start_date === undefined ? dayAfter(to, 1 - USUAL_DAYS) : dayNamed(scope, start_date);
  const count = Math.max(0, daysUntil(from, to) + 1);
  if (count <= MOST_DAYS) return { from, to, count };
  throw new ApiError("invalid_query_params", {
    details: `Property .start_date must be less than ${MOST_DAYS} days before .end_date`,
  });
}

const sumOf = (all: readonly { counters: Record<string, number> }[]) => (column: string) =>
  all.reduce((sum, { counters }) => sum + (counters[column] ?? 0), 0);

/**
 * What happened in a project on each day of its calendar, and in all of them. Reads a row for each
 * day on which something happened, in one round trip.
 */
export async function summaryOfProject(scope: Scope, query: SummaryQuery) {
  const { count, ...span } = spanOf(scope, query);
  const { rows } = await load(scope, { rows: daysIn(scope, span) });
  const found = rows
    .map(decodeDay)
    .map(({ project_id: _, day, ...counters }) => ({ day, counters }));
  const byDay = Map.groupBy(found, ({ day }) => day);
  const days = Array.from({ length: count }, (_, at) => dayAfter(span.from, at));
  return {
    start_date: span.from,
    end_date: span.to,
    total: viewCounters(COUNTERS, sumOf(found)),
    days: days.map((day) => ({
      day,
      ...viewCounters(COUNTERS, sumOf(byDay.get(day) ?? [])),
    })),
    object: "project_summary" as const,
  };
}
