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
import type { Earning, PendingPeriod } from "../../model/loyalty/earning";
import type { ExpirationRules } from "../../model/loyalty/expiration-rules";
import type { RewardParameters } from "../../model/loyalty/reward";
import type { ValidityHours, ValidityTimeframe } from "../../model/time-window";
import { heavyRows } from "../heavy";

type Json = Record<string, unknown>;

/**
 * The points of a card that expire on one day (`expires_at`, of the project's calendar; `never` for
 * those that do not). `points` is what is left of them. `due_at` is the instant at which they are
 * gone, fixed when the bucket is made.
 */
export const loyaltyPointsBuckets = sqliteTable(
  "loyalty_points_buckets",
  {
    project_id: text().notNull(),
    voucher_id: text().notNull(),
    expires_at: text().notNull(),
    id: text().notNull(),
    campaign_id: text(),
    points: integer().notNull(),
    expired_points: integer().notNull().default(0),
    due_at: text(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.voucher_id, t.expires_at] }),
    // Emptied buckets stay, for as long as there is a ledger.
    index("points_buckets_left")
      .on(t.project_id, t.voucher_id, t.expires_at)
      .where(sql`points > 0`),
    index("points_buckets_due")
      .on(t.due_at, t.project_id, t.voucher_id)
      .where(sql`due_at IS NOT NULL AND points > 0`),
    index("points_buckets_campaign").on(t.project_id, t.campaign_id, t.expires_at, t.id),
    // Exports walk the buckets of all cards in the order of their days.
    index("points_buckets_day")
      .on(t.project_id, t.expires_at, t.id)
      .where(sql`expires_at <> 'never'`),
    check("points_bucket", sql`points >= 0 AND expired_points >= 0`),
  ],
);
export type PointsBucketRow = typeof loyaltyPointsBuckets.$inferSelect;

/**
 * Append-only: what each entry of a card's ledger put into its buckets or took out of them. A
 * bucket's points are the sum of its moves, an entry's amount the sum of those that it made.
 */
export const loyaltyPointsMoves = sqliteTable(
  "loyalty_points_moves",
  {
    project_id: text().notNull(),
    voucher_id: text().notNull(),
    transaction_id: text().notNull(),
    expires_at: text().notNull(),
    points: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.voucher_id, t.transaction_id, t.expires_at] })],
);
export type PointsMoveRow = typeof loyaltyPointsMoves.$inferSelect;

/** Points that were earned and count from a day on, until which they can be taken back. */
export const loyaltyPendingPoints = sqliteTable(
  "loyalty_pending_points",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    voucher_id: text().notNull(),
    campaign_id: text().notNull(),
    customer_id: text(),
    order_id: text(),
    points: integer().notNull(),
    status: text({ enum: ["PENDING", "ACTIVATED", "CANCELED"] }).notNull(),
    /** The day from which they count, of the project's calendar. */
    activates_at: text().notNull(),
    due_at: text().notNull(),
    /** How they expire once they count; null as the program says. */
    expiration_rules: text({ mode: "json" }).$type<ExpirationRules>(),
    details: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("pending_points_card")
      .on(t.project_id, t.voucher_id, t.id)
      .where(sql`status = 'PENDING'`),
    index("pending_points_campaign")
      .on(t.project_id, t.campaign_id, t.id)
      .where(sql`status = 'PENDING'`),
    index("pending_points_due").on(t.due_at, t.project_id, t.id).where(sql`status = 'PENDING'`),
    check("pending_points", sql`points >= 0`),
  ],
);
export type PendingPointsRow = typeof loyaltyPendingPoints.$inferSelect;

/** What earns points in a program: an event, how many points, and when. */
export const earningRules = sqliteTable(
  "earning_rules",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text().notNull(),
    automation_id: text().notNull(),
    event: text().notNull(),
    /** What narrows the event: a custom event's schema, a segment, a tier of the program. */
    custom_event_schema_id: text(),
    segment_id: text(),
    loyalty_tier_id: text(),
    loyalty: text({ mode: "json" }).$type<Earning>().notNull(),
    pending_points: text({ mode: "json" }).$type<PendingPeriod>(),
    expiration_rules: text({ mode: "json" }).$type<ExpirationRules>(),
    banner: text(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    start_date: text(),
    expiration_date: text(),
    validity_timeframe: text({ mode: "json" }).$type<ValidityTimeframe>(),
    validity_day_of_week: text({ mode: "json" }).$type<number[]>(),
    validity_hours: text({ mode: "json" }).$type<ValidityHours>(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("earning_rules_campaign").on(t.project_id, t.campaign_id, t.id),
    index("earning_rules_event").on(t.project_id, t.event, t.id).where(sql`active = 1`),
    heavyRows("earning_rules", t.project_id),
  ],
);
export type EarningRuleRow = typeof earningRules.$inferSelect;

/**
 * What a rule gave for an event, once for all: `event_key` is the order that was paid, or the id of
 * the event. `taken_back` is what a cancelled order took of it again; null until then.
 */
export const loyaltyAwards = sqliteTable(
  "loyalty_awards",
  {
    project_id: text().notNull(),
    rule_id: text().notNull(),
    event_key: text().notNull(),
    voucher_id: text().notNull(),
    campaign_id: text().notNull(),
    customer_id: text(),
    order_id: text(),
    points: integer().notNull(),
    /** The entry of the ledger, or the pending points, that it became. */
    transaction_id: text(),
    pending_points_id: text(),
    taken_back: integer(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.rule_id, t.event_key] }),
    index("loyalty_awards_order")
      .on(t.project_id, t.order_id, t.rule_id)
      .where(sql`order_id IS NOT NULL`),
  ],
);
export type LoyaltyAwardRow = typeof loyaltyAwards.$inferSelect;

