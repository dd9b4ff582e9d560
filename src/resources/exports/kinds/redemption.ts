import { decodeEntry, sortKey } from "../../../db/ledger-rows";
import { halfText } from "../../../db/voucher-halves";
import { firstId } from "../../../lib/id";
import {
  type ListFields,
  list,
  made,
  number,
  text as textField,
  withFields,
} from "../../../listing/fields";
import { countsPoints, isVoucherType } from "../../../model/voucher-kinds";
import type { Scope } from "../../../scope/scope";
import { CAMPAIGN_ID, redemptionFields } from "../../redemptions/fields-store";
import type { ExportKind } from "../kind";

const FIELDS = [
  "id",
  "object",
  "date",
  "voucher_code",
  "campaign",
  "promotion_tier_id",
  "customer_id",
  "customer_source_id",
  "customer_name",
  "tracking_id",
  "order_id",
  "order_amount",
  "gift_amount",
  "loyalty_points",
  "result",
  "failure_code",
  "failure_message",
  "metadata",
] as const;

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const whole = (value: unknown): number | null => (typeof value === "number" ? value : null);

const firstEntry = (at: number): string => sortKey(firstId("r", at));

/** Whether the entry moved points rather than credits. */
const COUNTS_POINTS = "coalesce(v.type = 'LOYALTY_CARD', 0)";

/** Those of the list; customers, campaigns and vouchers by any of their names. */
function fieldsAsked(scope: Scope): ListFields {
  const listed = redemptionFields(scope);
  const object = listed.named.get("related_object_id");
  return withFields(listed, {
    date: made("r.created_at", "r.sort_key", firstEntry),
    campaign: list(`(SELECT json_array(k.id, k.name) FROM campaigns k
      WHERE k.project_id = r.project_id AND k.id = ${CAMPAIGN_ID})`),
    customer: list("iif(c.id IS NULL, NULL, json_array(c.id, c.source_id))"),
    customer_name: textField("c.name"),
    customer_source_id: textField("c.source_id"),
    voucher: list("iif(v.id IS NULL, NULL, json_array(v.id, v.code))"),
    ...(object && { related_object: object }),
    promotion_tier_id: textField("r.promotion_tier_id"),
    order_amount: number(`r."order"->>'$.amount'`),
    gift_amount: number(`iif(${COUNTS_POINTS}, NULL, r.amount)`),
    loyalty_points: number(`iif(${COUNTS_POINTS}, r.amount, NULL)`),
    failure_message: textField("r.failure_message"),
  });
}

/** All entries of the ledger: redemptions, failed ones and rollbacks. Order lines are not read. */
export const redemption: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: ["id", "object", "date", "voucher_code", "customer_id", "order_amount", "result"],
  columns: `r.sort_key, r.project_id, r.id, r.object, r.voucher_id,
    r.promotion_tier_id, r.customer_id, r.order_id, r.tracking_id, r.metadata, r.amount,
    r.result, r.failure_code, r.failure_message, r.created_at,
    r."order"->>'$.amount' AS order_amount, v.code AS voucher_code, v.type AS voucher_type,
    (SELECT k.name FROM campaigns k WHERE k.project_id = r.project_id AND k.id = coalesce(
       (SELECT t.campaign_id FROM promotion_tiers t
          WHERE t.project_id = r.project_id AND t.id = r.promotion_tier_id),
       v.campaign_id)) AS campaign,
    c.source_id AS customer_source_id, c.name AS customer_name`,
  from: "redemptions r",
  joins: `LEFT JOIN vouchers v INDEXED BY vouchers_id
      ON v.project_id = r.project_id AND ${halfText("either")} AND v.id = r.voucher_id
    LEFT JOIN customers c ON c.project_id = r.project_id AND c.id = r.customer_id`,
  alias: "r.",
  key: { columns: ["sort_key"] },
  firstKey: firstEntry,
  tally: "redemptions",
  orders: ["date", "created_at", "id"],
  sorts: {
    voucher_code: "v.code",
    tracking_id: "r.tracking_id",
    customer_id: "r.customer_id",
  },
  filters: fieldsAsked,
  cells: (raw) => {
    const row = decodeEntry(raw);
    const type = raw.voucher_type;
    const isPoints = isVoucherType(type) && countsPoints(type);
    return {
      id: row.id,
      object: row.object,
      date: row.created_at,
      voucher_code: text(raw.voucher_code),
      campaign: text(raw.campaign),
      promotion_tier_id: row.promotion_tier_id,
      customer_id: row.customer_id,
      customer_source_id: text(raw.customer_source_id),
      customer_name: text(raw.customer_name),
      tracking_id: row.tracking_id,
      order_id: row.order_id,
      order_amount: whole(raw.order_amount),
      gift_amount: isPoints ? null : row.amount,
      loyalty_points: isPoints ? row.amount : null,
      result: row.result,
      failure_code: row.failure_code,
      failure_message: row.failure_message,
      metadata: row.metadata,
    };
  },
};
