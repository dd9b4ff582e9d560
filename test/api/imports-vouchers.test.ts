import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Campaign } from "../../src/model/campaign";
import { Voucher } from "../../src/model/voucher";
import { eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { resultOf, sendCsv, sendRaw, stock } from "../support/imports";
import { expectSound } from "../support/invariants";

const CSV = "/v1/vouchers/importCSV";
const ARRAY = "/v1/vouchers/import";

const post = (project: TestProject, path: string, rows: unknown) =>
  sendRaw(project, path, JSON.stringify(rows), "application/json");

const done = (created: number, metadata_columns: string[] = []) => ({
  operation_status: "SUCCESS",
  rows: created,
  created,
  updated: 0,
  message: `${created} of ${created} rows were imported`,
  done_count: created,
  failed_count: 0,
  failed: [],
  metadata_columns,
});

const voucher = async (project: TestProject, code: string) =>
  parsed(Voucher, await project.get(`/v1/vouchers/${code}`));

async function campaign(project: TestProject, body: object): Promise<Campaign> {
  const reply = await project.post("/v1/campaigns", { type: "STATIC", ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Campaign, reply);
}

describe("POST /v1/vouchers/importCSV", () => {
  it("202: every kind, amounts in major units, other columns as metadata", async () => {
    const project = await newProject();
    const csv = [
      "Code,Voucher Type,Value,Discount Type,Category,Start Date,Expiration Date,Redemption Limit,Active,Additional Info,Season",
      "TEN,DISCOUNT_VOUCHER,19.99,AMOUNT,news,2026-01-01,2027-01-01T12:00:00+02:00,5,true,hello,summer",
      "PCT,Discount Voucher,12.5,percent,,,,,no,,",
      "CARD,gift,2000.00,,,,,,,,",
      "LOYAL,loyalty card,300,,,,,,,,",
    ].join("\n");
    expect(await resultOf(project, await sendCsv(project, CSV, csv))).toEqual(done(4, ["Season"]));
    expect(await voucher(project, "TEN")).toMatchObject({
      type: "DISCOUNT_VOUCHER",
      discount: { type: "AMOUNT", amount_off: 1999 },
      category: "news",
      start_date: "2026-01-01T00:00:00.000Z",
      expiration_date: "2027-01-01T10:00:00.000Z",
      redemption: { quantity: 5, redeemed_quantity: 0 },
      active: true,
      additional_info: "hello",
      metadata: { Season: "summer" },
      campaign_id: null,
    });
    expect(await voucher(project, "PCT")).toMatchObject({
      discount: { type: "PERCENT", percent_off: 12.5 },
      active: false,
      redemption: { quantity: null },
      metadata: {},
    });
    const card = await voucher(project, "CARD");
    expect(card.gift).toEqual({
      amount: 200_000,
      balance: 200_000,
      subtracted_amount: 0,
      effect: null,
    });
    expect((await voucher(project, "LOYAL")).loyalty_card).toEqual({
      points: 300,
      balance: 300,
      pending_points: 0,
      expired_points: 0,
      subtracted_points: 0,
    });
    const events = await eventsOf(project.id);
    expect(events.map(({ kind }) => kind)).toEqual(Array(4).fill("voucher.created"));
    expect(events[2]).toMatchObject({
      entity_id: card.id,
      data: { voucher: card, campaign: null },
    });
    expect((await project.get("/v1/vouchers")).body.total).toBe(4);
    await expectSound(project.id);
  });

  it("202: amounts have the decimals of the project's currency", async () => {
    const project = await newProject({ currency: "JPY" });
    await resultOf(project, await sendCsv(project, CSV, "Code,Voucher Type,Value\nA,gift,500"));
    expect((await voucher(project, "A")).gift?.amount).toBe(500);
    const result = await resultOf(
      project,
      await sendCsv(project, CSV, "Code,Voucher Type,Value\nB,gift,5.5"),
    );
    expect(result.failed).toEqual([
      { row: 2, column: "Value", reason: "must be a number such as 20 or 19.99; it is '5.5'" },
    ]);
    const digits = await resultOf(
      project,
      await sendCsv(project, CSV, "Code,Voucher Type,Value\nC,gift,5.0000000"),
    );
    expect(digits.failed).toHaveLength(1);
  });

  it("202: bad rows of all kinds, and nothing is stored", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/STOCK", { gift: { amount: 1 } });
    await project.post("/v1/vouchers/DELETED", { gift: { amount: 1 } });
    await project.delete("/v1/vouchers/DELETED");
    const before = await stock(project);
    const csv = [
      "Code,Type,value,Discount Type,Start Date,Expiration Date,Redemption Limit,Active,Campaign",
      "GOOD,gift,1,,,,,,",
      "good ,gift,1,,,,,,",
      "stock,gift,1,,,,,,",
      "DELETED,gift,1,,,,,,",
      ",gift,1,,,,,,",
      "V1,coupon?,1,,,,,,",
      "V2,gift,ten,,,,,,",
      "V3,discount,101,PERCENT,,,,,",
      "V4,discount,1,HALF,,,,,",
      "V5,discount,,,,,,,",
      "V6,gift,1,,2026-13-01,,,,",
      "V7,gift,1,,2026-02-01,2026-01-01,,,",
      "V8,gift,1,,,,1.5,,",
      "V9,gift,1,,,,,maybe,",
      "V10,gift,1,,,,,,Summer",
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, CSV, csv));
    expect(result).toMatchObject({
      operation_status: "FAILED",
      rows: 15,
      created: 0,
      failed_count: 14,
    });
    expect(result.failed).toEqual([
      { row: 3, column: "Code", reason: "is the same as in row 2" },
      { row: 4, column: "Code", reason: "'stock' exists already" },
      { row: 5, column: "Code", reason: "'DELETED' exists already" },
      { row: 6, column: "Code", reason: "is required" },
      {
        row: 7,
        column: "Type",
        reason:
          "must be equal to one of the allowed values [ DISCOUNT_VOUCHER, GIFT_VOUCHER, LOYALTY_CARD ]; it is 'coupon?'",
      },
      { row: 8, column: "value", reason: "must be a number such as 20 or 19.99; it is 'ten'" },
      { row: 9, column: "value", reason: "must be <= 100; it is '101'" },
      {
        row: 10,
        column: "Discount Type",
        reason:
          "must be equal to one of the allowed values [ AMOUNT, PERCENT, FIXED, UNIT ]; it is 'HALF'",
      },
      { row: 11, column: "value", reason: "is required for DISCOUNT_VOUCHER" },
      {
        row: 12,
        column: "Start Date",
        reason: "cannot be recognized as a ISO-8601 compliant date; it is '2026-13-01'",
      },
      { row: 13, column: "Expiration Date", reason: "must be after start_date" },
      { row: 14, column: "Redemption Limit", reason: "must be integer; it is '1.5'" },
      { row: 15, column: "Active", reason: "must be true or false; it is 'maybe'" },
      { row: 16, column: "Campaign", reason: "must be empty; import into the campaign itself" },
    ]);
    expect(await stock(project)).toEqual(before);
  });

  it("202: of more than 1,000 bad rows the first are shown and all are counted", async () => {
    const project = await newProject();
    const csv = `Code,Voucher Type,Value\n${"A,gift,x\n".repeat(2500)}`;
    const result = await resultOf(project, await sendCsv(project, CSV, csv));
    expect(result).toMatchObject({ operation_status: "FAILED", rows: 2500, failed_count: 2500 });
    expect(result.failed).toHaveLength(1000);
    expect(result.failed.at(-1)?.row).toBe(1001);
  });

  it("202: metadata by the project's schema of vouchers", async () => {
    const project = await newProject();
    const schema = await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "voucher",
      properties: { age: { type: "number" }, vip: { type: "boolean", optional: true } },
    });
    expect(schema.status, JSON.stringify(schema.body)).toBe(200);
    const head = "Code,Voucher Type,Value,age,vip";
    const bad = await resultOf(project, await sendCsv(project, CSV, `${head}\nA,gift,1,old,yes`));
    expect(bad.failed).toEqual([
      { row: 2, column: "age", reason: "must be a number (actual value is 'old')" },
    ]);
    const titled = `${head.replace("age", "Metadata.age")}\nA,gift,1,old,yes`;
    expect((await resultOf(project, await sendCsv(project, CSV, titled))).failed).toEqual([
      { row: 2, column: "Metadata.age", reason: "must be a number (actual value is 'old')" },
    ]);
    // A column of all metadata behind it is not where that stands.
    const behind = `${head},Metadata\nA,gift,1,old,yes,`;
    expect((await resultOf(project, await sendCsv(project, CSV, behind))).failed).toEqual(
      bad.failed,
    );
    const good = await resultOf(project, await sendCsv(project, CSV, `${head}\nA,gift,1,33,yes`));
    expect(good).toEqual(done(1, ["age", "vip"]));
    expect((await voucher(project, "A")).metadata).toEqual({ age: 33, vip: true });
    // As exports write numbers: in all their digits, and with an exponent.
    const exact = `${head}\nB,gift,1,0.3333333333333333,\nC,gift,1,1e-7,\nD,gift,1,9007199254740991,\nG,gift,1,007,`;
    expect(await resultOf(project, await sendCsv(project, CSV, exact))).toEqual(
      done(4, ["age", "vip"]),
    );
    expect((await voucher(project, "B")).metadata).toEqual({ age: 0.3333333333333333 });
    expect((await voucher(project, "C")).metadata).toEqual({ age: 1e-7 });
    expect((await voucher(project, "D")).metadata).toEqual({ age: 9007199254740991 });
    expect((await voucher(project, "G")).metadata).toEqual({ age: 7 });
    // Its last digit would be another one, and the next is no number at all.
    const lost = `${head}\nE,gift,1,9007199254740993,\nF,gift,1,1e999,`;
    expect((await resultOf(project, await sendCsv(project, CSV, lost))).failed).toEqual([
      { row: 2, column: "age", reason: "must be a number (actual value is '9007199254740993')" },
      { row: 3, column: "age", reason: "must be a number (actual value is '1e999')" },
    ]);
    expect((await project.get("/v1/vouchers/E")).status).toBe(404);
  });
});

