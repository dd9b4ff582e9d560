import { decode, type RawRow, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { orderNumber, withNumber } from "../../../db/order-numbers";
import { type Fragment, param, raw, sql } from "../../../db/sql";
import { loyaltyPendingPoints, type PendingPointsRow } from "../../../db/tables/loyalty";
import type { VoucherRow } from "../../../db/tables/vouchers";
import type { Scope } from "../../../scope/scope";
import type { PendingQuery } from "./schema";

/** Pending points with the number of their order, which stands with the order alone. */
export function decodePending({ order_number, ...raw }: RawRow): PendingPointsRow {
  const row = decode(loyaltyPendingPoints, raw);
  return { ...row, details: withNumber(row.details, order_number) };
}

export const pendingById = (scope: Scope, id: string): Statement =>
  sql`SELECT p.*, ${orderNumber("p")} FROM loyalty_pending_points p
    WHERE p.project_id = ${scope.project.id} AND p.id = ${id}`;

/** Those that still wait, of a card or of a program (`owner` is its id), one beyond the limit. */
export function pendingOf(
  scope: Scope,
  owner: { voucher_id: Fragment } | { campaign_id: Fragment },
  { order, limit, starting_after_id: after }: PendingQuery,
): Statement {
  const isDescending = order === "-id";
  const whose =
    "voucher_id" in owner
      ? sql`INDEXED BY pending_points_card
        WHERE project_id = ${scope.project.id} AND voucher_id = ${owner.voucher_id}`
      : sql`INDEXED BY pending_points_campaign
        WHERE project_id = ${scope.project.id} AND campaign_id = ${owner.campaign_id}`;
  const behind = isDescending ? sql`id < ${after ?? "~"}` : sql`id > ${after ?? ""}`;
  return sql`SELECT p.*, ${orderNumber("p")} FROM loyalty_pending_points p
    ${whose} AND status = 'PENDING'
    AND ${behind} ORDER BY id ${raw(isDescending ? "DESC" : "ASC")} LIMIT ${limit + 1}`;
}

type Card = Pick<VoucherRow, "project_id" | "code_key" | "id" | "deleted_at">;

/** Moves what a card says of its pending points. */
export function countPending(
  { project_id, code_key, id, deleted_at }: Card,
  by: number,
): Statement[] {
  const state = sql`coalesce(loyalty, '{"entries":0,"pending":0,"expired":0}')`;
  return [
    sql`UPDATE vouchers SET loyalty = json_set(${state},
        '$.pending', coalesce(loyalty->>'$.pending', 0) + ${by})
      WHERE project_id = ${project_id} AND code_key = ${code_key} AND id = ${id}
        AND deleted_at IS ${deleted_at}`,
    assertChanged("voucher_moved"),
  ];
}

/** Changes pending points that still wait, as they were read; aborts where they do not any more. */
export const movePending = (
  row: PendingPointsRow,
  { points, status, updated_at }: Pick<PendingPointsRow, "points" | "status" | "updated_at">,
): Statement[] => {
  const [project, id] = [param(row.project_id), param(row.id)];
  return [
    sql`UPDATE loyalty_pending_points
      SET points = ${points}, status = ${status}, updated_at = ${updated_at}
      WHERE project_id = ${project} AND id = ${id} AND status = 'PENDING'
        AND points = ${row.points}`,
    assertChanged("pending_moved"),
  ];
};

/**
 * Names the entry of the ledger that they became in the award that gave them, so that a canceled
 * order knows whether they have expired since. Those of no order are not taken back.
 */
export const noteEntry = (
  { project_id, id, order_id }: PendingPointsRow,
  transactionId: string,
): Statement[] =>
  order_id === null
    ? []
    : [
        sql`UPDATE loyalty_awards INDEXED BY loyalty_awards_order
          SET transaction_id = ${transactionId}
          WHERE project_id = ${project_id} AND order_id = ${order_id}
            AND pending_points_id = ${id}`,
      ];
