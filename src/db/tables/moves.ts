import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How far the copy has come, or its comparison: the table, and the key of its last row (JSON). */
interface Cursor {
  table: string;
  after: string | null;
  /** When it was about to switch first (ISO): that takes moments, or fails again and again. */
  switching_since?: string;
}

/**
 * The last move of each project from one place to another: a control table. `epoch` is that of its
 * worker of now (`transits`); it only grows, whatever becomes of the moves.
 */
export const projectMoves = sqliteTable(
  "project_moves",
  {
    project_id: text().primaryKey(),
    id: text().notNull(),
    from_place: text().notNull(),
    to_place: text().notNull(),
    status: text({ enum: ["IN_PROGRESS", "DONE", "FAILED", "CANCELLED"] }).notNull(),
    /** What is done next (`resources/management/moves/steps.ts`). */
    phase: text({
      enum: [
        "CLEARING",
        "COPYING",
        "COMPARING",
        "CATCHING_UP",
        "SWITCHING",
        "OPENING",
        "UNDOING",
        "LEAVING",
        "OVER",
      ],
    }).notNull(),
    cursor: text({ mode: "json" }).$type<Cursor>(),
    epoch: integer().notNull().default(1),
    /** Until then a worker has it to itself (ISO). */
    leased_until: text(),
    /** Before then nobody does anything about it (ISO). */
    due_at: text(),
    rows_total: integer().notNull().default(0),
    rows_copied: integer().notNull().default(0),
    /** How long writes were refused. */
    stood_still_ms: integer(),
    /** Why it failed. */
    error: text(),
    started_at: text().notNull(),
    updated_at: text().notNull(),
  },
  (t) => [
    index("project_moves_open").on(t.id).where(sql`phase <> 'OVER'`),
    check("move_rows", sql`${t.rows_copied} >= 0`),
  ],
);
export type MoveRow = typeof projectMoves.$inferSelect;
