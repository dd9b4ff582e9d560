import { insertRows, type Statement } from "../../db/client";
import { wasReferredBy } from "../../db/referrers";
import { type Fragment, param, sql } from "../../db/sql";
import { type ReferralRow, referrals } from "../../db/tables/referrals";
import type { ReferredBy } from "../../model/referral";
import type { Scope } from "../../scope/scope";

/** Whether a customer was referred in a campaign already; its id is an expression. */
export const referralIn = (scope: Scope, campaign: Fragment, refereeId: string): Statement =>
  sql`SELECT 1 FROM referrals WHERE project_id = ${scope.project.id}
    AND campaign_id = ${campaign} AND referee_id = ${refereeId}`;

/** Whether the referrer was referred by the referee, over whomever; ids are expressions. */
export const isCircular = (
  scope: Scope,
  { campaign, referrer, referee }: Record<"campaign" | "referrer" | "referee", Fragment>,
): Statement => {
  const place = { project: param(scope.project.id), campaign, customer: referrer };
  return sql`SELECT ${wasReferredBy(place, sql`SELECT ${referee}`)} AS is_circular`;
};

const told = (row: ReferralRow): ReferredBy => ({
  campaign_id: row.campaign_id,
  referrer_id: row.referrer_id,
  related_object_id: row.related_object_id,
  related_object_type: row.related_object_type,
  date: row.created_at,
});

/**
 * Writes that somebody was referred, and counts it for both. The key refuses a second time; a
 * chain that would come round aborts, as two who refer each other at once would make one.
 */
export function writeReferral(row: ReferralRow): Statement[] {
  const { campaign_id, referee_id, referrer_id } = row;
  const project = param(row.project_id);
  const place = { project, campaign: sql`${campaign_id}`, customer: sql`${referrer_id}` };
  return [
    sql`INSERT INTO assert_v (ok, tag)
      SELECT NOT ${wasReferredBy(place, sql`SELECT ${referee_id}`)}, 'referral_circular'`,
    insertRows(referrals, [row]),
    sql`UPDATE customers SET referrals = json_insert(referrals, '$[#]',
      json(${JSON.stringify(told(row))})) WHERE project_id = ${project} AND id = ${referee_id}`,
    sql`UPDATE customers SET referred_customers = referred_customers + 1
      WHERE project_id = ${project} AND id = ${referrer_id}`,
    sql`INSERT INTO referrers (project_id, customer_id, campaign_id, referred_customers)
      VALUES (${project}, ${referrer_id}, ${campaign_id}, 1)
      ON CONFLICT (project_id, customer_id, campaign_id)
      DO UPDATE SET referred_customers = referred_customers + 1`,
  ];
}

/** Notes who gives the code out, on the code and on the order of a redemption that converted. */
export function noteReferrer(row: ReferralRow, codeKey: string, orderId: string | null) {
  const [project, referrer] = [param(row.project_id), param(row.referrer_id)];
  const onCode = sql`UPDATE vouchers SET referrer_id = ${referrer}
    WHERE project_id = ${project} AND code_key = ${codeKey} AND id = ${row.voucher_id}
      AND referrer_id IS NULL`;
  const onOrder = sql`UPDATE orders SET referrer_id = ${referrer}, revision = revision + 1
    WHERE project_id = ${project} AND id = ${orderId} AND referrer_id IS NULL`;
  return orderId === null ? [onCode] : [onCode, onOrder];
}
