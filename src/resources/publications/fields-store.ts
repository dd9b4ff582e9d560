import { raw, sql, valuesOf } from "../../db/sql";
import { valueOfEither } from "../../db/voucher-halves";
import { firstId } from "../../lib/id";
import { date, flag, type ListFields, list, listFields, text } from "../../listing/fields";

/** A value of the code that was given, the first one where there are several. */
const ofVoucher = (value: string): string =>
  valueOfEither(value, { project: "p.project_id", id: "p.voucher_ids->>0", alias: "x" });

export const VOUCHER_CODE = ofVoucher("x.code");
export const IS_REFERRAL_CODE = ofVoucher("x.is_referral_code");

const SHORT_TYPE = `CASE x.type WHEN 'DISCOUNT_VOUCHER' THEN 'discount'
  WHEN 'LOYALTY_CARD' THEN 'loyalty' ELSE 'gift' END`;
/** The type of the code in short, as the reference service's lists name it. */
export const VOUCHER_TYPE = ofVoucher(SHORT_TYPE);

const campaignName = `(SELECT c.name FROM campaigns c
    WHERE c.project_id = p.project_id AND c.id = p.campaign_id)`;

const campaignId = text("p.campaign_id", {
  narrow: (id) => ({ where: sql`p.campaign_id = ${id}`, index: "publications_campaign" }),
});

/** What the list of publications is filtered by (reference service, publications). */
export const PUBLICATION_FIELDS: ListFields = listFields(
  {
    id: text("p.id", { find: (ids) => ({ where: sql`p.id IN (${valuesOf(ids)})` }) }),
    failure_code: text("p.failure_code"),
    result: text("p.result", {
      narrow: (result) =>
        result === "FAILURE"
          ? { where: raw("p.result = 'FAILURE'"), index: "publications_failed" }
          : null,
    }),
    customer_id: text("p.customer_id", {
      narrow: (id) => ({ where: sql`p.customer_id = ${id}`, index: "publications_customer" }),
    }),
    campaign_name: text(campaignName),
    // In short and in full.
    voucher_type: list(ofVoucher(`json_array(${SHORT_TYPE}, x.type)`)),
    is_referral_code: flag(IS_REFERRAL_CODE),
    parent_object_id: campaignId,
    campaign_id: campaignId,
    campaign_ids: campaignId,
    related_object_id: list("p.voucher_ids"),
    source_id: text("p.source_id", {
      find: (ids) => ({
        where: sql`p.source_id IN (${valuesOf(ids)})`,
        index: "publications_source_id",
      }),
    }),
    voucher_code: text(VOUCHER_CODE),
    channel: text("p.channel"),
    tracking_id: text("p.tracking_id"),
    created_at: date("p.created_at", {
      range: ({ from, until }) => ({
        where: sql`p.id >= ${firstId("pub", from)} AND p.id < ${firstId("pub", until)}`,
      }),
    }),
  },
  { metadata: "p.metadata" },
);
