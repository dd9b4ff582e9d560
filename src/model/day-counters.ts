import * as z from "zod";
import { CalendarDate, Instant } from "./instant";

/** What succeeds or fails; on the wire the sum of both stands beside them. */
export type Outcome = "validations" | "redemptions" | "rollbacks" | "publications";

/** Counters of a summary, each under the name of its column of a day. */
export interface Counters<Single extends string = string> {
  outcomes: readonly Outcome[];
  single: readonly Single[];
}

/** The columns of a day that hold the counters. */
export const columnsOf = ({ outcomes, single }: Counters): string[] => [
  ...outcomes.flatMap((name) => [`${name}_succeeded`, `${name}_failed`]),
  ...single,
];

/** The counters as fields of a schema. */
export const counterFields = (counters: Counters): Record<string, z.ZodInt> =>
  Object.fromEntries([...counters.outcomes, ...columnsOf(counters)].map((name) => [name, z.int()]));

/** The counters as a summary shows them; `of` answers what a column holds. */
export const viewCounters = (
  counters: Counters,
  of: (column: string) => number,
): Record<string, number> =>
  Object.fromEntries([
    ...counters.outcomes.map((name) => [name, of(`${name}_succeeded`) + of(`${name}_failed`)]),
    ...columnsOf(counters).map((name) => [name, of(name)]),
  ]);

const bound = z.union([CalendarDate, Instant]).optional();

/** Bounds of a summary: days, or instants that stand for their day. */
export const SummaryQuery = z.object({ start_date: bound, end_date: bound });
export type SummaryQuery = z.infer<typeof SummaryQuery>;
