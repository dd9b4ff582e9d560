import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, raw, sql } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";
import type { Scope } from "../../scope/scope";

/** What a reward names, as an expression; null where it names nothing of the kind. */
export const parameterOf = (
  scope: Scope,
  rewardId: string,
  path: "campaign.id" | "product.id" | "product.sku_id",
): Fragment =>
  sql`(SELECT parameters->>${raw(`'$.${path}'`)} FROM rewards
    WHERE project_id = ${scope.project.id} AND id = ${rewardId})`;

export const givenProduct = (scope: Scope, rewardId: string): Statement =>
  sql`SELECT * FROM products WHERE project_id = ${scope.project.id}
    AND id = ${parameterOf(scope, rewardId, "product.id")}`;

export const givenSku = (scope: Scope, rewardId: string): Statement =>
  sql`SELECT * FROM skus WHERE project_id = ${scope.project.id}
    AND id = ${parameterOf(scope, rewardId, "product.sku_id")}`;

/**
 * Switches a code off that was given for a reward; one that was used, held or changed since it was
 * read aborts as `voucher_moved`.
 */
export function takeBackVoucher(row: VoucherRow, now: string): Statement[] {
  const project = param(row.project_id);
  return [
    sql`UPDATE vouchers SET active = 0, updated_at = ${now}
      WHERE project_id = ${project} AND code_key = ${row.code_key} AND id = ${row.id}
        AND updated_at IS ${row.updated_at} AND active = 1 AND deleted_at IS ${row.deleted_at}
        AND redeemed_quantity = 0 AND held_quantity = 0`,
    assertChanged("voucher_moved"),
  ];
}
