import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, raw, sql } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";
import type { Scope } from "../../scope/scope";
import { keyOf } from "./store";

/**
 * Condition: really deleted. The marks that unfinished imports keep in the same column sort behind
 * every time.
 */
const GONE = raw("deleted_at < 'import:'");

/** A voucher that was deleted but keeps its code, by that code or by its id. */
export function deletedVouchers(scope: Scope, name: string): Statement {
  const project = param(scope.project.id);
  return sql`SELECT * FROM vouchers
      WHERE project_id = ${project} AND code_key = ${keyOf(scope, name)} AND ${GONE}
    UNION ALL SELECT * FROM vouchers WHERE project_id = ${project} AND id = ${name} AND ${GONE}`;
}

const byKey = ({ project_id, code_key, id }: VoucherRow): Fragment =>
  sql`project_id = ${project_id} AND code_key = ${code_key} AND id = ${id}`;

/** Frees the code of a voucher that was deleted before; aborts where that is gone. */
export const freeCode = (row: VoucherRow): Statement[] => [
  sql`DELETE FROM vouchers WHERE ${byKey(row)} AND ${GONE}`,
  assertChanged("voucher_moved"),
];

/**
 * Takes the voucher away: for good, or so that its code stays reserved; aborts where it is gone.
 */
export const deleteVoucher = (row: VoucherRow, now: string, isForced: boolean): Statement[] => [
  sql`${isForced ? sql`DELETE FROM vouchers` : sql`UPDATE vouchers SET deleted_at = ${now}`}
    WHERE ${byKey(row)} AND deleted_at IS NULL`,
  assertChanged("voucher_moved"),
];

/** Counts the voucher out of its campaign, if it has one. */
export const uncounted = ({ project_id, campaign_id }: VoucherRow): Statement[] =>
  campaign_id === null
    ? []
    : [
        sql`UPDATE campaigns SET vouchers_count = vouchers_count - 1
          WHERE project_id = ${project_id} AND id = ${campaign_id}`,
      ];
