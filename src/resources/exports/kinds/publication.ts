import { halfText, valueOfEither } from "../../../db/voucher-halves";
import { firstId } from "../../../lib/id";
import { list, made, text as textField, withFields } from "../../../listing/fields";
import { PUBLICATION_FIELDS, VOUCHER_CODE } from "../../publications/fields-store";
import { decodePublication } from "../../publications/store";
import type { ExportKind } from "../kind";

const FIELDS = [
  "voucher_code",
  "customer_id",
  "customer_source_id",
  "date",
  "channel",
  "campaign",
  "is_winner",
  "metadata",
] as const;

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

const firstPublication = (at: number): string => firstId("pub", at);

const ofCustomer = (value: string): string => `(SELECT ${value} FROM customers c
  WHERE c.project_id = p.project_id AND c.id = p.customer_id)`;

const ofCampaign = (value: string): string => `(SELECT ${value} FROM campaigns k
  WHERE k.project_id = p.project_id AND k.id = p.campaign_id)`;

const CODE = valueOfEither("v.code", { project: "p.project_id", id: "j.value" });

/** The ids of the codes that were given, and the codes. */
const VOUCHERS = `(SELECT json_group_array(named.value) FROM (
  SELECT value FROM json_each(p.voucher_ids)
  UNION ALL SELECT v.code FROM json_each(p.voucher_ids) j
    CROSS JOIN vouchers v INDEXED BY vouchers_id
    ON v.project_id = p.project_id AND ${halfText("either")} AND v.id = j.value) named)`;

/** Those of the list; customers, campaigns and vouchers by any of their names. */
const FIELDS_ASKED = withFields(PUBLICATION_FIELDS, {
  date: made("p.created_at", "p.id", firstPublication),
  campaign: list(ofCampaign("json_array(k.id, k.name)")),
  customer: list(ofCustomer("json_array(c.id, c.source_id)")),
  customer_source_id: textField(ofCustomer("c.source_id")),
  voucher: list(VOUCHERS),
});

/** One row for each publication; several codes of one stand in one cell. */
export const publication: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: ["voucher_code", "customer_id", "customer_source_id", "date", "channel", "campaign"],
  columns: `p.*,
    (SELECT group_concat(${CODE}, ' ') FROM json_each(p.voucher_ids) j) AS codes,
    ${ofCustomer("c.source_id")} AS customer_source_id, ${ofCampaign("k.name")} AS campaign`,
  from: "publications p",
  alias: "p.",
  key: { columns: ["id"] },
  firstKey: firstPublication,
  tally: "publications",
  orders: ["date", "created_at", "id"],
  sorts: {
    voucher_code: VOUCHER_CODE,
    tracking_id: "p.tracking_id",
    customer_id: "p.customer_id",
    channel: "p.channel",
  },
  filters: () => FIELDS_ASKED,
  cells: (raw) => {
    const row = decodePublication(raw);
    return {
      voucher_code: text(raw.codes),
      customer_id: row.customer_id,
      customer_source_id: text(raw.customer_source_id),
      date: row.created_at,
      channel: row.channel,
      campaign: text(raw.campaign),
      is_winner: null,
      metadata: row.metadata,
    };
  },
};
