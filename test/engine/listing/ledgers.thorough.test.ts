import { describe, expect, it } from "vitest";
import { insertRows } from "../../../src/db/client";
import { sql } from "../../../src/db/sql";
import { type SegmentRow, segments } from "../../../src/db/tables/catalogue";
import {
  type PublicationRow,
  publications,
  type RedeemableHolderRow,
  redeemableHolders,
} from "../../../src/db/tables/publications";
import { type RedemptionRow, redemptions } from "../../../src/db/tables/redemptions";
import { firstId } from "../../../src/lib/id";
import type { ListFields } from "../../../src/listing/fields";
import { PUBLICATION_FIELDS } from "../../../src/resources/publications/fields-store";
import { filteredHeld, HELD_FIELDS } from "../../../src/resources/publications/held-store";
import { filteredPublications } from "../../../src/resources/publications/list";
import { HeldQuery, PublicationQuery } from "../../../src/resources/publications/schema";
import { redemptionFields } from "../../../src/resources/redemptions/fields-store";
import { filteredRedemptions } from "../../../src/resources/redemptions/list";
import { RedemptionQuery } from "../../../src/resources/redemptions/schema";
import { filteredSegments, SEGMENT_FIELDS } from "../../../src/resources/segments/list";
import { SegmentQuery } from "../../../src/resources/segments/schema";
import { oneOf } from "../../support/any-filter";
import { fuzz, iso, maybe, random, stocked, TIMES } from "../../support/filter-fuzz";
import { NOON } from "../../support/local-scope";

const DAY_MS = 86_400_000;
const COUNT = 500;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const madeAt = (at: number): number => NOON - Math.floor(random() * 90) * DAY_MS - at;
const cust = () => oneOf(random, ["cust_1", "cust_2", "cust_3"]);
const anyMetadata = () => ({ shop: oneOf(random, ["Berlin", "Kraków", 7, "7", null, ["a", "b"]]) });

const names = ({ named, open }: ListFields): string[] => [
  ...named.keys(),
  ...(open.size > 0 ? ["metadata.shop"] : []),
];

/** Codes of two campaigns and of none, as plain SQL has them. */
const TABLES = [
  sql`INSERT INTO campaigns (project_id, id, name, campaign_type, type, auto_join, join_once,
      use_voucher_metadata_schema, metadata, creation_status, vouchers_generation_status, created_at)
    SELECT 'proj_1', value->>0, value->>1, 'DISCOUNT_COUPONS', 'STATIC', 0, 0, 0, '{}', 'DONE', 'DONE', ''
    FROM json_each(${JSON.stringify([
      ["camp_1", "Spring"],
      ["camp_2", "spring sale"],
    ])})`,
  sql`INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, metadata, created_at,
      is_referral_code)
    SELECT 'proj_1', value->>0, value->>1, value->>0, value->>2, value->>3, '{}', '', value->>4
    FROM json_each(${JSON.stringify([
      ["A-1", "v_1", "DISCOUNT_VOUCHER", "camp_1", 0],
      ["b-2", "v_2", "GIFT_VOUCHER", null, 0],
      ["C-3", "v_3", "LOYALTY_CARD", "camp_2", 1],
    ])})`,
  sql`INSERT INTO promotion_tiers (project_id, id, campaign_id, name, hierarchy, action, metadata, active, created_at)
    SELECT 'proj_1', 'promo_1', 'camp_2', 'T', 1, '{}', '{}', 1, ''`,
];

const CODES: Record<
  string,
  { code: string; type: string; campaign: string | null; referral: boolean }
> = {
  v_1: { code: "A-1", type: "DISCOUNT_VOUCHER", campaign: "camp_1", referral: false },
  v_2: { code: "b-2", type: "GIFT_VOUCHER", campaign: null, referral: false },
  v_3: { code: "C-3", type: "LOYALTY_CARD", campaign: "camp_2", referral: true },
};
const CAMPAIGNS: Record<string, string> = { camp_1: "Spring", camp_2: "spring sale" };
const SHORT: Record<string, string> = {
  DISCOUNT_VOUCHER: "discount",
  GIFT_VOUCHER: "gift",
  LOYALTY_CARD: "loyalty",
};

function anyRedemption(at: number): RedemptionRow {
  const made = madeAt(at);
  const key = `${firstId("r", made).slice(2)}${String(at).padStart(7, "0")}`;
  const isFailed = random() < 0.3;
  const tier = random() < 0.2 ? "promo_1" : null;
  return {
    project_id: "proj_1",
    sort_key: key,
    id: `${isFailed ? "rf" : "r"}_${key}`,
    object: random() < 0.8 ? "redemption" : "redemption_rollback",
    redemption_id: maybe(() => `r_${at}`),
    parent_id: maybe(() => oneOf(random, ["r_parent1", "r_parent2"])),
    voucher_id: tier ? null : maybe(() => oneOf(random, ["v_1", "v_2", "v_3", "v_gone"])),
    promotion_tier_id: tier,
    promotion_stack_id: null,
    customer_id: maybe(cust),
    order_id: maybe(() => oneOf(random, ["ord_1", "ord_2"])),
    tracking_id: maybe(() => oneOf(random, ["track_a", "Track_b"])),
    metadata: maybe(anyMetadata),
    amount: null,
    result: isFailed ? "FAILURE" : "SUCCESS",
    status: isFailed ? "FAILED" : "SUCCEEDED",
    failure_code: isFailed ? oneOf(random, ["voucher_disabled", "quantity_exceeded"]) : null,
    failure_message: null,
    reason: null,
    order: null,
    effects: { quantity: 1, order_discount: 0 },
    channel: {},
    created_at: iso(made),
  } as RedemptionRow;
}

