import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { type Assertion, assertChanged } from "../../db/commit";
import { goodsOfOrders } from "../../db/goods-shown";
import { isTold } from "../../db/ledger-rows";
import { columnsFrom } from "../../db/rows";
import { type Fragment, nothing, param, projectSlot, raw, shared, sql } from "../../db/sql";
import { type OrderRow, orderLines, orders } from "../../db/tables/redemptions";
import { notFound } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";

export const decodeOrder = (raw: RawRow): OrderRow => decode(orders, raw);

/** The order of an id or, without one, of a source id; all its columns, or one. */
export function byOrderIdentity(
  scope: Scope,
  { id, source_id }: { id?: string | null | undefined; source_id?: string | null | undefined },
  selected: "*" | keyof OrderRow = "*",
): Fragment {
  const column = raw(id ? "id" : "source_id");
  return sql`SELECT ${raw(selected)} FROM orders
    WHERE project_id = ${projectSlot(scope.project.id)}
      AND ${column} = ${shared("order", id || source_id || null)}`;
}

/** Whose a stored order is, as an expression; null where it is nobody's. */
export const customerOfOrder = (
  scope: Scope,
  { id, source_id }: { id?: string | null | undefined; source_id?: string | null | undefined },
): Fragment =>
  sql`(SELECT customer_id FROM orders WHERE project_id = ${projectSlot(scope.project.id)}
    AND ${raw(id ? "id" : "source_id")} = ${shared("order", id || source_id || null)})`;

export const insertOrder = (row: OrderRow): Statement => insertRows(orders, [row]);

/** Fails where another request rewrote the order since it was read. */
export const orderStands = ({ project_id, id, revision }: OrderRow): Assertion => ({
  tag: "order_moved",
  holds: sql`SELECT count(*) FROM orders
    WHERE project_id = ${project_id} AND id = ${id} AND revision = ${revision}`,
});

/** Writes the order as it stands now; aborts where another request rewrote it since it was read. */
export const updateOrder = (before: OrderRow, after: OrderRow): Statement[] => [
  ...rewriteOrder(before, after),
  assertChanged("order_moved"),
];

/**
 * The same behind the assertion that it stands. Lines that entries of the ledger tell are kept
 * where they change.
 */
export function rewriteOrder(before: OrderRow, after: OrderRow): Statement[] {
  const { project_id, id, revision, source_id: _, created_at: __, ...columns } = after;
  const { items, metadata, lines_version: version } = before;
  const told = { project_id, order_id: id, version, items, metadata };
  return [
    ...(isTold(before) && after.lines_version > version ? [insertRows(orderLines, [told])] : []),
    sql`UPDATE orders SET revision = revision + 1, ${columnsFrom(columns)}
      WHERE project_id = ${project_id} AND id = ${id} AND revision = ${revision}`,
  ];
}

/** An order of which nothing is known yet but what callers name it by. */
export const newOrder = (scope: Scope, sourceId: string | null | undefined): OrderRow => ({
  project_id: scope.project.id,
  id: scope.newId("ord"),
  source_id: sourceId || null,
  status: "CREATED",
  amount: null,
  initial_amount: null,
  discount_amount: 0,
  items_discount_amount: 0,
  items: null,
  metadata: {},
  claimed: null,
  customer_id: null,
  referrer_id: null,
  redemptions: {},
  revision: 0,
  lines_version: 0,
  paid_at: null,
  created_at: isoNow(scope),
  updated_at: null,
});

/** Whether an order counts as paid. */
export const isPaid = ({ status }: Pick<OrderRow, "status">): boolean =>
  status === "PAID" || status === "FULFILLED";

/** When an order that takes this status was first paid; one that was before stays as it was. */
export function paidAt(
  scope: Scope,
  before: OrderRow,
  status: OrderRow["status"],
): OrderRow["paid_at"] {
  if (before.paid_at !== null) return before.paid_at;
  if (isPaid(before)) return before.updated_at ?? before.created_at;
  return isPaid({ status }) ? isoNow(scope) : null;
}

/** An order by id or source id, as paths name one; pick with `named`. */
export function byOrderName(scope: Scope, called: string): Fragment {
  const [project, name] = [param(scope.project.id), param(called)];
  return sql`SELECT * FROM orders WHERE project_id = ${project} AND id = ${name}
    UNION ALL SELECT * FROM orders WHERE project_id = ${project} AND source_id = ${name}`;
}

/** Of what a name found, the one that it means: an id goes before a source id. */
export function named(rows: readonly RawRow[], name: string): OrderRow | null {
  const found = rows.find((row) => row.id === name) ?? rows[0];
  return found ? decodeOrder(found) : null;
}

/**
 * An order by id or source id, with the goods of its lines; throws not-found where there is none.
 */
export async function getOrder(scope: Scope, name: string) {
  const orders = byOrderName(scope, name);
  const { rows, goods } = await load(scope, {
    rows: orders,
    goods: goodsOfOrders(param(scope.project.id), orders),
  });
  const order = named(rows, name);
  if (!order) throw notFound("order", name);
  return { order, goods };
}

/** Whose order it is: found by the order's own name, so that it comes in the same round trip. */
export function ownerOf(scope: Scope, called: string): Statement {
  const [project, name] = [param(scope.project.id), param(called)];
  return sql`SELECT * FROM customers WHERE project_id = ${project} AND id IN (
    SELECT customer_id FROM orders WHERE project_id = ${project} AND id = ${name}
    UNION ALL SELECT customer_id FROM orders
      WHERE project_id = ${project} AND source_id = ${name})`;
}

/** Orders that are named, and whose they are; every name leads to its row by itself. */
export function ordersAndOwners(
  scope: Scope,
  { ids, sources }: { ids: readonly string[]; sources: readonly string[] },
) {
  const project = param(scope.project.id);
  const found = (columns: Fragment, join: Fragment) =>
    sql`SELECT ${columns} FROM json_each(${JSON.stringify(ids)}) n
        CROSS JOIN orders o ON o.project_id = ${project} AND o.id = n.value ${join}
      UNION ALL SELECT ${columns} FROM json_each(${JSON.stringify(sources)}) n
        CROSS JOIN orders o ON o.project_id = ${project} AND o.source_id = n.value ${join}`;
  const owner = sql`CROSS JOIN customers c ON c.project_id = ${project} AND c.id = o.customer_id`;
  return { orders: found(raw("o.*"), nothing), owners: found(raw("c.*"), owner) };
}
