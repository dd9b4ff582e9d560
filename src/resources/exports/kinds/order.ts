import { firstId } from "../../../lib/id";
import { decodeOrder } from "../../orders/store";
import { orderTotal } from "../../orders/summary";
import type { ExportKind } from "../kind";

const FIELDS = [
  "id",
  "source_id",
  "created_at",
  "updated_at",
  "status",
  "amount",
  "discount_amount",
  "items_discount_amount",
  "total_discount_amount",
  "total_amount",
  "customer_id",
  "referrer_id",
  "metadata",
] as const;

/** Orders without their items, which are not read either. */
export const order: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: FIELDS,
  select: `SELECT o.id, o.project_id, o.source_id, o.status, o.amount, o.discount_amount,
    o.items_discount_amount, o.metadata, o.customer_id, o.referrer_id, o.created_at, o.updated_at
    FROM orders o`,
  alias: "o.",
  key: { columns: ["id"] },
  firstKey: (at) => firstId("ord", at),
  time: "created_at",
  indexes: { customer_id: { column: "customer_id", index: "orders_customer" } },
  cells: (raw) => {
    const row = decodeOrder(raw);
    return {
      id: row.id,
      source_id: row.source_id,
      created_at: row.created_at,
      updated_at: row.updated_at,
      status: row.status,
      amount: row.amount,
      discount_amount: row.discount_amount,
      items_discount_amount: row.items_discount_amount,
      total_discount_amount: row.discount_amount + row.items_discount_amount,
      total_amount: row.amount === null ? null : orderTotal(row),
      customer_id: row.customer_id,
      referrer_id: row.referrer_id,
      metadata: row.metadata,
    };
  },
};
