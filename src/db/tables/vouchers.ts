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
import type { Discount } from "../../model/discount";
import type { ValidityHours, ValidityTimeframe } from "../../model/time-window";
import { TRANSACTION_TYPES } from "../../model/transaction-types";
import { VOUCHER_TYPES } from "../../model/voucher-kinds";
import type { StoredRow } from "../columns";
import { heavyRows } from "../heavy";
import type { UsageOf } from "./own-usage";

/**
 * What moves on a loyalty card beside its balance. `entries` is the number of its ledger's last
 * entry; points that expired are among those that `subtracted_amount` counts.
 */
export interface LoyaltyState {
  entries: number;
  /** Points that wait to count. */
  pending: number;
  expired: number;
  /** The next day on which some expire, and how many; absent where none do. */
  next_date?: string | null;
  next_points?: number | null;
}

/**
 * `amount`, `balance`, `subtracted_amount` and `redeemed_amount` count credits of a gift card or
 * points of a loyalty card. Ids begin with their time, so the order by id is the order by creation.
 */
export const vouchers = sqliteTable(
  "vouchers",
  {
    project_id: text().notNull(),
    code_key: text().notNull(),
    id: text().notNull(),
    code: text().notNull(),
    type: text({ enum: VOUCHER_TYPES }).notNull(),
    campaign_id: text(),
    category: text(),
    category_id: text(),
    discount: text({ mode: "json" }).$type<Discount>(),
    gift_effect: text({ enum: ["APPLY_TO_ORDER", "APPLY_TO_ITEMS"] }),
    amount: integer(),
    balance: integer(),
    subtracted_amount: integer().notNull().default(0),
    redeemed_amount: integer().notNull().default(0),
    held_amount: integer().notNull().default(0),
    redemption_quantity: integer(),
    redeemed_quantity: integer().notNull().default(0),
    held_quantity: integer().notNull().default(0),
    publish_count: integer().notNull().default(0),
    start_date: text(),
    expiration_date: text(),
    validity_timeframe: text({ mode: "json" }).$type<ValidityTimeframe>(),
    validity_day_of_week: text({ mode: "json" }).$type<number[]>(),
    validity_hours: text({ mode: "json" }).$type<ValidityHours>(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    additional_info: text(),
    metadata: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    is_referral_code: integer({ mode: "boolean" }).notNull().default(false),
    holder_id: text(),
    referrer_id: text(),
    created_at: text().notNull(),
    updated_at: text(),
    deleted_at: text(),
    /** What only loyalty cards have; one column, so that it costs a discount code no more. */
    loyalty: text({ mode: "json" }).$type<LoyaltyState>(),
    /** How often it was used, by everybody and by each key (`db/own-usage.ts`). */
    usage: text({ mode: "json" }).$type<UsageOf>(),
    /**
     * Made by the database, and stored by the index alone. A column that is never null lets SQLite
     * know that an id is of one row, behind which it looks no further; of an expression it would
     * not.
     */
    is_live: integer().notNull().generatedAlwaysAs(sql`deleted_at IS NULL`, { mode: "virtual" }),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.code_key] }),
    // Live ones and gone ones stand apart, so that lists pass over none that is gone; look-ups say
    // in which half (`db/voucher-halves.ts`).
    uniqueIndex("vouchers_id").on(t.project_id, t.is_live, t.id),
    index("vouchers_updated")
      .on(t.project_id, t.updated_at, t.id)
      .where(sql`updated_at IS NOT NULL AND deleted_at IS NULL`),
    // Free codes and given-out ones stand apart, so that the next free one is found at once however
    // many are gone; lists of a campaign walk both halves.
    index("vouchers_pool")
      .on(
        t.project_id,
        t.campaign_id,
        sql`(publish_count = 0 AND active = 1 AND deleted_at IS NULL)`,
        t.id,
        t.code_key,
        // Lists pass over what is in the bin without reading it.
        t.deleted_at,
      )
      .where(sql`campaign_id IS NOT NULL`),
    index("vouchers_holder").on(t.project_id, t.holder_id, t.id).where(sql`holder_id IS NOT NULL`),
    index("vouchers_cards")
      .on(t.project_id, t.holder_id, t.id)
      .where(sql`holder_id IS NOT NULL AND type = 'LOYALTY_CARD'`),
    index("vouchers_category").on(t.project_id, t.category, t.id).where(sql`category IS NOT NULL`),
    check(
      "voucher_quantity",
      sql`redemption_quantity IS NULL OR redeemed_quantity + held_quantity <= redemption_quantity`,
    ),
    check("voucher_redeemed", sql`redeemed_quantity >= 0 AND held_quantity >= 0`),
    check("voucher_balance", sql`balance - held_amount >= 0 AND held_amount >= 0`),
    check("voucher_ledger", sql`balance = amount - subtracted_amount - redeemed_amount`),
    check("voucher_safe", sql`amount <= 9007199254740991`),
    heavyRows("vouchers", t.project_id),
  ],
);
export type VoucherRow = StoredRow<typeof vouchers>;

/**
 * Append-only: what moved a card's balance. The OPENING entry is left out of lists. `sequence`
 * numbers the entries of a loyalty card without gaps, from 1 on behind the opening.
 */
export const voucherTransactions = sqliteTable(
  "voucher_transactions",
  {
    project_id: text().notNull(),
    voucher_id: text().notNull(),
    id: text().notNull(),
    campaign_id: text(),
    type: text({ enum: ["OPENING", ...TRANSACTION_TYPES] }).notNull(),
    amount: integer().notNull(),
    total: integer().notNull(),
    balance: integer().notNull(),
    source_id: text(),
    source: text(),
    reason: text(),
    details: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    related_transaction_id: text(),
    created_at: text().notNull(),
    sequence: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.voucher_id, t.id] }),
    uniqueIndex("voucher_transactions_sequence")
      .on(t.project_id, t.voucher_id, t.sequence)
      .where(sql`sequence IS NOT NULL`),
    index("voucher_transactions_campaign")
      .on(t.project_id, t.campaign_id, t.id)
      .where(sql`campaign_id IS NOT NULL`),
    // Exports walk the entries of all cards in the order of their time.
    index("voucher_transactions_time").on(t.project_id, t.id).where(sql`type <> 'OPENING'`),
  ],
);
export type VoucherTransactionRow = typeof voucherTransactions.$inferSelect;
