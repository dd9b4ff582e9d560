import { sortKey } from "../../db/ledger-rows";
import { raw, sql, valuesOf } from "../../db/sql";
import { valueOfEither } from "../../db/voucher-halves";
import { codeKey } from "../../engine/codes";
import { firstId } from "../../lib/id";
import { date, type ListFields, listFields, text, word } from "../../listing/fields";
import type { Scope } from "../../scope/scope";

const ofVoucher = (column: string): string =>
  valueOfEither(`x.${column}`, { project: "r.project_id", id: "r.voucher_id", alias: "x" });

/** The campaign of what was redeemed: of the tier, or of the voucher. */
export const CAMPAIGN_ID = `coalesce((SELECT t.campaign_id FROM promotion_tiers t
    WHERE t.project_id = r.project_id AND t.id = r.promotion_tier_id),
  ${ofVoucher("campaign_id")})`;

export const VOUCHER_CODE = ofVoucher("code");

const campaignName = `(SELECT c.name FROM campaigns c
    WHERE c.project_id = r.project_id AND c.id = ${CAMPAIGN_ID})`;

const byVoucher = (id: string) => ({
  where: sql`r.voucher_id = ${id}`,
  index: "redemptions_voucher",
});

/** What the list of redemptions is filtered by (reference service, redemptions). */
export function redemptionFields(scope: Scope): ListFields {
  const keyOf = (code: string) => codeKey(code, scope.project.case_sensitive_codes);
  return listFields(
    {
      id: text("r.id", {
        find: (ids) => ({ where: sql`r.sort_key IN (${valuesOf(ids.map(sortKey))})` }),
      }),
      voucher_code: text(VOUCHER_CODE, {
        narrow: (code) => ({
          where: sql`r.voucher_id = (SELECT id FROM vouchers
            WHERE project_id = ${scope.project.id} AND code_key = ${keyOf(code)})`,
          index: "redemptions_voucher",
        }),
      }),
      related_object_id: text(
        "coalesce(r.promotion_tier_id, r.voucher_id, r.redemption_id, r.id)",
        { narrow: (id) => (id.startsWith("v_") ? byVoucher(id) : null) },
      ),
      related_object_parent_id: text(CAMPAIGN_ID),
      campaign_id: text(CAMPAIGN_ID),
      campaign_ids: text(CAMPAIGN_ID),
      parent_redemption_id: text("r.parent_id", {
        narrow: (id) => ({ where: sql`r.parent_id = ${id}`, index: "redemptions_parent" }),
      }),
      failure_code: text("r.failure_code"),
      result: text("r.result", {
        narrow: (result) =>
          result === "FAILURE"
            ? { where: raw("r.result = 'FAILURE'"), index: "redemptions_failed" }
            : null,
      }),
      status: word("r.status", ["SUCCEEDED", "FAILED", "ROLLED_BACK"]),
      object: text("r.object"),
      customer_id: text("r.customer_id", {
        narrow: (id) => ({ where: sql`r.customer_id = ${id}`, index: "redemptions_customer" }),
      }),
      campaign_name: text(campaignName),
      tracking_id: text("r.tracking_id"),
      order_id: text("r.order_id"),
      // Nobody redeems as a user of a console, since there is none.
      user_login: text("NULL"),
      created_at: date("r.created_at", {
        range: ({ from, until }) => ({
          where: sql`r.sort_key >= ${sortKey(firstId("r", from))}
            AND r.sort_key < ${sortKey(firstId("r", until))}`,
        }),
      }),
    },
    { metadata: "r.metadata" },
  );
}
