import { primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { heavyRows } from "../heavy";

/** What campaigns are set up from: a body of a create, and the rule that is made with it. */
export const campaignTemplates = sqliteTable(
  "campaign_templates",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    description: text(),
    campaign_type: text({ enum: ["DISCOUNT_COUPONS", "GIFT_VOUCHERS"] }).notNull(),
    template: text({ mode: "json" }).$type<unknown>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("campaign_templates_name").on(t.project_id, t.name),
    heavyRows("campaign_templates", t.project_id),
  ],
);
export type CampaignTemplateRow = typeof campaignTemplates.$inferSelect;
