import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { OrderClaims, OrderItemInput } from "../../model/order";
import type { RedemptionEffects } from "../../model/redemption";
import { heavyRows } from "../heavy";
import type { KeptAudit } from "./audit";

type Json = Record<string, unknown>;

/**
 * `revision` guards against two requests rewriting one order at once. `paid_at` is when it was
 * first PAID, or FULFILLED without that; null until then, and of orders older than the column.
 * `lines_version` is that of its lines and metadata, under which entries of the ledger name them:
 * one more where they change, even or odd as those may be told by entries or by none. `claimed` is
 * what of them only a browser has said; null where a back end has written the cart.
 */
export const orders = sqliteTable(
  "orders",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    source_id: text(),
    status: text({ enum: ["CREATED", "PAID", "FULFILLED", "CANCELED"] }).notNull(),
    amount: integer(),
    initial_amount: integer(),
    discount_amount: integer().notNull().default(0),
    items_discount_amount: integer().notNull().default(0),
    items: text({ mode: "json" }).$type<OrderItemInput[]>(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    claimed: text({ mode: "json" }).$type<OrderClaims>(),
    customer_id: text(),
    referrer_id: text(),
    redemptions: text({ mode: "json" }).$type<Record<string, Json>>().notNull(),
    revision: integer().notNull().default(0),
    lines_version: integer().notNull().default(0),
    paid_at: text(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("orders_source_id").on(t.project_id, t.source_id).where(sql`source_id IS NOT NULL`),
    index("orders_customer")
      .on(t.project_id, t.customer_id, t.id)
      .where(sql`customer_id IS NOT NULL`),
    index("orders_updated").on(t.project_id, t.updated_at, t.id).where(sql`updated_at IS NOT NULL`),
    index("orders_never_updated").on(t.project_id, t.id).where(sql`updated_at IS NULL`),
    heavyRows("orders", t.project_id),
  ],
);
export type OrderRow = typeof orders.$inferSelect;

/** Lines and metadata that an order had when entries of the ledger were made, and has no more. */
export const orderLines = sqliteTable(
  "order_lines",
  {
    project_id: text().notNull(),
    order_id: text().notNull(),
    version: integer().notNull(),
    items: text({ mode: "json" }).$type<OrderItemInput[]>(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.order_id, t.version] }),
    heavyRows("order_lines", t.project_id),
  ],
);

/**
 * The ledger of redemptions and rollbacks, append-only but for `status`. `sort_key` is the id
 * without its prefix: r_, rf_, rr_ and rrf_ entries then share one order in time. The first entry
 * that a request makes keeps that of the audit log (`db/kept-audit.ts`).
 */
export const redemptions = sqliteTable(
  "redemptions",
  {
    project_id: text().notNull(),
    sort_key: text().notNull(),
    id: text().notNull(),
    object: text({ enum: ["redemption", "redemption_rollback"] }).notNull(),
    redemption_id: text(),
    parent_id: text(),
    voucher_id: text(),
    promotion_tier_id: text(),
    promotion_stack_id: text(),
    customer_id: text(),
    order_id: text(),
    tracking_id: text(),
    metadata: text({ mode: "json" }).$type<Json>(),
    amount: integer(),
    result: text({ enum: ["SUCCESS", "FAILURE"] }).notNull(),
    status: text({ enum: ["SUCCEEDED", "FAILED", "ROLLED_BACK"] }).notNull(),
    failure_code: text(),
    failure_message: text(),
    reason: text(),
    order: text({ mode: "json" }).$type<Json>(),
    effects: text({ mode: "json" }).$type<RedemptionEffects>().notNull(),
    channel: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
    audit: text({ mode: "json" }).$type<KeptAudit>(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.sort_key] }),
    index("redemptions_voucher")
      .on(t.project_id, t.voucher_id, t.sort_key)
      .where(sql`voucher_id IS NOT NULL`),
    index("redemptions_customer")
      .on(t.project_id, t.customer_id, t.sort_key)
      .where(sql`customer_id IS NOT NULL`),
    index("redemptions_parent")
      .on(t.project_id, t.parent_id, t.sort_key)
      .where(sql`parent_id IS NOT NULL`),
    index("redemptions_failed").on(t.project_id, t.sort_key).where(sql`result = 'FAILURE'`),
    uniqueIndex("redemptions_rollback_once")
      .on(t.project_id, t.redemption_id)
      .where(sql`object = 'redemption_rollback' AND result = 'SUCCESS'`),
    heavyRows("redemptions", t.project_id),
  ],
);
export type RedemptionRow = typeof redemptions.$inferSelect;
