import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What customers of a project may agree to, and groups of that. */
export const consents = sqliteTable(
  "consents",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    category: text().notNull(),
    /** The ids of a group; null for a consent. */
    consents: text({ mode: "json" }).$type<string[]>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] })],
);
export type ConsentRow = typeof consents.$inferSelect;
