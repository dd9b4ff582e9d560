import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Files of events that have left the outbox, each with all from its first number to its last.
 * One that is not sealed yet is being written: its events still stand in the outbox.
 */
export const eventArchives = sqliteTable(
  "event_archives",
  {
    project_id: text().notNull(),
    last: integer().notNull(),
    first: integer().notNull(),
    /** Raised by what changes its events while it is being written: then it is written anew. */
    version: integer().notNull().default(0),
    /** When the newest of its events happened. */
    until: text().notNull(),
    sealed_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.last] }),
    index("event_archives_until").on(t.project_id, t.until),
  ],
);

/** An archive by the numbers of its first and its last event; it has all in between. */
export type ArchiveKey = Pick<typeof eventArchives.$inferSelect, "project_id" | "first" | "last">;

/** In which archives events of a customer stand. */
export const eventArchiveCustomers = sqliteTable(
  "event_archive_customers",
  {
    project_id: text().notNull(),
    customer_id: text().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.customer_id, t.last] })],
);
