import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { heavyRows } from "../heavy";

type Json = Record<string, unknown>;

/** What a whole file comes to: its rows without the titles, its bytes and their SHA-256 in hex. */
export interface FileManifest {
  rows: number;
  bytes: number;
  sha256: string;
}

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
    // What is over leaves after a while.
    index("async_actions_over").on(t.updated_at, t.project_id, t.id).where(sql`status = 'DONE'`),
    index("async_actions_turns").on(t.project_id, t.id).where(sql`status = 'IN_PROGRESS'`),
    index("async_actions_related")
      .on(t.project_id, t.related_id, t.id)
      .where(sql`related_id IS NOT NULL AND status = 'IN_PROGRESS'`),
    // Of a type, whose files with a title line are told apart from arrays.
    index("async_actions_type").on(
      t.project_id,
      t.type,
      sql`(input->>'$.header' IS NOT NULL)`,
      t.id,
    ),
    check("action_progress", sql`done >= 0 AND done <= total`),
    check("action_cursor", sql`cursor >= 0`),
    heavyRows("async_actions", t.project_id),
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
    /** Null until the file is there. */
    manifest: text({ mode: "json" }).$type<FileManifest>(),
    /** What writes the file; null of exports that were made before they named it. */
    action_id: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("exports_age").on(t.created_at),
    heavyRows("exports", t.project_id),
  ],
);
export type ExportRow = typeof exportsTable.$inferSelect;

/**
 * Jobs that failed, so that they are seen. `due_at` is when one is tried again by itself; without
 * it the job waits for somebody to send it again. The id follows from the body: one job is here
 * once.
 */
export const deadJobs = sqliteTable(
  "dead_jobs",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    queue: text().notNull(),
    body: text({ mode: "json" }).$type<Json>().notNull(),
    attempts: integer().notNull(),
    /** Null where the job was cut off before it could say. */
    cause: text(),
    died_at: text().notNull(),
    due_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("dead_jobs_newest").on(t.project_id, t.died_at, t.id),
    index("dead_jobs_due").on(t.due_at).where(sql`due_at IS NOT NULL`),
    index("dead_jobs_age").on(t.died_at),
    index("dead_jobs_left").on(t.died_at).where(sql`due_at IS NULL`),
    heavyRows("dead_jobs", t.project_id),
  ],
);
export type DeadJobRow = typeof deadJobs.$inferSelect;

/**
 * Work that one worker alone does at a time, by its name: nobody else begins it before `until`
 * (ISO). The nightly run also notes here when it last went on. It belongs to the deployment, not to
 * a project.
 */
export const jobLeases = sqliteTable("job_leases", {
  name: text().primaryKey(),
  until: text().notNull(),
});

/**
 * The last run of each sweep, so that those who look from outside see one that stopped or fails. It
 * belongs to the deployment, not to a project.
 */
export const sweepRuns = sqliteTable("sweep_runs", {
  name: text().primaryKey(),
  ran_at: text().notNull(),
  milliseconds: integer().notNull(),
  /** Why it failed; null where it did not. */
  cause: text(),
  /** When the oldest of what it found late was made; null where nothing was late. */
  oldest_at: text(),
});
export type SweepRunRow = typeof sweepRuns.$inferSelect;

/**
 * The last event that a listener took up, where that is another than `events_taken` of the
 * project's tallies, up to which all listeners have come: a listener without a row stands there.
 */
export const listenerCursors = sqliteTable(
  "listener_cursors",
  {
    project_id: text().notNull(),
    listener: text().notNull(),
    taken: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.listener] })],
);
