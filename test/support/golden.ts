import { expect } from "vitest";
import type { TestProject } from "./api";
import * as deciding from "./deciding";

/** What whole answers that are written out by hand have in common. */

export const id = (prefix: string) =>
  expect.stringMatching(new RegExp(`^${prefix}_[0-9A-Za-z]{12,24}$`));
export const TIME = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const DATES = {
  start_date: "2026-06-01T00:00:00.000Z",
  expiration_date: "2026-09-01T00:00:00.000Z",
};
export const WINDOW = {
  ...DATES,
  validity_timeframe: { interval: "P7D", duration: "PT36H" },
  validity_day_of_week: [0, 6],
};
/** Hours stand for days and timeframe. */
export const HOURS = {
  ...DATES,
  validity_hours: {
    daily: [{ start_time: "09:00", expiration_time: "18:00", days_of_week: [0, 6] }],
  },
};
export const TEN_OFF = {
  type: "PERCENT",
  percent_off: 10,
  amount_limit: 900,
  effect: "APPLY_TO_ORDER",
};
export const NOTES = { budget: 12, tags: ["a", null], nested: { deep: true } };

/** Body of a category, and the category as others show it. */
export const CATEGORY_SENT = { name: "Seasonal", hierarchy: 3, stacking_rules_type: "JOINT" };
export const CATEGORY = { id: id("cat"), ...CATEGORY_SENT, created_at: TIME, object: "category" };

export const inline = (...data: unknown[]) => ({
  object: "list",
  data_ref: "data",
  data,
  total: data.length,
});

export const assignedTo = (type: string, related: string) =>
  inline({
    id: id("asgm"),
    rule_id: id("val"),
    related_object_id: related,
    related_object_type: type,
    created_at: TIME,
    object: "validation_rules_assignment",
  });

const asset = (kind: string) => ({
  id: expect.any(String),
  url: expect.stringContaining(`/assets/${kind}/`),
});
export const ASSETS = { qr: asset("qr"), barcode: asset("barcode") };

export const VOUCHER_ID = expect.stringMatching(/^v_[0-9A-Za-z]{32}$/);

/** A voucher of a customer, as publications and redemptions show it beside themselves. */
export const voucherOf = (code: string, own: object) => ({
  id: VOUCHER_ID,
  code,
  campaign: null,
  campaign_id: null,
  category: null,
  category_id: null,
  categories: [],
  type: "DISCOUNT_VOUCHER",
  discount: null,
  gift: null,
  loyalty_card: null,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  active: true,
  additional_info: null,
  metadata: {},
  assets: ASSETS,
  is_referral_code: false,
  created_at: TIME,
  updated_at: null,
  publish: { object: "list", count: 0, url: `/v1/vouchers/${code}/publications?page=1&limit=10` },
  redemption: {
    quantity: null,
    redeemed_quantity: 0,
    object: "list",
    url: `/v1/vouchers/${code}/redemptions?page=1&limit=10`,
  },
  validation_rules_assignments: inline(),
  object: "voucher",
  ...own,
});

/** Body of a referral program. */
export const FRIENDS = {
  name: "Friends",
  campaign_type: "REFERRAL_PROGRAM",
  voucher: {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 100 },
    is_referral_code: true,
  },
  referral_program: { conversion_event_type: "redemption" },
};

export const ADA = {
  source_id: "ada",
  name: "Ada",
  email: "ada@shop.example",
  metadata: { vip: true },
};

/** How a file asks the project that it makes for all of its tests. */
export const asking = (project: () => TestProject) => ({
  made: (path: string, body: unknown) => deciding.made(project(), path, body),
  read: async (path: string) => (await project().get(path)).body,
  changed: async (path: string, body: object) => {
    const reply = await project().put(path, body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  },
});
