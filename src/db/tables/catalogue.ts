import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { heavyRows } from "../heavy";

type Json = Record<string, unknown>;

/** What the shop sells; prices in minor units. */
export const products = sqliteTable(
  "products",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    source_id: text(),
    name: text(),
    price: integer(),
    attributes: text({ mode: "json" }).$type<string[]>(),
    image_url: text(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("products_source_id")
      .on(t.project_id, t.source_id)
      .where(sql`source_id IS NOT NULL`),
    // Never updated ones too: one walk gives them before all others, so that lists read their page.
    index("products_updated").on(t.project_id, t.updated_at, t.id),
    heavyRows("products", t.project_id),
  ],
);
export type ProductRow = typeof products.$inferSelect;

export const skus = sqliteTable(
  "skus",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    product_id: text().notNull(),
    source_id: text(),
    sku: text(),
    price: integer(),
    currency: text(),
    attributes: text({ mode: "json" }).$type<Json>(),
    image_url: text(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("skus_source_id").on(t.project_id, t.source_id).where(sql`source_id IS NOT NULL`),
    index("skus_product").on(t.project_id, t.product_id, t.id),
    heavyRows("skus", t.project_id),
  ],
);
export type SkuRow = typeof skus.$inferSelect;

/** Products and SKUs under one name: listed (STATIC), or found by a filter (AUTO_UPDATE). */
export const productCollections = sqliteTable(
  "product_collections",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    type: text({ enum: ["STATIC", "AUTO_UPDATE"] }).notNull(),
    filter: text({ mode: "json" }).$type<Json>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    heavyRows("product_collections", t.project_id),
  ],
);
export type ProductCollectionRow = typeof productCollections.$inferSelect;

/** Members of static collections; `object` says whether the id is of a product or a SKU. */
export const productCollectionMembers = sqliteTable(
  "product_collection_members",
  {
    project_id: text().notNull(),
    collection_id: text().notNull(),
    object_id: text().notNull(),
    object: text({ enum: ["product", "sku"] }).notNull(),
    product_id: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.collection_id, t.object_id] }),
    index("product_collection_members_object").on(t.project_id, t.object_id, t.collection_id),
  ],
);
export type ProductCollectionMemberRow = typeof productCollectionMembers.$inferSelect;

/** Lower hierarchy goes first where redeemables stack. */
export const categories = sqliteTable(
  "categories",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    hierarchy: integer().notNull(),
    stacking_rules_type: text({ enum: ["JOINT", "EXCLUSIVE"] }),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("categories_name").on(t.project_id, t.name),
  ],
);
export type CategoryRow = typeof categories.$inferSelect;

/** Customers under one name: listed (static), or met by a filter (auto-update, passive). */
export const segments = sqliteTable(
  "segments",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    type: text({ enum: ["static", "auto-update", "passive"] }).notNull(),
    filter: text({ mode: "json" }).$type<Json>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.id] }), heavyRows("segments", t.project_id)],
);
export type SegmentRow = typeof segments.$inferSelect;

/** Members of static segments. */
export const segmentMembers = sqliteTable(
  "segment_members",
  {
    project_id: text().notNull(),
    segment_id: text().notNull(),
    customer_id: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.segment_id, t.customer_id] }),
    index("segment_members_customer").on(t.project_id, t.customer_id, t.segment_id),
  ],
);

/**
 * Segments kept up to date that a customer was told to have entered and not to have left since. A
 * deleted segment's rows go when the customer is next looked at.
 */
export const segmentStanding = sqliteTable(
  "segment_standing",
  {
    project_id: text().notNull(),
    customer_id: text().notNull(),
    segment_id: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.customer_id, t.segment_id] })],
);
