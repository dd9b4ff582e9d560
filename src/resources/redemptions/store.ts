import { insertLarge, type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { packedOrder } from "../../db/ledger-rows";
import { type RedemptionRow, redemptions } from "../../db/tables/redemptions";
import type { Scope } from "../../scope/scope";

/** Entries of all kinds share one order in time: the id without its prefix. */
export const sortKey = (id: string): string => id.slice(id.indexOf("_") + 1);

/** Each entry of a stack carries its order: many of many lines are more than one parameter takes. */
export const insertRedemptions = (rows: readonly RedemptionRow[]): Statement[] =>
  insertLarge(
    redemptions,
    rows.map((row) => ({ ...row, order: packedOrder(row) })),
  );

/** A redemption, a failed one or a rollback by its id. */
export const byRedemptionId = (scope: Scope, id: string): Statement =>
  statement(
    "SELECT * FROM redemptions WHERE project_id = ?1 AND sort_key = ?2 AND id = ?3",
    scope.project.id,
    sortKey(id),
    id,
  );

export const childrenOf = (scope: Scope, parentId: string): Statement =>
  statement(
    "SELECT * FROM redemptions INDEXED BY redemptions_parent WHERE project_id = ?1 AND parent_id = ?2 ORDER BY sort_key",
    scope.project.id,
    parentId,
  );

/** Marks redemptions rolled back; a parent follows with its last child. */
export function markRolledBack(scope: Scope, ids: readonly string[], parentId: string | null) {
  const children = statement(
    `UPDATE redemptions SET status = 'ROLLED_BACK' WHERE project_id = ?1 AND status = 'SUCCEEDED'
     AND sort_key IN (SELECT value FROM json_each(?2))`,
    scope.project.id,
    JSON.stringify(ids.map(sortKey)),
  );
  const all = assertChanged("rolled_back", ids.length);
  if (parentId === null) return [children, all];
  return [
    children,
    all,
    statement(
      `UPDATE redemptions SET status = 'ROLLED_BACK' WHERE project_id = ?1 AND sort_key = ?2
       AND NOT EXISTS (SELECT 1 FROM redemptions INDEXED BY redemptions_parent WHERE project_id = ?1 AND parent_id = ?3 AND status = 'SUCCEEDED')`,
      scope.project.id,
      sortKey(parentId),
      parentId,
    ),
  ];
}
