import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { CampaignVoucher } from "../../model/campaign";
import { CAMPAIGN_TYPES } from "../../model/campaign-types";
import type { ValidityHours, ValidityTimeframe } from "../../model/time-window";
import { heavyRows } from "../heavy";

type Json = Record<string, unknown>;

/**
 * What its vouchers share stands here once: they inherit windows, discount and gift effect unless
 * their own row says otherwise. While codes are generated, `vouchers_count` is told with what the
 * open action has done so far; the row itself moves when it is done.
 */
export const campaigns = sqliteTable(
  "campaigns",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    description: text(),
    campaign_type: text({ enum: CAMPAIGN_TYPES }).notNull(),
    type: text({ enum: ["AUTO_UPDATE", "STATIC", "STANDALONE"] }).notNull(),
    auto_join: integer({ mode: "boolean" }).notNull(),
    join_once: integer({ mode: "boolean" }).notNull(),
    use_voucher_metadata_schema: integer({ mode: "boolean" }).notNull(),
    protected: integer({ mode: "boolean" }).notNull().default(false),
    active: integer({ mode: "boolean" }).notNull().default(true),
    category: text(),
    category_id: text(),
    voucher: text({ mode: "json" }).$type<CampaignVoucher>(),
    /** As `ReferralProgram`; before programs were held to a schema, as they were sent. */
    referral_program: text({ mode: "json" }).$type<Json>(),
    loyalty_tiers_expiration: text({ mode: "json" }).$type<Json>(),
    activity_duration_after_publishing: text(),
    start_date: text(),
    expiration_date: text(),
    validity_timeframe: text({ mode: "json" }).$type<ValidityTimeframe>(),
    validity_day_of_week: text({ mode: "json" }).$type<number[]>(),
    validity_hours: text({ mode: "json" }).$type<ValidityHours>(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    vouchers_count: integer().notNull().default(0),
    creation_status: text({
      enum: ["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"],
    }).notNull(),
    vouchers_generation_status: text({
      enum: ["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"],
    }).notNull(),
    created_at: text().notNull(),
    updated_at: text(),
    deleted_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("campaigns_name").on(t.project_id, t.name).where(sql`deleted_at IS NULL`),
    index("campaigns_type").on(t.project_id, t.campaign_type, t.id),
    index("campaigns_updated")
      .on(t.project_id, t.updated_at, t.id)
      .where(sql`updated_at IS NOT NULL`),
    heavyRows("campaigns", t.project_id),
  ],
);
export type CampaignRow = typeof campaigns.$inferSelect;

