import { describe, expect, it } from "vitest";
import { insertRows } from "../../../src/db/client";
import { type CampaignRow, campaigns } from "../../../src/db/tables/campaigns";
import { type VoucherRow, vouchers } from "../../../src/db/tables/vouchers";
import { firstId } from "../../../src/lib/id";
import { findWalked } from "../../../src/listing/walk";
import { campaignFields } from "../../../src/resources/campaigns/fields-store";
import { filteredCampaigns } from "../../../src/resources/campaigns/list";
import { CampaignQuery } from "../../../src/resources/campaigns/schema";
import { voucherFields } from "../../../src/resources/vouchers/fields-store";
import { filteredVouchers } from "../../../src/resources/vouchers/list";
import { VoucherQuery } from "../../../src/resources/vouchers/schema";
import { oneOf, type Thing } from "../../support/any-filter";
import { anyDate, fuzz, iso, maybe, random, stocked, TIMES } from "../../support/filter-fuzz";
import { NOON } from "../../support/local-scope";

const DAY_MS = 86_400_000;

const METADATA: unknown[] = [
  ...["gold", "Gold", "007", "7", "7.50", "true", "", "-3", "1e3", "2026-05-01", "Zürich"],
  ...["2026-06-01T10:00:00", "2026-06-02T12:00:00Z", 7, 7.5, -3, 0, true, false, null],
  ...[["a", "b"], ["b"], [], [7, "8", true, null], { id: "x" }, "a%b_c", ["2026-05-01"]],
];

function anyMetadata(): Record<string, unknown> {
  const keys = ["tier", "note", 'a"b', "a.b", "$x"].filter(() => random() < 0.6);
  return Object.fromEntries(keys.map((key) => [key, oneOf(random, METADATA)]));
}

const anyWindow = () => ({
  start_date: maybe(anyDate),
  expiration_date: maybe(anyDate),
  validity_timeframe: maybe(() => ({ interval: "P7D", duration: "P1D" })),
  validity_day_of_week: maybe(() => [0, 1, 2, 3, 4, 5, 6].filter(() => random() < 0.4)),
  validity_hours: null,
});

const PERCENT = { type: "PERCENT" as const, percent_off: 10 };
const AMOUNT = { type: "AMOUNT" as const, amount_off: 500 };

const NAMES = ["Spring", "spring", "Summer sale", "100%"];

const campaignRows: CampaignRow[] = NAMES.map((name, at) => ({
  project_id: "proj_1",
  id: `camp_${at}`,
  name,
  description: null,
  campaign_type: "DISCOUNT_COUPONS",
  type: "STATIC",
  auto_join: false,
  join_once: false,
  use_voucher_metadata_schema: false,
  protected: false,
  active: true,
  category: null,
  category_id: null,
  voucher: { type: "DISCOUNT_VOUCHER", discount: PERCENT },
  referral_program: null,
  loyalty_tiers_expiration: null,
  activity_duration_after_publishing: null,
  ...anyWindow(),
  metadata: {},
  vouchers_count: 0,
  creation_status: "DONE",
  vouchers_generation_status: "DONE",
  created_at: iso(NOON),
  updated_at: null,
  deleted_at: null,
}));

const TYPES = ["DISCOUNT_VOUCHER", "GIFT_VOUCHER", "LOYALTY_CARD"] as const;

