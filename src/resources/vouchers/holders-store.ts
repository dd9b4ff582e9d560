import { type Statement, statement } from "../../db/client";

/** Nobody holds these vouchers any more; goes into the batch that deletes them. */
export const releaseVouchers = (projectId: string, voucherIds: readonly string[]): Statement =>
  statement(
    `DELETE FROM redeemable_holders WHERE project_id = ?1
       AND redeemable_id IN (SELECT value FROM json_each(?2))`,
    projectId,
    JSON.stringify(voucherIds),
  );

/**
 * So many of a customer's vouchers are held by nobody any more. They stay given out, and what was
 * published to it stays on record.
 */
export const releaseSome = (projectId: string, customerId: string, most: number): Statement[] => [
  statement(
    `UPDATE vouchers INDEXED BY vouchers_id SET holder_id = NULL WHERE project_id = ?1 AND id IN (
       SELECT id FROM vouchers INDEXED BY vouchers_holder WHERE project_id = ?1 AND holder_id = ?2 LIMIT ${most})`,
    projectId,
    customerId,
  ),
  statement(
    `DELETE FROM redeemable_holders INDEXED BY redeemable_holders_id WHERE project_id = ?1 AND id IN (
       SELECT id FROM redeemable_holders INDEXED BY redeemable_holders_customer WHERE project_id = ?1 AND customer_id = ?2 LIMIT ${most})`,
    projectId,
    customerId,
  ),
];

/** Aborts where a customer still holds something. */
export const holdsNothing = (projectId: string, customerId: string): Statement[] => [
  statement(
    `INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
       SELECT 1 FROM vouchers INDEXED BY vouchers_holder WHERE project_id = ?1 AND holder_id = ?2
     ) AND NOT EXISTS (
       SELECT 1 FROM redeemable_holders INDEXED BY redeemable_holders_customer WHERE project_id = ?1 AND customer_id = ?2
     ), 'customer_moved'`,
    projectId,
    customerId,
  ),
];
