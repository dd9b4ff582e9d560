import { type Fragment, raw, type Slot, sql } from "../../db/sql";
import type { CampaignRow } from "../../db/tables/campaigns";
import { LIVE } from "../../db/voucher-halves";
import { assignmentsJson } from "../campaigns/promotions/tiers/sql";
import type { VoucherCampaign } from "./store";

/** A value of the campaign `c` as SQL reads it, and as a row that was read as a whole has it. */
type Taken<T> = [sql: string, of: (campaign: CampaignRow) => T];

const PART: { [Name in keyof VoucherCampaign]: Taken<VoucherCampaign[Name]> } = {
  id: ["c.id", ({ id }) => id],
  name: ["c.name", ({ name }) => name],
  campaign_type: ["c.campaign_type", ({ campaign_type }) => campaign_type],
  active: ["json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false'))", ({ active }) => active],
  category: ["c.category", ({ category }) => category],
  category_id: ["c.category_id", ({ category_id }) => category_id],
  use_voucher_metadata_schema: [
    "json(iif(c.use_voucher_metadata_schema, 'true', 'false'))",
    ({ use_voucher_metadata_schema }) => use_voucher_metadata_schema,
  ],
  discount: ["json(c.voucher->'$.discount')", ({ voucher }) => voucher?.discount ?? null],
  gift_effect: ["c.voucher->>'$.gift.effect'", ({ voucher }) => voucher?.gift?.effect ?? null],
  start_date: ["c.start_date", ({ start_date }) => start_date],
  expiration_date: ["c.expiration_date", ({ expiration_date }) => expiration_date],
  validity_timeframe: [
    "json(c.validity_timeframe)",
    ({ validity_timeframe }) => validity_timeframe,
  ],
  validity_day_of_week: [
    "json(c.validity_day_of_week)",
    ({ validity_day_of_week }) => validity_day_of_week,
  ],
  validity_hours: ["json(c.validity_hours)", ({ validity_hours }) => validity_hours],
};

const FIELDS = Object.entries(PART).map(([name, [taken]]) => `'${name}', ${taken}`);

/** The part of the campaign of a voucher, as `v`, as one JSON value. */
export const CAMPAIGN_PART = raw(`(
  SELECT json_object(${FIELDS.join(",\n    ")})
  FROM campaigns c WHERE c.project_id = v.project_id AND c.id = v.campaign_id) AS campaign`);

/**
 * What vouchers take from a campaign that was read as a whole. The cast holds because `PART` has
 * every field.
 */
export const partOf = (campaign: CampaignRow): VoucherCampaign =>
  Object.fromEntries(
    Object.entries(PART).map(([name, [, of]]) => [name, of(campaign)]),
  ) as unknown as VoucherCampaign;

/**
 * What every read of vouchers selects: the row, its rule assignments, and its campaign with those
 * of that.
 */
export const VOUCHER_COLUMNS = sql`v.*, ${assignmentsJson("v")} AS assignments,
  ${assignmentsJson("v", "campaign_id")} AS campaign_assignments, ${CAMPAIGN_PART}`;

export const WITH_ASSIGNMENTS = sql`SELECT ${VOUCHER_COLUMNS} FROM vouchers v`;

/** A voucher's own discount goes before its campaign's. */
export const DISCOUNT = sql`coalesce(v.discount, (SELECT c.voucher->'$.discount'
  FROM campaigns c WHERE c.project_id = v.project_id AND c.id = v.campaign_id))`;

/** A voucher's own category goes before its campaign's. */
export const CATEGORY_ID = sql`coalesce(v.category_id, (SELECT c.category_id
  FROM campaigns c WHERE c.project_id = v.project_id AND c.id = v.campaign_id))`;

/** By what vouchers are asked for, as JSON lists; no id where no name can be one. */
export interface VoucherNames {
  keys: Slot;
  ids: Slot | null;
}

/**
 * Columns of the vouchers, as `v`, that codes or ids name. Few requests name an id: the others are
 * spared the second look-up. An OR of both would make SQLite walk all of the project.
 */
export function vouchersNamed(
  project: Slot,
  { keys, ids }: VoucherNames,
  columns: Fragment,
): Fragment {
  const byKey = sql`v.project_id = ${project}
    AND v.code_key IN (SELECT value FROM json_each(${keys})) AND v.deleted_at IS NULL`;
  if (ids === null) return sql`SELECT ${columns} FROM vouchers v WHERE ${byKey}`;
  return sql`SELECT ${columns} FROM (SELECT v.code_key FROM vouchers v WHERE ${byKey}
      UNION ALL SELECT v.code_key FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${LIVE}
        AND v.id IN (SELECT value FROM json_each(${ids}))) n
    CROSS JOIN vouchers v ON v.project_id = ${project} AND v.code_key = n.code_key`;
}

/** Free codes and given-out ones stand apart in `vouchers_pool`. */
export const HALVES: readonly string[] = [
  "(v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1",
  "(v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 0",
];
