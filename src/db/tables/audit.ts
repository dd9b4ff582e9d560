import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Who did what: each call of management, and each change that a back end's key has made. It only
 * grows; triggers refuse everything else, but for the end of entries that are over a year old. Of
 * what was sent it has names, and no values.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    created_at: text().notNull(),
    request_id: text().notNull(),
    family: text({ enum: ["server", "management"] }).notNull(),
    key_id: text().notNull(),
    key_name: text(),
    by_token: integer({ mode: "boolean" }).notNull(),
    operation: text().notNull(),
    status: integer().notNull(),
    object_id: text(),
    fields: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);
/** How far a sweep has come that goes round over all projects, a piece each time. */
export const rounds = sqliteTable("rounds", {
  name: text().primaryKey(),
  after: text().notNull(),
});

export type AuditRow = typeof auditLog.$inferSelect;

/** Entries are kept so long; the triggers guard them for a day less. */
export const AUDIT_DAYS = 400;

/** What an entry says beyond the row that keeps it (`db/kept-audit.ts`). */
export type KeptAudit = Pick<AuditRow, "request_id" | "fields"> & Partial<AuditRow>;
