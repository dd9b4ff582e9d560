import { describe, expect, it } from "vitest";
import { KINDS } from "../../src/resources/exports/kinds";
import { newProject, type TestProject } from "../support/api";
import { exported } from "../support/exporting";
import { program } from "../support/loyalty";
import { homeDb } from "../support/places";

async function made(project: TestProject, path: string, body: object) {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

async function shop(): Promise<TestProject> {
  const project = await newProject();
  await made(project, "/v1/vouchers", {
    code: "P20",
    discount: { type: "PERCENT", percent_off: 20, amount_limit: 900 },
    redemption: { quantity: 5 },
    start_date: "2026-01-01T00:00:00Z",
    metadata: { a: 1 },
  });
  await made(project, "/v1/vouchers", { code: "CARD", gift: { amount: 5000 }, category: "gifts" });
  await made(project, "/v1/vouchers", { code: "GONE", gift: { amount: 1 } });
  await project.delete("/v1/vouchers/GONE");
  await made(project, "/v1/redemptions", {
    redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 300 } }],
    order: { amount: 1000 },
    customer: { source_id: "alice", name: "Alice", address: { city: "Bonn" } },
    metadata: { till: 4 },
  });
  return project;
}

/** The file as rows of cells; no cell of these tests has a comma or a break. */
async function rows(project: TestProject, object: string, fields?: readonly string[]) {
  const order = Object.entries(KINDS).find(([name]) => name === object)?.[1].orders[0];
  const parameters = { order, ...(fields && { fields }) };
  const text = await exported(project, { exported_object: object, parameters });
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
}

