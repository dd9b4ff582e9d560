import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ProjectRow } from "./control";

/** Where a backup goes on, as its worker left it. */
export interface BackupState {
  phase: "WATCH" | "ROWS" | "CHANGES" | "FILES" | "END";
  /** The table that is being read, and the key behind which (JSON). */
  table: number;
  after: string | null;
  /** The tables of the version that began to watch; missing where that was an earlier one. */
  watched?: string[];
  /** The file that was copied last, in the order of their names. */
  file: string | null;
  /** The last event whose archive was copied. */
  archived?: number;
  /**
   * Of each table the rows that were read, and those that changed until the moment that the backup
   * shows; missing in backups of earlier versions, which count all tables at that moment.
   */
  tables?: Record<string, { rows: number; changed: number }>;
}

/** Where a restore goes on: in what it brings, in what it looks at after that, or at its end. */
export interface RestoreState {
  phase: "PARTS" | "ARCHIVES" | "COUNTS" | "IN";
  /** Lines of the next part that are there. */
  line: number;
  /** What was looked at last: an archive, or the key of a row of the table that is counted. */
  after: string | null;
  table: number;
  /** Rows of that table until there. */
  counted: number;
}
export const RESTORE_START: RestoreState = {
  phase: "PARTS",
  line: 0,
  after: null,
  table: 0,
  counted: 0,
};

/**
 * Backups of projects, which outlive them: a control table. `cursor` counts the steps done, each
 * of which raises it in the batch of its effect.
 */
export const backups = sqliteTable(
  "backups",
  {
    id: text().primaryKey(),
    project_id: text().notNull(),
    /** The project as it was, with its settings. */
    project: text({ mode: "json" }).$type<ProjectRow>().notNull(),
    status: text({ enum: ["IN_PROGRESS", "DONE", "FAILED", "REMOVED"] }).notNull(),
    state: text({ mode: "json" }).$type<BackupState>().notNull(),
    cursor: integer().notNull().default(0),
    parts: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    /** What its rows come to as text; 0: not known. */
    unpacked: integer().notNull().default(0),
    /** Rows of tables that have few, at the moment that the backup shows; null before that. */
    counts: text({ mode: "json" }).$type<Record<string, number>>(),
    /** That moment. */
    taken_at: text(),
    error: text(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
  },
  (t) => [
    index("backups_project").on(t.project_id, t.id).where(sql`status <> 'REMOVED'`),
    index("backups_held")
      .on(t.project_id, t.taken_at)
      .where(sql`status IN ('DONE', 'IN_PROGRESS')`),
    index("backups_open").on(t.updated_at).where(sql`status IN ('IN_PROGRESS', 'REMOVED')`),
    // Of a project one is made at a time.
    index("backups_going_on").on(t.project_id).where(sql`status = 'IN_PROGRESS'`),
    check("backup_cursor", sql`${t.cursor} >= 0`),
  ],
);
export type BackupRow = typeof backups.$inferSelect;

/** The files of a backup, in the order in which they are read back: a control table. */
export const backupParts = sqliteTable(
  "backup_parts",
  {
    backup_id: text().notNull(),
    part: integer().notNull(),
    /** Rows of one table, rows that changed meanwhile, or a file that the project had. */
    kind: text({ enum: ["rows", "changes", "file"] }).notNull(),
    name: text().notNull(),
    /** The table; of a file, its name behind the project's. */
    source: text().notNull(),
    rows: integer().notNull(),
    bytes: integer().notNull(),
    /** In hex; null of a file that is copied as it is. */
    sha256: text(),
  },
  (t) => [primaryKey({ columns: [t.backup_id, t.part] })],
);
export type BackupPartRow = typeof backupParts.$inferSelect;

/**
 * Who was deleted for good while a backup of the project still holds them, by ids alone: a control
 * table. A restore takes them out again, and they go with the last such backup.
 */
export const erasedCustomers = sqliteTable(
  "erased_customers",
  {
    project_id: text().notNull(),
    customer_id: text().notNull(),
    erased_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.customer_id] })],
);

/** Backups on their way into new projects: a control table. `parts` counts those that are there. */
export const restores = sqliteTable(
  "restores",
  {
    id: text().primaryKey(),
    backup_id: text().notNull(),
    project_id: text().notNull(),
    /** The project as it will be. */
    project: text({ mode: "json" }).$type<ProjectRow>().notNull(),
    status: text({ enum: ["IN_PROGRESS", "DONE", "FAILED"] }).notNull(),
    cursor: integer().notNull().default(0),
    parts: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    state: text({ mode: "json" }).$type<RestoreState>().notNull().default(RESTORE_START),
    error: text(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
  },
  (t) => [
    index("restores_open").on(t.updated_at).where(sql`status = 'IN_PROGRESS'`),
    // What is over leaves after a while.
    index("restores_over").on(t.updated_at).where(sql`status <> 'IN_PROGRESS'`),
    index("restores_backup").on(t.backup_id),
    check("restore_cursor", sql`${t.cursor} >= 0`),
  ],
);
export type RestoreRow = typeof restores.$inferSelect;
