import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ProjectStackingRules } from "../../model/stacking-rules";

/** How redeemables combine in one project, where it differs from the defaults. */
export const stackingRules = sqliteTable("stacking_rules", {
  project_id: text().primaryKey(),
  id: text().notNull(),
  rules: text({ mode: "json" }).$type<Partial<ProjectStackingRules>>().notNull(),
  created_at: text().notNull(),
  updated_at: text(),
});
export type StackingRulesRow = typeof stackingRules.$inferSelect;

/** Tiers under one name, applied in the order of `tiers.ids`. */
export const promotionStacks = sqliteTable(
  "promotion_stacks",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text().notNull(),
    name: text().notNull(),
    tiers: text({ mode: "json" })
      .$type<{ ids: string[]; hierarchy_mode?: "MANUAL" | undefined }>()
      .notNull(),
    category_id: text(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("promotion_stacks_campaign").on(t.project_id, t.campaign_id, t.id),
    index("promotion_stacks_updated").on(t.project_id, t.updated_at, t.id),
  ],
);
export type PromotionStackRow = typeof promotionStacks.$inferSelect;
