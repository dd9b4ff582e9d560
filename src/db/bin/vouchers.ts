import type { Statement } from "../client";
import { type Fragment, param, raw, sql, valuesOf } from "../sql";
import { LIVE } from "../voucher-halves";
import { fallDueAgain } from "./nights";
import { assignAgain, bringBack, dropParts, keep } from "./parts";

/**
 * What goes with these vouchers when they are deleted, kept in the same batch before it goes: their
 * rules, who holds each as its own, and the membership of that customer in a loyalty program. Who
 * was referred by a code is not kept, however many they are.
 */
export function keepVouchers(
  projectId: string,
  ids: readonly string[],
  isCounting: boolean,
): Statement[] {
  const [project, named] = [param(projectId), valuesOf(ids)];
  const held = (table: string, on: string): Fragment =>
    sql`FROM vouchers v INDEXED BY vouchers_id CROSS JOIN ${raw(`${table} k ON k.project_id`)}
        = v.project_id AND k.customer_id = v.holder_id AND ${raw(on)}
      WHERE v.project_id = ${project} AND ${LIVE} AND v.id IN (${named})`;
  const membership = "k.campaign_id = v.campaign_id";
  return [
    keep(
      "validation_rules_assignments",
      raw("k.related_object_id"),
      sql`FROM validation_rules_assignments k
        WHERE k.project_id = ${project} AND k.related_object_id IN (${named})`,
    ),
    keep("redeemable_holders", raw("v.id"), held("redeemable_holders", "k.redeemable_id = v.id")),
    ...(isCounting
      ? [
          keep("memberships", raw("v.id"), held("memberships", membership)),
          keep("loyalty_members", raw("v.id"), held("loyalty_members", membership)),
        ]
      : []),
  ];
}

/** Brings it back, of which so many rules are still there; nights come to their points again. */
export const vouchersBack = (
  projectId: string,
  ids: readonly string[],
  assigned: number,
): Statement[] => [
  ...assignAgain(projectId, ids, assigned),
  bringBack(projectId, "redeemable_holders", ids),
  bringBack(projectId, "memberships", ids),
  bringBack(projectId, "loyalty_members", ids),
  ...fallDueAgain(projectId, ids),
  dropParts(projectId, ids),
];

/** Whether a holder cannot be a member again by a card, being one by another card by now. */
export const isMemberAgain = (constraint: string): boolean =>
  /^(memberships|loyalty_members)\./.test(constraint);

/**
 * The next of a campaign's vouchers that are not free, which all of the deleted ones are among;
 * `gone` are those that were deleted with the campaign, and `joined` tells of a card whose holder
 * has joined the program again with another one.
 */
export const nextGone = (
  projectId: string,
  { campaign_id, deleted_at }: { campaign_id: string; deleted_at: string },
  { after, most }: { after: string; most: number },
): Statement =>
  sql`SELECT v.id, v.code, v.type, coalesce(v.balance, 0) AS balance,
      EXISTS (SELECT 1 FROM trash_bin_parts p CROSS JOIN memberships m
        ON m.project_id = v.project_id AND m.campaign_id = v.campaign_id
          AND m.customer_id = p.customer_id
        WHERE p.project_id = v.project_id AND p.object_id = v.id
          AND p.kind = 'memberships') AS joined,
      v.deleted_at IS ${deleted_at} AND NOT EXISTS (SELECT 1 FROM trash_bin b
        WHERE b.project_id = v.project_id AND b.resource_id = v.id) AS gone,
      (SELECT count(*) FROM trash_bin_parts p WHERE p.project_id = v.project_id
        AND p.object_id = v.id AND p.kind = 'validation_rules_assignments'
        AND EXISTS (SELECT 1 FROM validation_rules r
          WHERE r.project_id = p.project_id AND r.id = p.content->>'$.rule_id')) AS assignments
    FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = ${projectId} AND v.campaign_id = ${campaign_id}
      AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 0
      AND v.id > ${after} ORDER BY v.id LIMIT ${most}`;
