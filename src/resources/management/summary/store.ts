import { decode, type RawRow } from "../../../db/client";
import { type Fragment, raw, sql } from "../../../db/sql";
import { type ProjectDayRow, projectDays } from "../../../db/tables/campaigns";
import type { Scope } from "../../../scope/scope";

/** Days that one summary shows at most. */
export const MOST_DAYS = 366;

export const decodeDay = (row: RawRow): ProjectDayRow => decode(projectDays, row);

/**
 * The project's days between two, both included, on which something happened. The day on which it
 * was counted last may have two rows.
 */
export const daysIn = (scope: Scope, { from, to }: { from: string; to: string }): Fragment =>
  sql`SELECT * FROM days_v
    WHERE project_id = ${scope.project.id} AND day >= ${from} AND day <= ${to}
    ORDER BY day LIMIT ${raw(MOST_DAYS + 1)}`;
