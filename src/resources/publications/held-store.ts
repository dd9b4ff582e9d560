import { given, withinAnswer } from "../../db/page";
import { type Fragment, joined, raw, sql } from "../../db/sql";
import type { Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import type { HeldQuery } from "./schema";

/** What is large of a voucher is its notes; its holder's entry has them too. */
const BYTES = sql`1000 + octet_length(metadata) + coalesce((
  SELECT octet_length(v.metadata) + coalesce(octet_length(v.additional_info), 0)
  FROM vouchers v INDEXED BY vouchers_id
  WHERE v.project_id = held_project AND v.id = redeemable_id), 0)`;

/** What the customer holds after a cursor, one beyond the limit, as far as one answer holds it. */
export function heldBy(scope: Scope, customer: Fragment, query: HeldQuery): Fragment {
  const isDescending = query.order.startsWith("-");
  const direction = isDescending ? "DESC" : "ASC";
  const conditions = [
    sql`h.project_id = ${scope.project.id} AND h.customer_id = ${customer}`,
    ...given(isDescending ? "h.id <" : "h.id >", query.starting_after_id),
  ];
  return withinAnswer(
    sql`SELECT h.*, h.project_id AS held_project
      FROM redeemable_holders h INDEXED BY redeemable_holders_customer
      WHERE ${joined(conditions, " AND ")}
      ORDER BY h.id ${raw(direction)} LIMIT ${query.limit + 1}`,
    BYTES,
    `id ${direction}`,
  );
}

/** The vouchers that `held` names, but for those deleted since. */
export const vouchersOf = (held: Fragment): Fragment =>
  sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
    WHERE (v.project_id, v.id) IN (SELECT project_id, redeemable_id FROM (${held}))
      AND v.deleted_at IS NULL`;