describe("POST /v1/vouchers/import", () => {
  it("202: bodies as a create takes them, amounts in minor units", async () => {
    const project = await newProject();
    const rows = [
      { code: "A", discount: { type: "PERCENT", percent_off: 10 }, metadata: { a: { b: [1] } } },
      {
        code: " B ",
        type: "GIFT_VOUCHER",
        gift: { amount: 100 },
        redemption: { quantity: 0 },
        unknown: 1,
      },
    ];
    expect(await resultOf(project, await post(project, ARRAY, rows))).toEqual(done(2));
    expect((await voucher(project, "A")).metadata).toEqual({ a: { b: [1] } });
    expect(await voucher(project, "B")).toMatchObject({
      gift: { amount: 100 },
      redemption: { quantity: 0 },
    });
    await expectSound(project.id);
  });

  it("202: bad elements are told by place and path", async () => {
    const project = await newProject();
    const before = await stock(project);
    const gift = { amount: 1 };
    const rows = [
      5,
      { gift },
      { code: "A", gift: { amount: 1.5 } },
      { code: "B", gift, validation_rules: ["val_1"] },
      { code: "C", gift, category_id: "cat_1" },
      { code: "D", gift },
      { code: "d", gift },
      {
        code: "E",
        gift,
        validity_hours: { daily: [{ start_time: "25:00", expiration_time: "10:00" }] },
      },
    ];
    const result = await resultOf(project, await post(project, ARRAY, rows));
    expect(result.failed).toEqual([
      { row: 1, reason: "must be an object" },
      { row: 2, column: "code", reason: "is required" },
      {
        row: 3,
        column: "gift.amount",
        reason:
          "must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699; it is '1.5'",
      },
      {
        row: 4,
        column: "validation_rules",
        reason: "cannot be imported; assign rules to the campaign",
      },
      { row: 5, column: "category_id", reason: "cannot be imported; use category" },
      { row: 7, column: "code", reason: "is the same as in row 6" },
      {
        row: 8,
        column: "validity_hours.daily[0].start_time",
        reason: "must be HH:mm; it is '25:00'",
      },
    ]);
    expect(await stock(project)).toEqual(before);
  });
});

