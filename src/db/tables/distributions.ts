import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

type Json = Record<string, unknown>;

/** What gives a code of a campaign to each customer to whom a custom event happens. */
export const distributions = sqliteTable(
  "distributions",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text().notNull(),
    name: text().notNull(),
    event_schema_id: text().notNull(),
    event_schema_name: text().notNull(),
    active: integer({ mode: "boolean" }).notNull(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("distributions_campaign").on(t.project_id, t.campaign_id, t.id),
    index("distributions_event").on(t.project_id, t.event_schema_id, t.id),
  ],
);
export type DistributionRow = typeof distributions.$inferSelect;
