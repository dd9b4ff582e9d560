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
import type { KeptAudit } from "./audit";

type Json = Record<string, unknown>;

/** Codes given to a customer. `source_id` makes a repetition answer the same codes. */
export const publications = sqliteTable(
  "publications",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    source_id: text(),
    customer_id: text().notNull(),
    campaign_id: text(),
    voucher_ids: text({ mode: "json" }).$type<string[]>().notNull(),
    channel: text().notNull(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    result: text({ enum: ["SUCCESS", "FAILURE"] }).notNull(),
    failure_code: text(),
    failure_message: text(),
    tracking_id: text(),
    created_at: text().notNull(),
    /** Its entry of the audit log (`db/kept-audit.ts`). */
    audit: text({ mode: "json" }).$type<KeptAudit>(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("publications_source_id")
      .on(t.project_id, t.source_id)
      .where(sql`source_id IS NOT NULL`),
    index("publications_customer").on(t.project_id, t.customer_id, t.id),
    index("publications_campaign")
      .on(t.project_id, t.campaign_id, t.id)
      .where(sql`campaign_id IS NOT NULL`),
    index("publications_failed").on(t.project_id, t.id).where(sql`result = 'FAILURE'`),
    heavyRows("publications", t.project_id),
  ],
);
export type PublicationRow = typeof publications.$inferSelect;

/**
 * Who holds a redeemable, and as what (contract, "Redeemable holder"). The first one has it by a
 * publication; of a referral code any number of referees follow.
 */
export const redeemableHolders = sqliteTable(
  "redeemable_holders",
  {
    project_id: text().notNull(),
    redeemable_id: text().notNull(),
    customer_id: text().notNull(),
    id: text().notNull(),
    redeemable_object: text({ enum: ["voucher"] }).notNull(),
    campaign_id: text(),
    campaign_type: text(),
    voucher_type: text(),
    holder_role: text({ enum: ["OWNER", "REFERRER", "REFEREE"] }).notNull(),
    publication_id: text(),
    metadata: text({ mode: "json" }).$type<Json>().notNull(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.redeemable_id, t.customer_id] }),
    index("redeemable_holders_customer").on(t.project_id, t.customer_id, t.id),
    // Of a referral code any number. Who has a code as its own is found by its holder.
    index("redeemable_holders_referees")
      .on(t.project_id, t.redeemable_id, t.id)
      .where(sql`holder_role = 'REFEREE'`),
    // What was given to a customer by who refers them, among all else that they hold.
    index("redeemable_holders_referee")
      .on(t.project_id, t.customer_id, t.id)
      .where(sql`holder_role = 'REFEREE'`),
    heavyRows("redeemable_holders", t.project_id),
  ],
);
export type RedeemableHolderRow = typeof redeemableHolders.$inferSelect;

/**
 * How often a customer joined a campaign: `join_once` refuses a second time on this row. It goes
 * with the customer.
 */
export const memberships = sqliteTable(
  "memberships",
  {
    project_id: text().notNull(),
    campaign_id: text().notNull(),
    customer_id: text().notNull(),
    publications: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.campaign_id, t.customer_id] }),
    index("memberships_customer").on(t.project_id, t.customer_id, t.campaign_id),
  ],
);
