import { sql, valuesOf } from "../../../db/sql";
import { firstId } from "../../../lib/id";
import { date, listFields, made, number, text, word } from "../../../listing/fields";
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

const STATUSES = ["CREATED", "PAID", "FULFILLED", "CANCELED"];

const firstOrder = (at: number): string => firstId("ord", at);

const ORDER_FIELDS = listFields(
  {
    id: text("o.id", { find: (ids) => ({ where: sql`o.id IN (${valuesOf(ids)})` }) }),
    source_id: text("o.source_id", {
      find: (ids) => ({
        where: sql`o.source_id IN (${valuesOf(ids)})`,
        index: "orders_source_id",
      }),
    }),
    status: word("o.status", STATUSES),
    amount: number("o.amount"),
    discount_amount: number("o.discount_amount"),
    items_discount_amount: number("o.items_discount_amount"),
    total_discount_amount: number("(o.discount_amount + o.items_discount_amount)"),
    total_amount: number("(o.amount - o.discount_amount - o.items_discount_amount)"),
    customer_id: text("o.customer_id", {
      narrow: (id) => ({ where: sql`o.customer_id = ${id}`, index: "orders_customer" }),
    }),
    referrer_id: text("o.referrer_id"),
    created_at: made("o.created_at", "o.id", firstOrder),
    updated_at: date("o.updated_at"),
  },
  { metadata: "o.metadata" },
);

/** Orders without their items, which are not read either. */
export const order: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: FIELDS,
  columns: `o.id, o.project_id, o.source_id, o.status, o.amount, o.discount_amount,
    o.items_discount_amount, o.metadata, o.customer_id, o.referrer_id, o.created_at, o.updated_at`,
  from: "orders o",
  alias: "o.",
  key: { columns: ["id"] },
  firstKey: firstOrder,
  tally: "orders",
  orders: ["created_at", "id"],
  sorts: { updated_at: "o.updated_at", status: "o.status" },
  filters: () => ORDER_FIELDS,
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
