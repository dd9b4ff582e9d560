import { assert } from "../lib/assert";
import { madeAt } from "../lib/id";
import { slim, whole } from "../lib/slim";
import { decode, type RawRow } from "./client";
import { type OrderRow, type RedemptionRow, redemptions } from "./tables/redemptions";

type Json = Record<string, unknown>;

/** Marks an order that is stored packed; one without the mark is stored as it was shown. */
const PACKED = "is_slim";
/**
 * Of a packed order: which version of its order's lines and metadata it is packed without. Entries
 * older than the mark have lines and metadata of their own.
 */
const LINES = "lines";

/** Entries of all kinds share one order in time: the id without its prefix. */
export const sortKey = (id: string): string => id.slice(id.indexOf("_") + 1);

/** The lines of an order as they were sent, and its metadata. */
export type Lines = Pick<OrderRow, "items" | "metadata">;

const NO_LINES: Lines = { items: null, metadata: {} };

/** What a line has records of any content under. */
const LOOSE = new Set(["metadata", "product", "sku"]);

const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const nonZero = (name: string, value: number): Json => (value === 0 ? {} : { [name]: value });

/** A redemption as its order lists it (contract, "Order", `redemptions`). */
export const useOf = (row: RedemptionRow) => ({
  date: row.created_at,
  related_object_type: row.promotion_tier_id === null ? "voucher" : "promotion_tier",
  related_object_id: row.promotion_tier_id ?? row.voucher_id,
});

/**
 * A line as it was sent, with amounts as they follow from price, quantity and discount. Minor
 * units.
 */
function usualLine({ quantity, price, amount: told, discount_amount }: Json, sent: Json): Json {
  const amount = number(quantity) * number(price);
  return {
    ...sent,
    object: "order_item",
    initial_quantity: quantity,
    amount,
    initial_amount: told ?? amount,
    subtotal_amount: number(told ?? amount) - number(discount_amount),
  };
}

/**
 * The fields of an order in the ledger that equal those of its entry, or follow from its other
 * fields.
 */
function usualOrder(order: Json, row: RedemptionRow, { metadata }: Lines): Json {
  const off = number(order.discount_amount) + number(order.items_discount_amount);
  const applied =
    number(order.applied_discount_amount) + number(order.items_applied_discount_amount);
  const made = madeAt(row.order_id ?? "");
  return {
    id: row.order_id,
    source_id: null,
    status: "PAID",
    initial_amount: order.amount,
    ...nonZero("total_discount_amount", off),
    total_amount: number(order.amount) - off,
    ...nonZero("total_applied_discount_amount", applied),
    metadata,
    customer_id: row.customer_id,
    referrer_id: null,
    ...(row.customer_id && { customer: { id: row.customer_id, object: "customer" } }),
    created_at: made && new Date(made).toISOString(),
    updated_at: row.created_at,
    object: "order",
    redemptions: { [row.id]: useOf(row) },
  };
}

type Pack = (line: Json, sent: Json) => Json;

const packedLine: Pack = (line, sent) => slim(line, usualLine(line, sent), LOOSE);

/** What its amounts follow from may stand in the line as it was sent. */
function unpackedLine(kept: Json, sent: Json): Json {
  const { amount: _, ...rest } = sent;
  return whole(kept, usualLine(whole(kept, rest, LOOSE), sent), LOOSE);
}

/** The lines of an order, each by the one that was sent in its place. */
const eachLine = (items: unknown, lines: Lines, pack: Pack): unknown =>
  Array.isArray(items) ? items.map((item, at) => pack(item, { ...lines.items?.[at] })) : items;

/**
 * Whether entries of the ledger may tell the lines that the order has: they are stored without
 * them, and name their version. Lines that none has told have an odd one.
 */
export const isTold = ({ lines_version: version }: Pick<OrderRow, "lines_version">): boolean =>
  version % 2 === 0;

/**
 * The order of an entry as the ledger stores it: without what the entry or the order itself says
 * twice, and without what stands in `order`, the order as the same batch writes it.
 */
export function packedOrder(row: RedemptionRow, order: OrderRow): Json | null {
  if (!row.order) return null;
  const { items, ...rest } = row.order;
  return {
    ...slim(rest, usualOrder(rest, row, order), LOOSE),
    ...(items !== undefined && { items: eachLine(items, order, packedLine) }),
    [LINES]: order.lines_version,
    [PACKED]: 1,
  };
}

/** The order that was packed into the entry. */
function unpackedOrder(row: RedemptionRow, told: Lines | null): Json | null {
  const { order } = row;
  if (!order || order[PACKED] === undefined) return order;
  const { items, [PACKED]: _, [LINES]: version, ...rest } = order;
  assert(version === undefined || told, "an entry is read with the lines of its order");
  const lines = told ?? NO_LINES;
  return {
    ...whole(rest, usualOrder(rest, row, lines), LOOSE),
    ...(items !== undefined && { items: eachLine(items, lines, unpackedLine) }),
  };
}

/**
 * What is read of the lines and metadata of the order that an entry under `alias` tells, of a table
 * under another alias; null where the entry has its own. Two look-ups, however often the order
 * changed since.
 */
function ofLines(alias: string, read: (table: string) => string): string {
  const version = `${alias}."order"->>'$.${LINES}'`;
  const key = `project_id = ${alias}.project_id`;
  return `iif(${version} IS NULL, NULL, coalesce(
    (SELECT ${read("ol")} FROM order_lines ol
      WHERE ol.${key} AND ol.order_id = ${alias}.order_id AND ol.version = ${version}),
    (SELECT ${read("oo")} FROM orders oo WHERE oo.${key} AND oo.id = ${alias}.order_id)))`;
}

/** The lines and metadata that an entry under `alias` tells, as JSON for `decodeRedemption`. */
export const toldLines = (alias: string): string =>
  ofLines(
    alias,
    (table) => `json_object('items', json(${table}.items), 'metadata', json(${table}.metadata))`,
  );

/** Bytes of the order that an entry under `alias` tells, about: as it is stored, with its lines. */
export const orderBytes = (alias: string): string => {
  const lines = ofLines(
    alias,
    (table) => `coalesce(octet_length(${table}.items), 0) + octet_length(${table}.metadata)`,
  );
  return `(coalesce(octet_length(${alias}."order"), 0) + coalesce(${lines}, 0))`;
};

/** The cast holds because `toldLines` makes such a record. */
const linesIn = (told: unknown): Lines | null =>
  typeof told === "string" ? (JSON.parse(told) as Lines) : null;

/** An entry of the ledger with its order unpacked; `told` is what `toldLines` gave of it. */
export function decodeRedemption(raw: RawRow, told: unknown): RedemptionRow {
  const row = decode(redemptions, raw);
  return { ...row, order: unpackedOrder(row, linesIn(told)) };
}

/** An entry of which nobody is told the order. */
export const decodeEntry = (raw: RawRow): RedemptionRow => ({
  ...decode(redemptions, raw),
  order: null,
});