function anyVoucher(at: number): VoucherRow {
  const created = NOON - Math.floor(random() * 100) * DAY_MS - at;
  const code = oneOf(random, ["SAVE", "save", "Gift-", "é-", "0"]) + at;
  const type = oneOf(random, TYPES);
  const isCard = type !== "DISCOUNT_VOUCHER";
  const category = maybe(() => oneOf(random, ["New", "new", "VIP"]));
  return {
    project_id: "proj_1",
    code_key: code,
    id: `${firstId("v", created)}${String(at).padStart(24, "0")}`,
    code,
    type,
    campaign_id: maybe(() => oneOf(random, campaignRows).id),
    category,
    category_id: category && `cat_${category}`,
    discount: isCard ? null : maybe(() => oneOf(random, [PERCENT, AMOUNT])),
    gift_effect: null,
    amount: isCard ? 500 : null,
    balance: isCard ? 500 : null,
    subtracted_amount: 0,
    redeemed_amount: 0,
    held_amount: 0,
    redemption_quantity: maybe(() => 1 + Math.floor(random() * 9)),
    redeemed_quantity: random() < 0.5 ? 0 : 1,
    held_quantity: 0,
    publish_count: random() < 0.5 ? 1 : 0,
    ...anyWindow(),
    active: random() < 0.7,
    additional_info: maybe(() => oneOf(random, ["a note", "A Note", "10"])),
    metadata: anyMetadata(),
    is_referral_code: random() < 0.2,
    holder_id: maybe(() => oneOf(random, ["cust_1", "cust_2", "cust_3"])),
    referrer_id: null,
    created_at: iso(created),
    updated_at: maybe(anyDate),
    deleted_at: random() < 0.05 ? iso(NOON) : null,
    loyalty: null,
    usage: null,
  };
}

function thingOf(row: VoucherRow): Thing {
  const campaign = campaignRows.find(({ id }) => id === row.campaign_id);
  const hasOwn = row.validity_timeframe ?? row.validity_day_of_week ?? row.validity_hours;
  const window = hasOwn ? row : campaign;
  const start = row.start_date ?? campaign?.start_date ?? null;
  const end = row.expiration_date ?? campaign?.expiration_date ?? null;
  const isExpired = end !== null && Date.parse(end) <= NOON;
  const hasBegun = start === null || Date.parse(start) <= NOON;
  const { redemption_quantity: most, redeemed_quantity: used } = row;
  const discountType = (row.discount ?? (campaign && PERCENT))?.type;
  const gift = row.type === "GIFT_VOUCHER" ? row.balance : null;
  const points = row.type === "LOYALTY_CARD" ? row.balance : null;
  return {
    values: {
      id: row.id,
      code: row.code,
      vouchers: [row.id, row.code],
      type: row.type,
      voucher_type: row.type,
      campaign: campaign?.name,
      campaign_id: row.campaign_id,
      campaign_ids: row.campaign_id && [row.campaign_id],
      category: row.category,
      categories: row.category === null ? null : [row.category],
      category_ids: row.category_id === null ? null : [row.category_id],
      discount_type: discountType,
      "discount.type": discountType,
      holder_id: row.holder_id,
      customer_id: row.holder_id,
      published_for_customer_id: row.holder_id,
      active: row.active,
      redemption_quantity: most,
      "redemption.quantity": most,
      redemption_count: used,
      "redemption.redeemed_quantity": used,
      gift_balance: gift,
      "gift.balance": gift,
      loyalty_balance: points,
      "loyalty_card.balance": points,
      is_referral_code: row.is_referral_code,
      additional_info: row.additional_info,
      start_date: start,
      expiration_date: end,
      validity_timeframe: window?.validity_timeframe ? (start ?? row.created_at) : null,
      validity_day_of_week: window?.validity_day_of_week,
      created_at: row.created_at,
      created_date: row.created_at,
      updated_at: row.updated_at,
      ...Object.fromEntries(
        Object.entries(row.metadata).map(([key, value]) => [`metadata.${key}`, value]),
      ),
    },
    states: {
      "active $enabled": row.active,
      "active $disabled": !row.active,
      "active $expired": isExpired,
      "active $active": row.active && hasBegun && !isExpired,
      "redemption_status $redeemable": most === null || used < most,
      "redemption_status $redeemed": used > 0,
    },
  };
}

describe("filters of vouchers", () => {
  const rows = Array.from({ length: 500 }, (_, at) => anyVoucher(at));
  const scope = stocked([insertRows(campaigns, campaignRows), insertRows(vouchers, rows)]);
  const fields = voucherFields(scope);
  const keys = ["tier", "note", 'a"b', "a.b", "$x"];

  it("are the same in SQL as in memory", async () => {
    const shown = rows.filter(({ deleted_at }) => deleted_at === null);
    const parted = await fuzz(
      {
        scope,
        fields,
        names: [...fields.named.keys(), ...keys.map((key) => `metadata.${key}`), "metadata.tier"],
        things: shown.map((row) => ({ id: row.id, thing: thingOf(row) })),
        listed: (filters) =>
          filteredVouchers(scope, { ...VoucherQuery.parse({ filters }), limit: 500 }),
      },
      TIMES,
    );
    // Most filters part the vouchers, or else nothing would be compared.
    expect(parted).toBeGreaterThan(TIMES / 3);
  });
});

