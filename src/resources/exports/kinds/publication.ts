import { firstId } from "../../../lib/id";
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

/** One row for each publication; several codes of one stand in one cell. */
export const publication: ExportKind<(typeof FIELDS)[number]> = {
  fields: FIELDS,
  defaults: ["voucher_code", "customer_id", "customer_source_id", "date", "channel", "campaign"],
  select: `SELECT p.*,
    (SELECT group_concat(v.code, ' ') FROM json_each(p.voucher_ids) j
       CROSS JOIN vouchers v INDEXED BY vouchers_id
       ON v.project_id = p.project_id AND v.id = j.value) AS codes,
    (SELECT c.source_id FROM customers c
       WHERE c.project_id = p.project_id AND c.id = p.customer_id) AS customer_source_id,
    (SELECT k.name FROM campaigns k
       WHERE k.project_id = p.project_id AND k.id = p.campaign_id) AS campaign
    FROM publications p`,
  alias: "p.",
  key: { columns: ["id"] },
  firstKey: (at) => firstId("pub", at),
  time: "date",
  indexes: { customer_id: { column: "customer_id", index: "publications_customer" } },
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
