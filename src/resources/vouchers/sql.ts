import type { CampaignRow } from "../../db/tables/campaigns";
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

const FIELDS = Object.entries(PART).map(([name, [sql]]) => `'${name}', ${sql}`);

/** The campaign's part as one JSON value. */
export const CAMPAIGN_PART = `(
  SELECT json_object(${FIELDS.join(",\n    ")})
  FROM campaigns c WHERE c.project_id = v.project_id AND c.id = v.campaign_id) AS campaign`;

/**
 * What vouchers take from a campaign that was read as a whole. The cast holds because `PART` has every
 * field.
 */
export const partOf = (campaign: CampaignRow): VoucherCampaign =>
  Object.fromEntries(
    Object.entries(PART).map(([name, [, of]]) => [name, of(campaign)]),
  ) as unknown as VoucherCampaign;