function anyCampaign(at: number): CampaignRow {
  const made = NOON - Math.floor(random() * 90) * DAY_MS - at;
  const isPromotion = random() < 0.2;
  return {
    ...(campaignRows[0] as CampaignRow),
    id: `${firstId("camp", made)}${String(at).padStart(16, "0")}`,
    name: `${oneOf(random, NAMES)} ${at}`,
    campaign_type: isPromotion ? "PROMOTION" : oneOf(random, ["GIFT_VOUCHERS", "LOYALTY_PROGRAM"]),
    type: oneOf(random, ["AUTO_UPDATE", "STATIC", "STANDALONE"]),
    active: random() < 0.6,
    category: maybe(() => oneOf(random, ["New", "new"])),
    category_id: maybe(() => "cat_1"),
    voucher: isPromotion ? null : { type: oneOf(random, TYPES), is_referral_code: random() < 0.3 },
    ...anyWindow(),
    // One that is over this very instant.
    ...(at === 0 && { expiration_date: iso(NOON) }),
    metadata: anyMetadata(),
    creation_status: oneOf(random, ["DONE", "IN_PROGRESS", "FAILED"]),
    created_at: iso(made),
    updated_at: maybe(anyDate),
    deleted_at: null,
  } as CampaignRow;
}

function campaignThing(row: CampaignRow): Thing {
  const isExpired = row.expiration_date !== null && Date.parse(row.expiration_date) <= NOON;
  const hasBegun = row.start_date === null || Date.parse(row.start_date) <= NOON;
  const isRunning = row.active && hasBegun && !isExpired;
  return {
    values: {
      ...row,
      campaigns: [row.id, row.name],
      campaigns_id: row.id,
      campaign_ids: row.id,
      campaign_status: row.creation_status,
      is_referral_code: row.voucher?.is_referral_code ?? false,
      voucher_type: row.voucher?.type,
      categories: row.category && [row.category],
      category_ids: row.category_id && [row.category_id],
      created_date: row.created_at,
      validity_timeframe: row.validity_timeframe && (row.start_date ?? row.created_at),
      ...Object.fromEntries(
        Object.entries(row.metadata).map(([key, value]) => [`metadata.${key}`, value]),
      ),
    },
    states: {
      "status $active": isRunning,
      "status $failed": row.creation_status === "FAILED",
      "status $in_progress": row.creation_status === "IN_PROGRESS",
      "status $expired": isExpired,
      "status $before_start": !hasBegun,
      "status before_start": !hasBegun,
      "active $enabled": row.active,
      "active $disabled": !row.active,
      "active $expired": isExpired,
      "active $active": isRunning,
    },
  };
}

describe("filters of campaigns", () => {
  const rows = Array.from({ length: 500 }, (_, at) => anyCampaign(at));
  const scope = stocked(rows.map((row) => insertRows(campaigns, [row])));
  const fields = campaignFields(scope);

  it("are the same in SQL as in memory", async () => {
    const things = rows.map((row) => ({ id: row.id, thing: campaignThing(row) }));
    const names = [...fields.named.keys(), "metadata.tier", 'metadata.a"b'];
    const listed = (filters: object) =>
      filteredCampaigns(scope, { ...CampaignQuery.parse({ filters }), limit: 500 });
    const parted = await fuzz({ scope, fields, names, things, listed }, TIMES);
    expect(parted).toBeGreaterThan(TIMES / 3);
  });

  it("find what is over this very instant among what has expired", async () => {
    const filters = { status: { conditions: { $expired: "" } } };
    const listed = filteredCampaigns(scope, { ...CampaignQuery.parse({ filters }), limit: 500 });
    const { hits } = await findWalked(scope, listed);
    expect(hits.map(([, , id]) => id)).toContain(rows[0]?.id);
  });
});
