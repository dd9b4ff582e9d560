import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BrandDetails } from "../../model/branding";

/** How a shop presents itself to its customers: at most one brand to a project. */
export const brandings = sqliteTable("brandings", {
  project_id: text().primaryKey(),
  id: text().notNull(),
  details: text({ mode: "json" }).$type<BrandDetails>().notNull(),
  created_at: text().notNull(),
  updated_at: text(),
});
export type BrandingRow = typeof brandings.$inferSelect;
