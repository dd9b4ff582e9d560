import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, raw, sql, valuesOf } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";
import { GONE, halfOf, LIVE } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "./sql";
import { keyOf } from "./store";

/**
 * Condition: really deleted. The marks that unfinished imports keep in the same column sort behind
 * every time.
 */
const IN_BIN = raw("deleted_at < 'import:'");

/** Whether the voucher, as `v`, has an entry of its own in the bin. */
const ENTRIES = sql`(SELECT count(*) FROM trash_bin b
  WHERE b.project_id = v.project_id AND b.resource_id = v.id) AS entries`;

/** A voucher that was deleted but keeps its code, by that code or by its id. */
export function deletedVouchers(scope: Scope, name: string): Statement {
  const project = param(scope.project.id);
  return sql`SELECT v.*, ${ENTRIES} FROM vouchers v
      WHERE v.project_id = ${project} AND v.code_key = ${keyOf(scope, name)} AND ${IN_BIN}
    UNION ALL SELECT v.*, ${ENTRIES} FROM vouchers v
      WHERE v.project_id = ${project} AND ${GONE} AND v.id = ${name} AND ${IN_BIN}`;
}

/** A voucher that was deleted at this instant, as it was. */
export const voucherGone = (scope: Scope, id: string, deletedAt: string): Statement =>
  sql`${WITH_ASSIGNMENTS} WHERE v.project_id = ${scope.project.id} AND ${GONE} AND v.id = ${id}
    AND v.deleted_at = ${deletedAt}`;

/** Aborts unless vouchers that are there have so much left together, which summaries count. */
export const leftStands = (projectId: string, ids: readonly string[], left: number): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT coalesce(sum(v.balance), 0) = ${left}, 'voucher_moved'
    FROM vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${projectId} AND ${LIVE} AND v.id IN (${valuesOf(ids)})`;

/**
 * Takes vouchers back that were deleted at this instant and have so much left together;
 * aborts where one was not, or where a rollback has given to one since the read.
 */
export function undelete(
  projectId: string,
  ids: readonly string[],
  { deletedAt, left }: { deletedAt: string; left: number },
): Statement[] {
  return [
    sql`UPDATE vouchers INDEXED BY vouchers_id SET deleted_at = NULL
      WHERE project_id = ${projectId} AND ${halfOf("gone", "vouchers")}
        AND id IN (${valuesOf(ids)}) AND deleted_at = ${deletedAt}`,
    assertChanged("voucher_moved", ids.length),
    leftStands(projectId, ids, left),
  ];
}

const byKey = ({ project_id, code_key, id }: VoucherRow): Fragment =>
  sql`project_id = ${project_id} AND code_key = ${code_key} AND id = ${id}`;

/** Frees the code of a voucher that was deleted before; aborts where that is gone. */
export const freeCode = (row: VoucherRow): Statement[] => [
  sql`DELETE FROM vouchers WHERE ${byKey(row)} AND ${IN_BIN}`,
  assertChanged("voucher_moved"),
];

/**
 * Takes the voucher away: for good, or so that its code stays reserved; aborts where it is gone, or
 * where its balance moved since it was read, which summaries count.
 */
export const deleteVoucher = (row: VoucherRow, now: string, isForced: boolean): Statement[] => [
  sql`${isForced ? sql`DELETE FROM vouchers` : sql`UPDATE vouchers SET deleted_at = ${now}`}
    WHERE ${byKey(row)} AND deleted_at IS NULL AND balance IS ${row.balance}`,
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