it("202: a category by name is the one of that name, or else text", async () => {
  const project = await newProject();
  const category = (await project.post("/v1/categories", { name: "Own" })).body;
  const csv = "Code,Voucher Type,Value,Category\nA,Gift,1,Own\nB,Gift,1,Other\nC,Gift,1,\n";
  const reply = await sendCsv(project, "/v1/vouchers/importCSV", csv);
  expect(await resultOf(project, reply)).toEqual(done(3));
  const found = await Promise.all(["A", "B", "C"].map((code) => voucher(project, code)));
  expect(found.map(({ category, category_id }) => [category, category_id])).toEqual([
    ["Own", category.id],
    ["Other", null],
    [null, null],
  ]);
});

describe("POST /v1/campaigns/{campaignId}/importCSV and /import", () => {
  it("202: codes take what their campaign says, and keep what is their own", async () => {
    const project = await newProject();
    const { id } = await campaign(project, {
      name: "Gifts",
      campaign_type: "GIFT_VOUCHERS",
      expiration_date: "2030-01-01T00:00:00.000Z",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 }, redemption: { quantity: 2 } },
    });
    const csv = "Code,Value,Campaign\nA,,Gifts\nB,7.50,";
    const path = `/v1/campaigns/${id}/importCSV`;
    expect(await resultOf(project, await sendCsv(project, path, csv))).toEqual(done(2));
    const rows = [
      { code: "C", active: false, redemption: { quantity: 9 } },
      { code: "D", gift: { amount: 1000, balance: 50 } },
    ];
    const byName = await post(project, "/v1/campaigns/Gifts/import", rows);
    expect(await resultOf(project, byName)).toEqual(done(2));
    expect(await voucher(project, "A")).toMatchObject({
      campaign: "Gifts",
      campaign_id: id,
      gift: { amount: 500, balance: 500 },
      redemption: { quantity: 2 },
      expiration_date: "2030-01-01T00:00:00.000Z",
    });
    expect((await voucher(project, "B")).gift?.balance).toBe(750);
    expect(await voucher(project, "C")).toMatchObject({
      active: false,
      redemption: { quantity: 9 },
    });
    expect((await voucher(project, "D")).gift).toMatchObject({ amount: 1000, balance: 50 });
    expect((await project.get(`/v1/campaigns/${id}`)).body.vouchers_count).toBe(4);
    const own = await rowsOf("vouchers", project.id);
    expect(own.map(({ expiration_date }) => expiration_date)).toEqual([null, null, null, null]);
    const days = await rowsOf("campaign_days", project.id);
    expect(days).toMatchObject([{ vouchers_created: 4, created_vouchers_amount: 1800 }]);
    const events = (await eventsOf(project.id)).filter(({ kind }) =>
      String(kind).includes("voucher"),
    );
    expect(events.map(({ kind, data }) => [kind, data.count])).toEqual([
      ["campaign.vouchers.aded", 2],
      ["campaign.vouchers.aded", 2],
    ]);
    await expectSound(project.id);
  });

  it("202: rows that contradict the campaign", async () => {
    const project = await newProject();
    await campaign(project, {
      name: "C",
      voucher: { discount: { type: "PERCENT", percent_off: 5 } },
    });
    const before = await stock(project);
    const csv = "Code,Voucher Type,Value,Campaign\nA,gift,1,\nB,,7,Other\nC,,x,C";
    const result = await resultOf(
      project,
      await sendCsv(project, "/v1/campaigns/C/importCSV", csv),
    );
    expect(result.failed).toEqual([
      { row: 2, column: "Voucher Type", reason: "must be DISCOUNT_VOUCHER, as in the campaign" },
      { row: 3, column: "Campaign", reason: "must be C" },
      { row: 4, column: "Value", reason: "must be a number such as 20 or 19.99; it is 'x'" },
    ]);
    expect(await stock(project)).toEqual(before);
  });

  it("404 and 400: an unknown campaign, and one that has no codes", async () => {
    const project = await newProject();
    const missing = await sendCsv(project, "/v1/campaigns/nothing/importCSV", "Code\nA");
    failure(missing, 404, "not_found");
    await campaign(project, { name: "Promo", campaign_type: "PROMOTION" });
    const none = await sendCsv(project, "/v1/campaigns/Promo/importCSV", "Code\nA");
    failure(none, 400, "invalid_campaign");
    expect((await env.EXPORTS.list({ prefix: `imports/${project.id}/` })).objects).toEqual([]);
  });
});
