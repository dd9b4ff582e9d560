import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LocationShape } from "../../model/location";
import { heavyRows } from "../heavy";

/** Places on the map that rules and filters can name. */
export const locations = sqliteTable(
  "locations",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    shape: text({ mode: "json" }).$type<LocationShape>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // Never updated ones too: one walk gives them before all others, so that lists read their page.
    index("locations_updated").on(t.project_id, t.updated_at, t.id),
    heavyRows("locations", t.project_id),
  ],
);
export type LocationRow = typeof locations.$inferSelect;

/**
 * Which rules, segments and collections carry a copy of a location's shape, so that they are
 * written anew with it.
 */
export const locationUses = sqliteTable(
  "location_uses",
  {
    project_id: text().notNull(),
    location_id: text().notNull(),
    object_id: text().notNull(),
    object: text({ enum: ["validation_rules", "segment", "product_collection"] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.location_id, t.object_id] }),
    index("location_uses_object").on(t.project_id, t.object_id),
  ],
);
export type LocationUseRow = typeof locationUses.$inferSelect;