/** Tiers of promotion campaigns, in the order of their hierarchy. */
export const promotionTiers = sqliteTable(
  "promotion_tiers",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text().notNull(),
    name: text().notNull(),
    banner: text(),
    action: text({ mode: "json" }).$type<Json>(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    hierarchy: integer().notNull(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    category: text(),
    category_id: text(),
    start_date: text(),
    expiration_date: text(),
    validity_timeframe: text({ mode: "json" }).$type<ValidityTimeframe>(),
    validity_day_of_week: text({ mode: "json" }).$type<number[]>(),
    validity_hours: text({ mode: "json" }).$type<ValidityHours>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("promotion_tiers_campaign").on(t.project_id, t.campaign_id, t.hierarchy, t.id),
    index("promotion_tiers_updated").on(t.project_id, t.updated_at, t.id),
    index("promotion_tiers_active").on(t.project_id, t.id).where(sql`active = 1`),
    heavyRows("promotion_tiers", t.project_id),
  ],
);
export type PromotionTierRow = typeof promotionTiers.$inferSelect;

/** What happened in a campaign on one day of the project's calendar; a summary adds days up. */
export const campaignDays = sqliteTable(
  "campaign_days",
  {
    project_id: text().notNull(),
    campaign_id: text().notNull(),
    day: text().notNull(),
    validations_succeeded: integer().notNull().default(0),
    validations_failed: integer().notNull().default(0),
    redemptions_succeeded: integer().notNull().default(0),
    redemptions_failed: integer().notNull().default(0),
    rollbacks_succeeded: integer().notNull().default(0),
    rollbacks_failed: integer().notNull().default(0),
    publications_succeeded: integer().notNull().default(0),
    publications_failed: integer().notNull().default(0),
    vouchers_created: integer().notNull().default(0),
    vouchers_deleted: integer().notNull().default(0),
    discounted_amount: integer().notNull().default(0),
    rolledback_discounted_amount: integer().notNull().default(0),
    orders_amount: integer().notNull().default(0),
    orders_rolledback_amount: integer().notNull().default(0),
    created_vouchers_amount: integer().notNull().default(0),
    amount_added: integer().notNull().default(0),
    amount_deleted: integer().notNull().default(0),
    amount_redeemed: integer().notNull().default(0),
    amount_rolledback: integer().notNull().default(0),
    amount_subtracted: integer().notNull().default(0),
    referred_customers: integer().notNull().default(0),
    created_vouchers_points: integer().notNull().default(0),
    points_deleted: integer().notNull().default(0),
    points_subtracted: integer().notNull().default(0),
    points_added: integer().notNull().default(0),
    points_rewarded: integer().notNull().default(0),
    points_redeemed: integer().notNull().default(0),
    points_rolledback: integer().notNull().default(0),
    points_expired: integer().notNull().default(0),
    points_transferred_out: integer().notNull().default(0),
    points_transferred_in: integer().notNull().default(0),
    pending_points_added: integer().notNull().default(0),
    pending_points_subtracted: integer().notNull().default(0),
    pending_points_activated: integer().notNull().default(0),
    pending_points_canceled: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.campaign_id, t.day] })],
);
export type CampaignDayRow = typeof campaignDays.$inferSelect;

/**
 * What happened in a project on one day of its calendar, whether in a campaign or not. Orders count
 * here once, whatever was redeemed on them.
 */
export const projectDays = sqliteTable(
  "project_days",
  {
    project_id: text().notNull(),
    day: text().notNull(),
    validations_succeeded: integer().notNull().default(0),
    validations_failed: integer().notNull().default(0),
    redemptions_succeeded: integer().notNull().default(0),
    redemptions_failed: integer().notNull().default(0),
    rollbacks_succeeded: integer().notNull().default(0),
    rollbacks_failed: integer().notNull().default(0),
    publications_succeeded: integer().notNull().default(0),
    publications_failed: integer().notNull().default(0),
    discounted_amount: integer().notNull().default(0),
    rolledback_discounted_amount: integer().notNull().default(0),
    orders_count: integer().notNull().default(0),
    orders_rolledback_count: integer().notNull().default(0),
    orders_amount: integer().notNull().default(0),
    orders_rolledback_amount: integer().notNull().default(0),
    amount_redeemed: integer().notNull().default(0),
    amount_rolledback: integer().notNull().default(0),
    points_rewarded: integer().notNull().default(0),
    points_added: integer().notNull().default(0),
    pending_points_activated: integer().notNull().default(0),
    points_redeemed: integer().notNull().default(0),
    points_rolledback: integer().notNull().default(0),
    points_expired: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.day] })],
);
export type ProjectDayRow = typeof projectDays.$inferSelect;

/** Columns of a usage counter, none of which is ever negative. */
const COUNTED = [
  "count",
  "day_count",
  "week_count",
  "month_count",
  "orders_amount",
  "discounted_amount",
];

/**
 * What rules on usage count. `owner_id` is a voucher or a campaign; `subject` is empty for all
 * uses, or names a customer or an API key. Day, week and month hold the period that their count is
 * of.
 */
export const usageCounters = sqliteTable(
  "usage_counters",
  {
    project_id: text().notNull(),
    owner_id: text().notNull(),
    subject: text().notNull(),
    count: integer().notNull().default(0),
    orders_amount: integer().notNull().default(0),
    discounted_amount: integer().notNull().default(0),
    day: text().notNull(),
    day_count: integer().notNull().default(0),
    week: text().notNull(),
    week_count: integer().notNull().default(0),
    month: text().notNull(),
    month_count: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.owner_id, t.subject] }),
    check("usage_counted", sql.raw(COUNTED.map((name) => `${name} >= 0`).join(" AND "))),
  ],
);