export type TierMapping =
  | { type: "MULTIPLY"; multiplier: number }
  | { type: "CUSTOM"; points: number };

/** Tiers of a program, by the points that lead into them; both bounds are included. */
export const loyaltyTiers = sqliteTable(
  "loyalty_tiers",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text().notNull(),
    name: text().notNull(),
    points_from: integer(),
    points_to: integer(),
    /** By id of an earning rule, or of a reward assignment: what members of the tier get or pay. */
    earning_rules: text({ mode: "json" }).$type<Record<string, TierMapping>>().notNull(),
    rewards: text({ mode: "json" }).$type<Record<string, TierMapping>>().notNull(),
    metadata: text({ mode: "json" }).$type<Json>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("loyalty_tiers_campaign").on(t.project_id, t.campaign_id, t.id),
    heavyRows("loyalty_tiers", t.project_id),
  ],
);
export type LoyaltyTierRow = typeof loyaltyTiers.$inferSelect;

/**
 * A customer in a program: its card, the tier it is in and until when (dates of the project's
 * calendar), and the points that it got in the period that qualifies. `due_at` is the instant at
 * which the tier is looked at again: its end, or the end of the period.
 */
export const loyaltyMembers = sqliteTable(
  "loyalty_members",
  {
    project_id: text().notNull(),
    customer_id: text().notNull(),
    campaign_id: text().notNull(),
    voucher_id: text().notNull(),
    tier_id: text(),
    start_date: text(),
    expiration_date: text(),
    /** The first day of the period that `period_points` counts. */
    period: text(),
    period_points: integer().notNull().default(0),
    /** What the period before it came to. */
    last_points: integer().notNull().default(0),
    /** Periods before that whose tiers could still run, the last one first. */
    earlier: text({ mode: "json" }).$type<{ period: string; points: number }[]>(),
    /** The last entry of the card's ledger that was looked at; null before the first look. */
    counted: integer(),
    due_at: text(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.customer_id, t.campaign_id] }),
    index("loyalty_members_campaign").on(t.project_id, t.campaign_id, t.customer_id),
    index("loyalty_members_card").on(t.project_id, t.voucher_id),
    index("loyalty_members_due")
      .on(t.due_at, t.project_id, t.customer_id, t.campaign_id)
      .where(sql`due_at IS NOT NULL`),
  ],
);
export type LoyaltyMemberRow = typeof loyaltyMembers.$inferSelect;

/** What points can be spent on. `stock` null is as many as are asked for. */
export const rewards = sqliteTable(
  "rewards",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    type: text({ enum: ["CAMPAIGN", "COIN", "MATERIAL"] }).notNull(),
    stock: integer(),
    redeemed: integer().notNull().default(0),
    attributes: text({ mode: "json" })
      .$type<{ image_url?: string; description?: string }>()
      .notNull(),
    metadata: text({ mode: "json" }).$type<Json>(),
    parameters: text({ mode: "json" }).$type<RewardParameters>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    check("reward_stock", sql`stock IS NULL OR redeemed <= stock`),
    check("reward_redeemed", sql`redeemed >= 0`),
    heavyRows("rewards", t.project_id),
  ],
);
export type RewardRow = typeof rewards.$inferSelect;

/** A reward in a program: how many points it costs there. At most one is redeemed by itself. */
export const rewardAssignments = sqliteTable(
  "reward_assignments",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    reward_id: text().notNull(),
    campaign_id: text().notNull(),
    points: integer(),
    auto_redeem: integer({ mode: "boolean" }).notNull().default(false),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("reward_assignments_once").on(t.project_id, t.reward_id, t.campaign_id),
    index("reward_assignments_campaign").on(t.project_id, t.campaign_id, t.id),
    index("reward_assignments_reward").on(t.project_id, t.reward_id, t.id),
    uniqueIndex("reward_assignments_auto")
      .on(t.project_id, t.campaign_id)
      .where(sql`auto_redeem = 1`),
    check("reward_points", sql`points IS NULL OR points >= 0`),
  ],
);
export type RewardAssignmentRow = typeof rewardAssignments.$inferSelect;
