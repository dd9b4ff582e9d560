import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Projects of this place that are being copied, from here or to here. `owner` is the work that does
 * it; `epoch` is that of its worker of now, so that one before it can write no more.
 *
 * - WATCHED: which rows change is noted in `changed_rows`; all goes on.
 * - FROZEN: likewise, and every write of one is refused.
 * - ASIDE: rows that are no project's, since they are arriving or left behind: no trigger makes
 *   others of them, and sweeps pass them over.
 * - READY: all have arrived; sweeps still pass them over.
 */
export const transits = sqliteTable(
  "transits",
  {
    project_id: text().primaryKey(),
    state: text({ enum: ["WATCHED", "FROZEN", "ASIDE", "READY"] }).notNull(),
    owner: text().notNull(),
    epoch: integer().notNull(),
  },
  (t) => [check("transit_state", sql`${t.state} IN ('WATCHED', 'FROZEN', 'ASIDE', 'READY')`)],
);
export type TransitState = (typeof transits.$inferSelect)["state"];

/**
 * Work that has let a project go, by the epoch of its last worker: one before it, which comes too
 * late, does not begin anew.
 */
export const transitEnds = sqliteTable(
  "transit_ends",
  {
    project_id: text().notNull(),
    owner: text().notNull(),
    epoch: integer().notNull(),
    ended_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.owner] }),
    index("transit_ends_age").on(t.ended_at),
  ],
);

/**
 * Rows that changed since a project is watched, by table and key (a JSON list of its columns beside
 * the project). `version` tells whether one changed again.
 */
export const changedRows = sqliteTable(
  "changed_rows",
  {
    project_id: text().notNull(),
    tab: text().notNull(),
    key: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.tab, t.key] })],
);

/** Projects that have left this place: nothing is written for them (`departures.ts`). */
export const departures = sqliteTable("departures", { project_id: text().primaryKey() });
