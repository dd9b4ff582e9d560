import { decode } from "../../../db/client";
import { sql } from "../../../db/sql";
import { voucherTransactions as entries } from "../../../db/tables/vouchers";
import { NEVER } from "../../../engine/loyalty/expiration";
import { firstId } from "../../../lib/id";
import { listFields, made, text } from "../../../listing/fields";
import { decodeBucket } from "../../loyalties/expiration/store";
import { viewBucket } from "../../loyalties/expiration/view";
import type { ExportKind } from "../kind";

const TRANSACTION = [
  "id",
  "campaign_id",
  "voucher_id",
  "type",
  "source_id",
  "reason",
  "source",
  "balance",
  "amount",
  "related_transaction_id",
  "created_at",
  "details",
] as const;

const EXPIRATION = ["id", "campaign_id", "voucher_id", "points", "status", "expires_at"] as const;

const firstEntry = (at: number): string => firstId("vtx", at);

const ENTRY_FIELDS = listFields({
  voucher_id: text("t.voucher_id", { narrow: (id) => ({ where: sql`t.voucher_id = ${id}` }) }),
  campaign_id: text("t.campaign_id", {
    narrow: (id) => ({
      where: sql`t.campaign_id = ${id}`,
      index: "voucher_transactions_campaign",
    }),
  }),
  created_at: made("t.created_at", "t.id", firstEntry),
});

const BUCKET_FIELDS = listFields({
  voucher_id: text("b.voucher_id", { narrow: (id) => ({ where: sql`b.voucher_id = ${id}` }) }),
  campaign_id: text("b.campaign_id", {
    narrow: (id) => ({ where: sql`b.campaign_id = ${id}`, index: "points_buckets_campaign" }),
  }),
});

/**
 * Entries of the ledgers of cards, in minor units or points: what each changed, and the balance
 * after it. Opening entries are left out, as they are of lists. Entries of two cards may have one
 * id.
 */
export const voucherTransactions: ExportKind<(typeof TRANSACTION)[number]> = {
  fields: TRANSACTION,
  defaults: ["id", "type", "source_id", "reason", "source", "balance", "amount", "created_at"],
  columns: "t.*",
  from: "voucher_transactions t",
  alias: "t.",
  key: {
    columns: ["id", "voucher_id"],
    index: "voucher_transactions_time",
    where: "t.type <> 'OPENING'",
  },
  firstKey: firstEntry,
  orders: ["created_at"],
  filters: () => ENTRY_FIELDS,
  vouchers: "voucher_id",
  cells: (raw) => {
    const row = decode(entries, raw);
    if (row.type === "OPENING") return null;
    return {
      id: row.id,
      campaign_id: row.campaign_id,
      voucher_id: row.voucher_id,
      type: row.type,
      source_id: row.source_id,
      reason: row.reason,
      source: row.source,
      balance: row.balance,
      amount: row.amount,
      related_transaction_id: row.related_transaction_id,
      created_at: row.created_at,
      details: row.details,
    };
  },
};

/** Points by the day on which they expire, or expired. A day whose points are spent has no row. */
export const pointsExpiration: ExportKind<(typeof EXPIRATION)[number]> = {
  fields: EXPIRATION,
  defaults: EXPIRATION,
  columns: "b.*",
  from: "loyalty_points_buckets b",
  alias: "b.",
  key: {
    columns: ["expires_at", "id", "voucher_id"],
    index: "points_buckets_day",
    where: "b.expires_at <> 'never'",
  },
  before: NEVER,
  orders: ["expires_at"],
  filters: () => BUCKET_FIELDS,
  vouchers: "voucher_id",
  cells: (raw) => {
    const row = decodeBucket(raw);
    if (row.points === 0 && row.expired_points === 0) return null;
    const { bucket, status } = viewBucket(row);
    return {
      id: row.id,
      campaign_id: row.campaign_id,
      voucher_id: row.voucher_id,
      points: bucket.total_points,
      status,
      expires_at: row.expires_at,
    };
  },
};
