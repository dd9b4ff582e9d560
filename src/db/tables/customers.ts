import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { GivenConsents } from "../../model/consent";
import type { ReferredBy } from "../../model/referral";
import { heavyRows } from "../heavy";
import type { UsageOf } from "./own-usage";

type Json = Record<string, unknown>;

/** The summary is a set of counters that move in the batch of their effect, never a scan. */
export const customers = sqliteTable(
  "customers",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    source_id: text(),
    name: text(),
    description: text(),
    email: text(),
    phone: text(),
    birthday: text(),
    birthdate: text(),
    address: text({ mode: "json" }).$type<Json>(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    /** Only browsers have written the profile: it counts for nothing until a back end writes it. */
    made_by_browser: integer({ mode: "boolean" }).notNull().default(false),
    consents: text({ mode: "json" }).$type<GivenConsents>().notNull().default({}),
    total_redeemed: integer().notNull().default(0),
    total_failed: integer().notNull().default(0),
    total_succeeded: integer().notNull().default(0),
    total_rolled_back: integer().notNull().default(0),
    total_rollback_failed: integer().notNull().default(0),
    total_rollback_succeeded: integer().notNull().default(0),
    gift_redeemed_amount: integer().notNull().default(0),
    loyalty_redeemed_points: integer().notNull().default(0),
    /**
     * What is on the cards that the customer holds, and how many loyalty cards those are: moved by
     * triggers on the cards, whoever moves them.
     */
    gift_balance: integer().notNull().default(0),
    points_balance: integer().notNull().default(0),
    loyalty_cards: integer().notNull().default(0),
    /** The same points by the ids of their programs. */
    program_points: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
    /** Whom the customer has referred, and by whom it was referred itself, once in a campaign. */
    referred_customers: integer().notNull().default(0),
    referrals: text({ mode: "json" }).$type<ReferredBy[]>().notNull().default([]),
    orders_amount: integer().notNull().default(0),
    orders_count: integer().notNull().default(0),
    last_order_amount: integer(),
    last_order_date: text(),
    /**
     * Which order the last one is, and what was the last before it, so that an order can be decided
     * on as if it had not been counted yet.
     */
    last_order_id: text(),
    prior_order_amount: integer(),
    prior_order_date: text(),
    /** The last event after which it was told what segments the customer is in. */
    segments_told: integer().notNull().default(0),
    /** How often the customer used what, for some of all that was used (`db/own-usage.ts`). */
    usage: text({ mode: "json" }).$type<UsageOf>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("customers_source_id")
      .on(t.project_id, t.source_id)
      .where(sql`source_id IS NOT NULL`),
    index("customers_email").on(t.project_id, t.email, t.id).where(sql`email IS NOT NULL`),
    index("customers_updated")
      .on(t.project_id, t.updated_at, t.id)
      .where(sql`updated_at IS NOT NULL`),
    index("customers_never_updated").on(t.project_id, t.id).where(sql`updated_at IS NULL`),
    heavyRows("customers", t.project_id),
  ],
);
export type CustomerRow = typeof customers.$inferSelect;
