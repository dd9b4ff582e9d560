import { insertLarge, type RawRow, type Statement } from "../../db/client";
import type { Assertion } from "../../db/commit";
import { haveExpired } from "../../db/expired-points";
import { goodsOfOrders } from "../../db/goods-shown";
import { insertEntry, KEEPERS, keptIn } from "../../db/kept-audit";
import { decodeRedemption, packedOrder, sortKey, toldLines } from "../../db/ledger-rows";
import { type Fragment, param, raw, sql, valuesOf } from "../../db/sql";
import type { AuditRow } from "../../db/tables/audit";
import { type OrderRow, type RedemptionRow, redemptions } from "../../db/tables/redemptions";
import { EITHER } from "../../db/voucher-halves";
import { isoNow, type Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import { tiersOf } from "./sql";

/**
 * Entries with `order` as their batch writes it; null where none is told. The first one keeps the
 * entry of the audit log where it has room for that. Each entry of a stack carries what it took of
 * each line: many of many are more than one parameter takes.
 */
export const insertRedemptions =
  (rows: readonly RedemptionRow[], order: OrderRow | null) =>
  (entry: AuditRow | null): Statement[] => {
    const kept = rows.map((row, at) => {
      const stored = { ...row, order: order && packedOrder(row, order) };
      return keptIn(stored, at === 0 ? entry : null, KEEPERS.redemptions);
    });
    return [
      ...insertLarge(
        redemptions,
        kept.map(({ row }) => row),
      ),
      ...insertEntry(kept[0]?.beside),
    ];
  };

/** Entries as `decodeTold` reads them, `FROM redemptions r`, for further conditions. */
export const TOLD = `r.*, ${toldLines("r")} AS told_lines`;

export const decodeTold = ({ told_lines, ...row }: RawRow): RedemptionRow =>
  decodeRedemption(row, told_lines);

/** A redemption, a failed one or a rollback by its id. */
export const byRedemptionId = (scope: Scope, id: string): Fragment =>
  sql`SELECT ${raw(TOLD)} FROM redemptions r
    WHERE r.project_id = ${scope.project.id} AND r.sort_key = ${sortKey(id)} AND r.id = ${id}`;

export const childrenOf = (scope: Scope, parentId: string): Statement =>
  sql`SELECT * FROM redemptions INDEXED BY redemptions_parent
    WHERE project_id = ${scope.project.id} AND parent_id = ${parentId} ORDER BY sort_key`;

/**
 * Fails where one is rolled back already, and where its customer was forgotten since it was read:
 * rollbacks copy its tracking id.
 */
export function redemptionsStand(scope: Scope, targets: readonly RedemptionRow[]): Assertion {
  const read = JSON.stringify(targets.map((row) => [row.sort_key, row.tracking_id]));
  const holds = sql`SELECT count(*) = ${targets.length} FROM json_each(${read}) t
    CROSS JOIN redemptions r ON r.project_id = ${scope.project.id} AND r.sort_key = t.value->>0
    WHERE r.status = 'SUCCEEDED' AND r.tracking_id IS (t.value->>1)`;
  return { tag: "rolled_back", holds };
}

/**
 * Marks redemptions rolled back, behind the assertion that they stand; a parent follows with its
 * last child.
 */
export function markRolledBack(
  scope: Scope,
  targets: readonly RedemptionRow[],
  parentId: string | null,
) {
  const project = param(scope.project.id);
  const children = [
    sql`UPDATE redemptions SET status = 'ROLLED_BACK' WHERE project_id = ${project}
      AND status = 'SUCCEEDED' AND sort_key IN (${valuesOf(targets.map((row) => row.sort_key))})`,
  ];
  if (parentId === null) return children;
  const left = sql`SELECT 1 FROM redemptions INDEXED BY redemptions_parent
    WHERE project_id = ${project} AND parent_id = ${parentId} AND status = 'SUCCEEDED'`;
  return [
    ...children,
    sql`UPDATE redemptions SET status = 'ROLLED_BACK'
      WHERE project_id = ${project} AND sort_key = ${sortKey(parentId)} AND NOT EXISTS (${left})`,
  ];
}

/** A redemption with everything that it once touched, each under its name. */
export function touchedBy(scope: Scope, id: string) {
  const [project, key, own] = [param(scope.project.id), param(sortKey(id)), param(id)];
  const itself = sql`FROM redemptions
    WHERE project_id = ${project} AND sort_key = ${key} AND id = ${own}`;
  const its = (column: string) => sql`(SELECT ${raw(column)} ${itself})`;
  const ofChildren = (column: string) => sql`SELECT ${raw(column)} FROM redemptions
    INDEXED BY redemptions_parent WHERE project_id = ${project} AND parent_id = ${own}
    UNION ALL SELECT ${its(column)}`;
  const order = sql`FROM orders WHERE project_id = ${project} AND id = ${its("order_id")}`;
  const given = {
    card: raw("effects->>'$.given.voucher_id'"),
    entry: raw("effects->>'$.given.transaction_id'"),
  };
  return {
    redemption: sql`SELECT * ${itself}`,
    expired: sql`SELECT 1 ${itself} AND ${haveExpired({ project, ...given }, isoNow(scope))}`,
    children: childrenOf(scope, id),
    vouchers: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${EITHER} AND v.id IN (${ofChildren("voucher_id")}
        UNION ALL SELECT ${its("effects->>'$.given.voucher_id'")})`,
    tiers: tiersOf(project, ofChildren("promotion_tier_id")),
    stacks: sql`SELECT * FROM promotion_stacks
      WHERE project_id = ${project} AND id IN (${ofChildren("promotion_stack_id")})`,
    customer: sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id = ${its("customer_id")}`,
    order: sql`SELECT * ${order}`,
    goods: goodsOfOrders(project, sql`SELECT items, redemptions ${order}`),
  };
}