describe("exports of", () => {
  it("vouchers: what they are worth, in major units or percent; deleted ones are left out", async () => {
    const project = await shop();
    expect(await rows(project, "voucher")).toEqual([
      ["ID", "Code", "Voucher Type", "Value", "Discount Type", "Campaign", "Active"],
      [expect.stringMatching(/^v_/), "P20", "DISCOUNT_VOUCHER", "20", "PERCENT", "", "true"],
      [expect.stringMatching(/^v_/), "CARD", "GIFT_VOUCHER", "50.00", "", "", "true"],
    ]);
    const fields = ["code", "gift_balance", "redemption_quantity", "redemption_count"];
    const more = ["start_date", "category", "discount_amount_limit", "metadata"];
    expect((await rows(project, "voucher", [...fields, ...more])).slice(1)).toEqual([
      ["P20", "", "5", "0", "2026-01-01T00:00:00.000Z", "", "9.00", '"{""a"":1}"'],
      ["CARD", "47.00", "", "1", "", "gifts", "", "{}"],
    ]);
  });

  it("vouchers: the formula, the effect and the rules of their discount", async () => {
    const project = await newProject();
    const rule = await made(project, "/v1/validation-rules", { name: "any", rules: {} });
    await made(project, "/v1/vouchers", {
      code: "F",
      discount: {
        type: "AMOUNT",
        amount_off: 100,
        amount_off_formula: "ORDER_AMOUNT / 10",
        effect: "APPLY_TO_ITEMS",
      },
      validation_rules: [rule.id],
    });
    await made(project, "/v1/vouchers", {
      code: "U",
      discount: { type: "UNIT", unit_off: 1, unit_type: "mug", effect: "ADD_NEW_ITEMS" },
    });
    await made(project, "/v1/vouchers", {
      code: "G",
      gift: { amount: 1, effect: "APPLY_TO_ITEMS" },
    });
    const fields = ["code", "formula", "discount_effect", "discount_unit_effect"];
    expect(await rows(project, "voucher", [...fields, "validation_rules_id"])).toEqual([
      ["Code", "Formula", "Discount Effect", "Discount Unit Effect", "Validation Rules ID"],
      ["F", "ORDER_AMOUNT / 10", "APPLY_TO_ITEMS", "", rule.id],
      ["U", "", "ADD_NEW_ITEMS", "ADD_NEW_ITEMS", ""],
      ["G", "", "APPLY_TO_ITEMS", "", ""],
    ]);
  });

  it("redemptions: of a tier its id and its campaign, and the order", async () => {
    const project = await newProject();
    const campaign = await made(project, "/v1/campaigns", {
      name: "Spring",
      campaign_type: "PROMOTION",
      promotion: {
        tiers: [{ name: "t", action: { discount: { type: "PERCENT", percent_off: 5 } } }],
      },
    });
    const tier = campaign.promotion.tiers[0].id;
    const redeemed = await made(project, "/v1/redemptions", {
      redeemables: [{ object: "promotion_tier", id: tier }],
      order: { amount: 1000 },
    });
    const fields = ["promotion_tier_id", "campaign", "order_id"];
    expect((await rows(project, "redemption", fields)).slice(1)).toEqual([
      [tier, "Spring", redeemed.order.id],
    ]);
  });

  it("a key of the metadata in a column of its own, empty where it is not there", async () => {
    const project = await newProject();
    const metadata = { size: "XL", "a b": 4, _x: ["p"], flag: false };
    await made(project, "/v1/customers", { source_id: "ada", metadata });
    await made(project, "/v1/customers", { source_id: "bob", metadata: { size: "=1" } });
    const fields = ["source_id", "metadata.size", "metadata.a b", "metadata._x", "metadata.flag"];
    expect(await rows(project, "customer", [...fields, "metadata.constructor"])).toEqual([
      [
        ...["Source ID", "Metadata.size", "Metadata.a b", "Metadata._x", "Metadata.flag"],
        "Metadata.constructor",
      ],
      ["ada", "XL", "4", '"[""p""]"', "false", ""],
      ["bob", '"\'=1"', "", "", "", ""],
    ]);
  });

  it("customers: with their address and summary", async () => {
    const project = await shop();
    const fields = ["source_id", "name", "address_city", "redemptions_total_redeemed"];
    const more = ["orders_total_amount", "orders_total_count"];
    expect((await rows(project, "customer", [...fields, ...more])).slice(1)).toEqual([
      ["alice", "Alice", "Bonn", "1", "700", "1"],
    ]);
  });

  it("redemptions: with code, customer and order amount", async () => {
    const project = await shop();
    const fields = ["object", "voucher_code", "customer_source_id", "customer_name", "result"];
    const more = ["order_amount", "gift_amount", "failure_code", "metadata"];
    expect((await rows(project, "redemption", [...fields, ...more])).slice(1)).toEqual([
      ["redemption", "CARD", "alice", "Alice", "SUCCESS", "1000", "300", "", '"{""till"":4}"'],
    ]);
  });

  it("publications: with codes and customer", async () => {
    const project = await shop();
    const customer = { source_id: "bob" };
    await made(project, "/v1/publications", { voucher: "P20", customer, channel: "Shop" });
    const fields = ["voucher_code", "customer_source_id", "channel", "campaign", "is_winner"];
    expect((await rows(project, "publication", fields)).slice(1)).toEqual([
      ["P20", "bob", "Shop", "", ""],
    ]);
  });

  it("products and SKUs: prices in major units", async () => {
    const project = await shop();
    await made(project, "/v1/orders", {
      items: [
        { product: { source_id: "mug", override: true, name: "Mug", price: 1500 } },
        {
          product: { source_id: "mug" },
          sku: { source_id: "mug-s", override: true, sku: "S", price: 1400 },
        },
      ],
    });
    expect((await rows(project, "product", ["source_id", "name", "price"])).slice(1)).toEqual([
      ["mug", "Mug", "15.00"],
    ]);
    expect((await rows(project, "sku", ["source_id", "sku", "price"])).slice(1)).toEqual([
      ["mug-s", "S", "14.00"],
    ]);
  });

  it("ledgers of cards: what each entry changed and the balance then, without the opening", async () => {
    const project = await shop();
    const sent = { amount: 45, source_id: "s" };
    const channel = { "x-voucherify-channel": "Till" };
    const reply = await project.post("/v1/vouchers/CARD/balance", sent, channel);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const card = (await project.get("/v1/vouchers/CARD")).body.id;
    const [added, redeemed] = (await project.get("/v1/vouchers/CARD/transactions")).body.data;
    expect(await rows(project, "voucher_transactions")).toEqual([
      ["ID", "Type", "Source ID", "Reason", "Source", "Balance", "Amount", "Created At"],
      [redeemed.id, "CREDITS_REDEMPTION", "", "", "", "4700", "-300", redeemed.created_at],
      [added.id, "CREDITS_ADDITION", "s", "", "Till", "4745", "45", added.created_at],
    ]);
    const more = ["voucher_id", "campaign_id", "related_transaction_id"];
    expect((await rows(project, "voucher_transactions", more)).slice(1)).toEqual([
      [card, "", ""],
      [card, "", ""],
    ]);
    const [, details] = (
      await exported(project, {
        exported_object: "voucher_transactions",
        parameters: {
          fields: ["details"],
          filters: { voucher_id: { conditions: { $is: "card" } } },
        },
      })
    ).split("\r\n");
    expect(JSON.parse(details?.slice(1, -1).replaceAll('""', '"') ?? "")).toEqual(added.details);
  });

  it("points that expire: those that are left, and those that have expired", async () => {
    const { project, id, cards } = await program(["ada", "bob"]);
    const balance = (holder: string, body: object) =>
      made(project, `/v1/loyalties/members/${cards[holder]}/balance`, body);
    const expiring = (points: number, expiration_date: string) => ({
      points,
      expiration_type: "CUSTOM_DATE",
      expiration_date,
    });
    await balance("ada", expiring(5, "2031-01-31"));
    await balance("bob", expiring(7, "2030-02-28"));
    await balance("ada", expiring(9, "2032-12-31"));
    await balance("ada", { points: 100, expiration_type: "NON_EXPIRING" });
    await balance("ada", { points: -5 });
    await homeDb()
      .prepare(
        `UPDATE loyalty_points_buckets SET points = 0, expired_points = 7
      WHERE project_id = ?1 AND expires_at = '2030-02-28'`,
      )
      .bind(project.id)
      .run();
    const [ada, bob] = await Promise.all(
      ["ada", "bob"].map(
        async (name) => (await project.get(`/v1/vouchers/${cards[name]}`)).body.id,
      ),
    );
    const bucket = expect.stringMatching(/^lopb_/);
    expect(await rows(project, "points_expiration")).toEqual([
      ["ID", "Campaign ID", "Voucher ID", "Points", "Status", "Expires At"],
      [bucket, id, bob, "7", "EXPIRED", "2030-02-28"],
      [bucket, id, ada, "9", "ACTIVE", "2032-12-31"],
    ]);
  });

  it.each(Object.entries(KINDS))(
    "%s: every field has a column of its own",
    async (object, kind) => {
      const project = await shop();
      const [titles = []] = await rows(project, object, kind.fields);
      expect(new Set(titles).size).toBe(kind.fields.length);
      expect(kind.defaults.every((field) => kind.fields.includes(field))).toBe(true);
    },
  );
});