const redemptionThing = (row: RedemptionRow) => {
  const code = CODES[row.voucher_id ?? ""];
  const campaign = row.promotion_tier_id ? "camp_2" : (code?.campaign ?? null);
  return {
    values: {
      ...row,
      id: row.id,
      voucher_code: code?.code ?? null,
      related_object_id: row.promotion_tier_id ?? row.voucher_id ?? row.redemption_id ?? row.id,
      related_object_parent_id: campaign,
      campaign_id: campaign,
      campaign_ids: campaign,
      parent_redemption_id: row.parent_id,
      campaign_name: campaign && CAMPAIGNS[campaign],
      user_login: null,
      "metadata.shop": row.metadata?.shop,
    },
  };
};

function anyPublication(at: number): PublicationRow {
  const made = madeAt(at);
  return {
    project_id: "proj_1",
    id: `${firstId("pub", made)}${String(at).padStart(7, "0")}`,
    source_id: maybe(() => `order/${at}`),
    customer_id: cust(),
    campaign_id: maybe(() => oneOf(random, ["camp_1", "camp_2"])),
    voucher_ids: oneOf(random, [["v_1"], ["v_2"], ["v_3", "v_1"], [], ["v_gone"]]),
    channel: oneOf(random, ["mail", "app"]),
    metadata: anyMetadata(),
    result: random() < 0.3 ? "FAILURE" : "SUCCESS",
    failure_code: maybe(() => "voucher_already_published"),
    failure_message: null,
    tracking_id: maybe(() => "track_a"),
    created_at: iso(made),
    audit: null,
  };
}

const publicationThing = (row: PublicationRow) => {
  const code = CODES[row.voucher_ids[0] ?? ""];
  return {
    values: {
      ...row,
      campaign_name: row.campaign_id && CAMPAIGNS[row.campaign_id],
      voucher_type: code ? [SHORT[code.type], code.type] : null,
      is_referral_code: code?.referral ?? null,
      parent_object_id: row.campaign_id,
      campaign_ids: row.campaign_id,
      related_object_id: row.voucher_ids,
      voucher_code: code?.code ?? null,
      "metadata.shop": row.metadata.shop,
    },
  };
};

function anyHolder(at: number): RedeemableHolderRow {
  const made = madeAt(at);
  return {
    project_id: "proj_1",
    redeemable_id: `v_${at}`,
    customer_id: "cust_1",
    id: `${firstId("rh", made)}${String(at).padStart(7, "0")}`,
    redeemable_object: "voucher",
    campaign_id: maybe(() => oneOf(random, ["camp_1", "camp_2"])),
    campaign_type: maybe(() => oneOf(random, ["DISCOUNT_COUPONS", "LOYALTY_PROGRAM"])),
    voucher_type: maybe(() => oneOf(random, ["GIFT_VOUCHER", "LOYALTY_CARD"])),
    holder_role: oneOf(random, ["OWNER", "REFERRER", "REFEREE"]),
    publication_id: null,
    metadata: {},
    created_at: iso(made),
  };
}

function anySegment(at: number): SegmentRow {
  const made = madeAt(at);
  return {
    project_id: "proj_1",
    id: `${firstId("seg", made)}${String(at).padStart(16, "0")}`,
    name: oneOf(random, ["Gold", "gold", "VIP 100%"]),
    type: oneOf(random, ["static", "auto-update", "passive"]),
    filter: null,
    created_at: iso(made),
    updated_at: null,
  };
}

describe("filters in SQL and in memory", () => {
  it("are the same of redemptions", async () => {
    const rows = numbers.map(anyRedemption);
    const scope = stocked([...TABLES, insertRows(redemptions, rows)]);
    const fields = redemptionFields(scope);
    const things = rows.map((row) => ({ id: row.sort_key, thing: redemptionThing(row) }));
    const listed = (filters: object) =>
      filteredRedemptions(scope, { ...RedemptionQuery.parse({ filters }), limit: COUNT });
    const parted = await fuzz({ scope, fields, names: names(fields), things, listed }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });

  it("are the same of publications", async () => {
    const rows = numbers.map(anyPublication);
    const scope = stocked([...TABLES, insertRows(publications, rows)]);
    const fields = PUBLICATION_FIELDS;
    const things = rows.map((row) => ({ id: row.id, thing: publicationThing(row) }));
    const listed = (filters: object) =>
      filteredPublications(scope, { ...PublicationQuery.parse({ filters }), limit: COUNT });
    const parted = await fuzz({ scope, fields, names: names(fields), things, listed }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });

  it("are the same of redeemables that a customer holds", async () => {
    const rows = numbers.map(anyHolder);
    const scope = stocked([insertRows(redeemableHolders, rows)]);
    const fields = HELD_FIELDS;
    const things = rows.map((row) => ({
      id: row.id,
      thing: { values: { ...row, campaign_ids: row.campaign_id } },
    }));
    const listed = (filters: object) =>
      filteredHeld(scope, sql`${"cust_1"}`, { ...HeldQuery.parse({ filters }), limit: COUNT });
    const parted = await fuzz({ scope, fields, names: names(fields), things, listed }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });

  it("are the same of segments", async () => {
    const rows = numbers.map(anySegment);
    const scope = stocked([insertRows(segments, rows)]);
    const fields = SEGMENT_FIELDS;
    const things = rows.map((row) => ({ id: row.id, thing: { values: { ...row } } }));
    const listed = (filters: object) =>
      filteredSegments(scope, { ...SegmentQuery.parse({ filters }), limit: COUNT });
    const parted = await fuzz({ scope, fields, names: names(fields), things, listed }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });
});
