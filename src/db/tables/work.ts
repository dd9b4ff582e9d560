import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

type Json = Record<string, unknown>;

/**
 * Work that goes on in the background. `cursor` counts the steps done: each step raises it in the
 * batch of its effect, so that a message delivered twice or after a crash repeats nothing. `state`
 * is the job's own; `related_id` names what it works on.
 */
export const asyncActions = sqliteTable(
  "async_actions",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    type: text().notNull(),
    related_id: text(),
    status: text({ enum: ["IN_PROGRESS", "DONE"] }).notNull(),
    operation_status: text({ enum: ["SUCCESS", "FAILED"] }),
    input: text({ mode: "json" }).$type<Json>().notNull(),
    state: text({ mode: "json" }).$type<Json>().notNull(),
    cursor: integer().notNull().default(0),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    result: text({ mode: "json" }).$type<Json>(),
    request_id: text().notNull(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("async_actions_open").on(t.updated_at).where(sql`status = 'IN_PROGRESS'`),
    index("async_actions_related")
      .on(t.project_id, t.related_id, t.id)
      .where(sql`related_id IS NOT NULL AND status = 'IN_PROGRESS'`),
    check("action_progress", sql`done >= 0 AND done <= total`),
    check("action_cursor", sql`cursor >= 0`),
  ],
);
export type AsyncActionRow = typeof asyncActions.$inferSelect;

/** Files made of the project's data; the file itself is in the bucket under the export's id. */
export const exportsTable = sqliteTable(
  "exports",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    exported_object: text().notNull(),
    parameters: text({ mode: "json" }).$type<Json>().notNull(),
    status: text({ enum: ["SCHEDULED", "IN_PROGRESS", "DONE", "ERROR"] }).notNull(),
    channel: text().notNull(),
    user_id: text(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);
export type ExportRow = typeof exportsTable.$inferSelect;
