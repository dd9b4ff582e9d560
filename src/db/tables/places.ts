import { sql } from "drizzle-orm";
import { check, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What is known of the places that projects live in, by the names of their bindings: a control
 * table. Triggers on the projects count those of each place; a sweep says what else it sees.
 */
export const places = sqliteTable(
  "places",
  {
    name: text().primaryKey(),
    projects: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    /** How long it took to answer lately. */
    milliseconds: integer().notNull().default(0),
    /** What its projects count of what they have most of, and the number of their events so far. */
    rows: integer().notNull().default(0),
    events: integer(),
    /** By how much that number grew a minute from one count to the next. */
    events_per_minute: real().notNull().default(0),
    /** Which project redeemed most often within ten seconds of late, how often a second, when. */
    rush_project_id: text(),
    rush_per_second: real().notNull().default(0),
    rush_at: text(),
    /** When it was counted last; null until then. */
    counted_at: text(),
    /** Null until its first sweep. */
    seen_at: text(),
  },
  (t) => [check("place_projects", sql`${t.projects} >= 0`)],
);
export type PlaceRow = typeof places.$inferSelect;
