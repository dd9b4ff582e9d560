import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ReferralCondition, ReferralReward } from "../../model/referral";

type Json = Record<string, unknown>;

/**
 * Who was referred by whom: a referee converts once in each campaign. What converted is the
 * related object.
 */
export const referrals = sqliteTable(
  "referrals",
  {
    project_id: text().notNull(),
    campaign_id: text().notNull(),
    referee_id: text().notNull(),
    referrer_id: text().notNull(),
    voucher_id: text().notNull(),
    related_object_id: text().notNull(),
    related_object_type: text({ enum: ["redemption", "custom_event"] }).notNull(),
    created_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.campaign_id, t.referee_id] })],
);
export type ReferralRow = typeof referrals.$inferSelect;

/** How many somebody has referred in a campaign: moved in the batch of each conversion. */
export const referrers = sqliteTable(
  "referrers",
  {
    project_id: text().notNull(),
    customer_id: text().notNull(),
    campaign_id: text().notNull(),
    referred_customers: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.customer_id, t.campaign_id] })],
);

/** What who refers gets: for each referee, or once for so many. */
export const referralTiers = sqliteTable(
  "referral_tiers",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text().notNull(),
    name: text().notNull(),
    banner: text(),
    condition: text({ mode: "json" }).$type<ReferralCondition>().notNull(),
    reward: text({ mode: "json" }).$type<ReferralReward>().notNull(),
    metadata: text({ mode: "json" }).$type<Json>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("referral_tiers_campaign").on(t.project_id, t.campaign_id, t.id),
  ],
);
export type ReferralTierRow = typeof referralTiers.$inferSelect;

/**
 * What was given for a referral, once for all: `source_id` is the campaign for what its referee
 * got, or the tier; `reason_id` is the referee, or the referrer where so many are counted.
 */
export const referralRewards = sqliteTable(
  "referral_rewards",
  {
    project_id: text().notNull(),
    source_id: text().notNull(),
    reason_id: text().notNull(),
    customer_id: text().notNull(),
    voucher_id: text().notNull(),
    created_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.source_id, t.reason_id] })],
);
export type ReferralRewardRow = typeof referralRewards.$inferSelect;
