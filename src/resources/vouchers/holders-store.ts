import type { Statement } from "../../db/client";
import { type Fragment, nothing, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { valueOfEither } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";

/** The holders of vouchers, so many of them; ids are a JSON list. */
const someHolders = (project: Slot, ids: Slot, most: number, where: Fragment = nothing): Fragment =>
  sql`SELECT h.project_id, h.redeemable_id, h.customer_id FROM json_each(${ids}) j
    CROSS JOIN redeemable_holders h
      ON h.project_id = ${project} AND h.redeemable_id = j.value ${where} LIMIT ${most}`;

/** Takes holders away; the keys of these are a SELECT. */
const deleteHolders = (keys: Fragment): Statement =>
  sql`DELETE FROM redeemable_holders
    WHERE (project_id, redeemable_id, customer_id) IN (${keys})`;

const HOLDER = valueOfEither("v.holder_id", { project: "h.project_id", id: "h.redeemable_id" });

/** Of whom `h` is: not who has the voucher as its own, whom the bin keeps. */
const REFERRED = raw(`WHERE h.customer_id IS NOT ${HOLDER}`);

/**
 * So many of those who hold these vouchers hold them no more; goes into the batch that deletes
 * them. A referral code has any number of holders.
 */
export function releaseVouchers(
  projectId: string,
  voucherIds: readonly string[],
  most: number,
): Statement {
  const [project, ids] = [param(projectId), param(JSON.stringify(voucherIds))];
  return deleteHolders(someHolders(project, ids, most));
}

/**
 * The same of those who were referred by them alone, who go before the vouchers do: each of these
 * keeps at most one holder.
 */
export function releaseReferred(
  projectId: string,
  voucherIds: readonly string[],
  most: number,
): Statement {
  const [project, ids] = [param(projectId), param(JSON.stringify(voucherIds))];
  return deleteHolders(someHolders(project, ids, most, REFERRED));
}

/** How many hold these vouchers, as far as it matters. */
export function countHolders(scope: Scope, voucherIds: readonly string[], most: number): Statement {
  const [project, ids] = [param(scope.project.id), param(JSON.stringify(voucherIds))];
  return sql`SELECT count(*) AS total FROM (${someHolders(project, ids, most + 1)})`;
}

/**
 * Who holds these loyalty cards is no member by them any more, and can join again; goes into the
 * batch that deletes them, before nobody holds them.
 */
export function leavePrograms(projectId: string, voucherIds: readonly string[]): Statement[] {
  const [project, ids] = [param(projectId), valuesOf(voucherIds)];
  return [
    sql`DELETE FROM memberships WHERE project_id = ${project}
      AND (campaign_id, customer_id) IN (SELECT campaign_id, customer_id FROM redeemable_holders
        WHERE project_id = ${project} AND redeemable_id IN (${ids}))`,
    sql`DELETE FROM loyalty_members INDEXED BY loyalty_members_card
      WHERE project_id = ${project} AND voucher_id IN (${ids})`,
  ];
}

/**
 * So many of a customer's vouchers are held by nobody any more. They stay given out, and what was
 * published to it stays on record; of campaigns and programs it is no member. What the bin keeps
 * of it goes for good.
 */
export function releaseSome(projectId: string, customerId: string, most: number): Statement[] {
  const [project, customer] = [param(projectId), param(customerId)];
  return [
    sql`UPDATE vouchers SET holder_id = NULL WHERE project_id = ${project} AND code_key IN (
        SELECT code_key FROM vouchers INDEXED BY vouchers_holder
        WHERE project_id = ${project} AND holder_id = ${customer} LIMIT ${most})`,
    deleteHolders(sql`SELECT project_id, redeemable_id, customer_id
      FROM redeemable_holders INDEXED BY redeemable_holders_customer
      WHERE project_id = ${project} AND customer_id = ${customer} LIMIT ${most}`),
    sql`DELETE FROM memberships WHERE project_id = ${project} AND customer_id = ${customer}
      AND campaign_id IN (SELECT campaign_id FROM memberships INDEXED BY memberships_customer
        WHERE project_id = ${project} AND customer_id = ${customer} LIMIT ${most})`,
    sql`DELETE FROM loyalty_members WHERE project_id = ${project} AND customer_id = ${customer}
      AND campaign_id IN (SELECT campaign_id FROM loyalty_members
        WHERE project_id = ${project} AND customer_id = ${customer} LIMIT ${most})`,
    sql`DELETE FROM trash_bin_parts WHERE project_id = ${project}
      AND (object_id, kind, id) IN (
        SELECT object_id, kind, id FROM trash_bin_parts INDEXED BY trash_bin_parts_customer
        WHERE project_id = ${project} AND customer_id = ${customer} LIMIT ${most})`,
  ];
}

/**
 * How many vouchers a customer holds, or campaigns it joined if those are more, as far as it
 * matters; `customer` is an expression.
 */
export function countHeld(scope: Scope, customer: Fragment, most: number): Statement {
  const of = (table: string, index: string, column: string) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${raw(table)} INDEXED BY ${raw(index)}
      WHERE project_id = ${scope.project.id} AND ${raw(column)} = ${customer} LIMIT ${most + 1}))`;
  return sql`SELECT max(${of("vouchers", "vouchers_holder", "holder_id")},
    ${of("redeemable_holders", "redeemable_holders_customer", "customer_id")},
    ${of("memberships", "memberships_customer", "customer_id")},
    ${of("trash_bin_parts", "trash_bin_parts_customer", "customer_id")}) AS total`;
}

/** Aborts where a customer still holds something. */
export function holdsNothing(projectId: string, customerId: string): Statement[] {
  const [project, customer] = [param(projectId), param(customerId)];
  return [
    sql`INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
        SELECT 1 FROM vouchers INDEXED BY vouchers_holder
        WHERE project_id = ${project} AND holder_id = ${customer}
      ) AND NOT EXISTS (
        SELECT 1 FROM redeemable_holders INDEXED BY redeemable_holders_customer
        WHERE project_id = ${project} AND customer_id = ${customer}
      ) AND NOT EXISTS (
        SELECT 1 FROM memberships INDEXED BY memberships_customer
        WHERE project_id = ${project} AND customer_id = ${customer}
      ) AND NOT EXISTS (
        SELECT 1 FROM trash_bin_parts INDEXED BY trash_bin_parts_customer
        WHERE project_id = ${project} AND customer_id = ${customer}
      ), 'customer_moved'`,
  ];
}
