import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, raw, sql, valuesOf } from "../../db/sql";
import { halfOf } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";

/**
 * Condition on a campaign's codes: those that can be given away, or all others. The index keeps the
 * two halves apart.
 */
const half = (scope: Scope, campaignId: string, isFree: boolean): Fragment =>
  sql`FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = ${scope.project.id} AND v.campaign_id = ${campaignId}
      AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL)
        = ${raw(isFree ? "1" : "0")}`;

/** The next vouchers of one half, with how many rules and entries in the bin each has. */
export const nextOf = (
  scope: Scope,
  campaignId: string,
  at: { isFree: boolean; after: string; most: number },
): Statement =>
  sql`SELECT v.id, v.type, v.deleted_at IS NULL AS live, coalesce(v.balance, 0) AS balance,
      (SELECT count(*) FROM validation_rules_assignments a
        WHERE a.project_id = v.project_id AND a.related_object_id = v.id) AS assignments,
      (SELECT count(*) FROM trash_bin b
        WHERE b.project_id = v.project_id AND b.resource_id = v.id) AS entries
    ${half(scope, campaignId, at.isFree)} AND v.id > ${at.after} ORDER BY v.id LIMIT ${at.most}`;

/**
 * Whether there is a free code: one that became free after the walk through the free half was over.
 */
export const anyFree = (scope: Scope, campaignId: string): Statement =>
  sql`SELECT 1 ${half(scope, campaignId, true)} LIMIT 1`;

/**
 * Takes vouchers away: as of an instant, so that their codes stay reserved, or for good where it is
 * null; aborts where one is gone.
 */
export function takeVouchers(scope: Scope, ids: readonly string[], at: string | null) {
  const verb =
    at === null
      ? sql`DELETE FROM vouchers INDEXED BY vouchers_id`
      : sql`UPDATE vouchers INDEXED BY vouchers_id SET deleted_at = ${at}`;
  return [
    sql`${verb} WHERE project_id = ${scope.project.id}
      AND ${halfOf(at === null ? "either" : "live", "vouchers")} AND id IN (${valuesOf(ids)})`,
    assertChanged("voucher_moved", ids.length),
  ];
}

/** Counts codes out of a campaign that was deleted, which may have counted none of them. */
export const uncountVouchers = (scope: Scope, campaignId: string, by: number): Statement =>
  sql`UPDATE campaigns SET vouchers_count = max(vouchers_count - ${by}, 0)
    WHERE project_id = ${scope.project.id} AND id = ${campaignId}`;
