import { insertRows, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, joined, param, raw, sql, valuesOf } from "../../db/sql";
import { segmentStanding } from "../../db/tables/catalogue";
import type { CustomerRow } from "../../db/tables/customers";
import type { Scope } from "../../scope/scope";
import { EVERYBODY } from "./store";

/** The segments of the project that are kept up to date as customers change. */
const keptUpToDate = (scope: Scope): Fragment =>
  sql`SELECT s.* FROM segment_members m INDEXED BY segment_members_customer
    CROSS JOIN segments s ON s.project_id = m.project_id AND s.id = m.segment_id
    WHERE m.project_id = ${scope.project.id} AND m.customer_id = ${EVERYBODY}
      AND s.type = 'auto-update'`;

/** Everything that tells whether a customer has entered or left a segment. */
export function standingReads(scope: Scope, customerId: string) {
  const [project, customer] = [param(scope.project.id), param(customerId)];
  return {
    segments: keptUpToDate(scope),
    customers: sql`SELECT * FROM customers WHERE project_id = ${project} AND id = ${customer}`,
    standing: sql`SELECT segment_id FROM segment_standing
      WHERE project_id = ${project} AND customer_id = ${customer}`,
  };
}

/** Columns of a customer that move without an update of it, and that filters read. */
const MOVING = [
  ...["total_redeemed", "total_failed", "total_succeeded", "total_rolled_back"],
  ...["total_rollback_failed", "total_rollback_succeeded", "gift_redeemed_amount"],
  ...["loyalty_redeemed_points", "gift_balance", "points_balance", "orders_amount"],
  ...["orders_count", "last_order_amount", "last_order_date", "updated_at"],
];

/**
 * Aborts where the customer is gone or not as it was read: what was decided of it would be told
 * after what the newer one is in.
 */
export function customerIsAsRead(customer: CustomerRow): Statement {
  const read = param(JSON.stringify(customer));
  const same = MOVING.map((name) => sql`${raw(name)} IS ${read}->>${raw(`'$.${name}'`)}`);
  return sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'customer_moved' FROM customers
    WHERE project_id = ${customer.project_id} AND id = ${customer.id} AND ${joined(same, " AND ")}`;
}

/** Breaks the key where somebody else has written that the customer entered one of them. */
export const enter = ({ project_id, id }: CustomerRow, segmentIds: readonly string[]): Statement =>
  insertRows(
    segmentStanding,
    segmentIds.map((segment_id) => ({ project_id, customer_id: id, segment_id })),
  );

/** Aborts where somebody else has written that the customer left one of them. */
export const leave = (
  { project_id, id }: CustomerRow,
  segmentIds: readonly string[],
): Statement[] => [
  sql`DELETE FROM segment_standing WHERE project_id = ${project_id} AND customer_id = ${id}
    AND segment_id IN (${valuesOf(segmentIds)})`,
  assertChanged("segment_left", segmentIds.length),
];
