import { beforeAll, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { campaign, rule } from "../support/campaigns";
import { promotion, tier } from "../support/promotions";

/*
 * Clients read these keys without asking whether they are there. Each object is looked at wherever
 * an answer holds one: made, read, listed, changed, and within others.
 */

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null;

/** Every object within an answer of which that is true, however deep. */
function within(body: unknown, is: (value: Body) => boolean): Body[] {
  if (!isObject(body)) return [];
  const below = Object.values(body).flatMap((value) => within(value, is));
  return !Array.isArray(body) && is(body) ? [body, ...below] : below;
}

const called = (name: string) => (value: Body) => value.object === name;

let project: TestProject;
const answers: { from: string; body: unknown }[] = [];

async function ask(method: "get" | "post" | "put", path: string, body?: object) {
  const reply = method === "get" ? await project.get(path) : await project[method](path, body);
  expect(reply.status, `${method} ${path} ${JSON.stringify(reply.body)}`).toBe(200);
  answers.push({ from: `${method} ${path}`, body: reply.body });
  return reply.body;
}

/** The objects of a kind in all answers, with where each is from. */
const all = (is: (value: Body) => boolean) =>
  answers.flatMap(({ from, body }) => within(body, is).map((found) => ({ from, found })));

const ORDER = { amount: 20_000, items: [{ source_id: "shirt", quantity: 2, price: 10_000 }] };
const anna = { customer: { source_id: "anna" } };

beforeAll(async () => {
  project = await newProject({ client_publish_enabled: 1, client_orders_trusted: 1 });
  const any = await rule(project, "order.amount", { $more_than: [0] });
  const coupons = await ask("post", "/v1/campaigns", {
    name: "Coupons",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 1000 } },
    validation_rules: [any],
  });
  await ask("get", `/v1/campaigns/${coupons.id}`);
  await ask("get", "/v1/campaigns");
  await ask("put", `/v1/campaigns/${coupons.id}`, { description: "Off" });
  await ask("post", `/v1/campaigns/${coupons.id}/vouchers/RULED`, { additional_info: "note" });
  await ask("get", "/v1/vouchers/RULED");
  await ask("get", `/v1/vouchers?campaign_id=${coupons.id}`);
  await ask("post", "/v1/vouchers/RULED/disable");
  await ask("post", "/v1/vouchers/RULED/enable");
  await ask("put", "/v1/vouchers/RULED", { metadata: { seen: true } });
  const promoted = await promotion(project, "Promotion");
  await ask("get", `/v1/campaigns/${promoted}`);
  const { id: first } = await tier(project, promoted, "First");
  await ask("get", `/v1/promotions/tiers/${first}`);
  await ask("put", `/v1/promotions/tiers/${first}`, { banner: "New" });
  await ask("get", "/v1/promotions/tiers");
  await ask("get", `/v1/promotions/${promoted}/tiers`);
  await ask("get", "/client/v1/promotions/tiers");
  await ask("post", "/v1/publications", { voucher: "RULED", ...anna });
  const redeemables = [{ object: "voucher", id: "RULED" }];
  const tiers = [{ object: "promotion_tier", id: first }];
  await ask("post", "/v1/validations", { redeemables, order: ORDER, ...anna });
  await ask("post", "/v1/validations", { redeemables: tiers, order: { ...ORDER, ...anna } });
  await ask("post", "/client/v1/redemptions", { redeemables, order: ORDER, ...anna });
  await ask("post", "/v1/redemptions", { redeemables, order: ORDER, ...anna });
  const done = await ask("post", "/v1/redemptions", { redeemables: tiers, order: ORDER, ...anna });
  await ask("get", `/v1/redemptions/${done.redemptions[0].id}`);
  await ask("get", "/v1/redemptions");
  await ask("post", `/v1/redemptions/${done.redemptions[0].id}/rollback`, {});
  await ask("post", "/v1/qualifications", { order: ORDER, ...anna, scenario: "ALL" });
  await ask("post", "/v1/orders", { source_id: "made", amount: 500 });
  await ask("get", "/v1/orders/made");
  await ask("get", "/v1/orders");
  await ask("post", "/v1/rewards", { name: "Coin", parameters: { coin: { exchange_ratio: 1 } } });
  await ask("get", "/v1/rewards");
}, 60_000);

describe("a voucher of a campaign with a rule", () => {
  it("holds the assignment of the campaign wherever the shop reads it, but in publications", () => {
    const shown = all((value) => value.object === "voucher" && value.code === "RULED");
    const byShop = shown.filter(
      ({ from, found }) => !/client|publications/.test(from) && "created_at" in found,
    );
    expect(byShop.length).toBeGreaterThanOrEqual(8);
    for (const { from, found } of byShop) {
      expect(found, from).toMatchObject({
        validation_rules_assignments: {
          object: "list",
          data: [{ related_object_type: "campaign" }],
          total: 1,
        },
      });
    }
    const published = shown.filter(({ from }) => from.includes("publications"));
    expect(published).toHaveLength(1);
    expect(published[0]?.found).not.toHaveProperty("validation_rules_assignments");
  });

  it("tells browsers neither rules nor notes, under the keys that they read", () => {
    const shown = all(called("voucher")).filter(({ from }) => from.includes("client"));
    expect(shown).toHaveLength(1);
    expect(shown[0]?.found).toMatchObject({
      additional_info: null,
      validation_rules_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
    });
  });

  it("tells a browser that it publishes to the same", async () => {
    await campaign(project, "Given", { type: "AUTO_UPDATE" });
    const sent = { campaign: "Given", customer: { source_id: "ben" } };
    const { status, body } = await project.post("/client/v1/publish", sent);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.voucher).toMatchObject({
      additional_info: null,
      validation_rules_assignments: { object: "list", data: [], total: 0 },
    });
  });
});

describe("a campaign", () => {
  it("has its category and what its codes may be used, set or not", () => {
    const shown = all((value) => value.object === "campaign" && "campaign_type" in value);
    const coupons = shown.filter(({ found }) => "voucher" in found);
    expect(coupons.length).toBeGreaterThanOrEqual(4);
    for (const { from, found } of shown.filter(({ found }) => "join_once" in found)) {
      expect(found, from).toMatchObject({
        category: null,
        category_id: null,
        access_settings_assignments: { object: "list", data: [], total: 0 },
      });
    }
    for (const { from, found } of coupons) {
      expect(found, from).toMatchObject({ voucher: { redemption: { quantity: null } } });
    }
  });

  it("of promotions counts no vouchers", () => {
    const [found] = all((value) => value.campaign_type === "PROMOTION" && "join_once" in value);
    expect(found?.found).not.toHaveProperty("vouchers_count");
  });

  it("of loyalty cards makes those that it is given, where nothing is said", async () => {
    const voucher = { type: "LOYALTY_CARD", loyalty_card: { points: 0 } };
    const made = { name: "Points", campaign_type: "LOYALTY_PROGRAM", voucher };
    expect(await ask("post", "/v1/campaigns", made)).toMatchObject({ type: "STATIC" });
  });
});

describe("a promotion tier", () => {
  it("names its campaign with both its dates, set or not", () => {
    const shown = all((value) => value.object === "promotion_tier" && "hierarchy" in value);
    expect(new Set(shown.map(({ from }) => from.split("?")[0])).size).toBeGreaterThanOrEqual(9);
    for (const { from, found } of shown) {
      expect(found.campaign, from).toMatchObject({
        start_date: null,
        expiration_date: null,
        category_id: null,
      });
      expect(found, from).not.toHaveProperty("promotion_id");
      if (from.includes("client")) continue;
      expect(found, from).toMatchObject({
        category_id: null,
        summary: { redemptions: {} },
        validation_rule_assignments: { object: "list" },
      });
    }
  });

  it("is redeemed and rolled back without a voucher, which is null", () => {
    const shown = all((value) => "result" in value && isObject(value.promotion_tier));
    expect(new Set(shown.map(({ found }) => found.object))).toEqual(
      new Set(["redemption", "redemption_rollback"]),
    );
    for (const { from, found } of shown) expect(found, from).toHaveProperty("voucher", null);
  });
});

describe("an order", () => {
  it("names its customer in every answer that knows them", () => {
    const shown = all((value) => value.object === "order" && value.customer_id !== null);
    const froms = new Set(shown.map(({ from }) => from));
    for (const from of ["validations", "redemptions", "qualifications", "client"]) {
      expect(
        [...froms].some((each) => each.includes(from)),
        from,
      ).toBe(true);
    }
    for (const { from, found } of shown) {
      expect(found.customer, from).toEqual({ id: found.customer_id, object: "customer" });
    }
  });

  it("without lines has none, and tells no more than was made", () => {
    const shown = all((value) => value.source_id === "made");
    expect(shown).toHaveLength(3);
    for (const { from, found } of shown) {
      expect(found, from).toMatchObject({ status: "CREATED", amount: 500, items: [] });
      for (const key of ["initial_amount", "redemptions", "metadata"]) {
        expect(found, from).not.toHaveProperty(key);
      }
    }
  });

  it("that was made with lines tells no initial quantity; a paid one does", async () => {
    const items = [{ source_id: "cap", quantity: 1, price: 700 }];
    const made = await ask("post", "/v1/orders", { source_id: "lines", items });
    expect(made.items[0]).toMatchObject({ quantity: 1, amount: 700 });
    expect(made.items[0]).not.toHaveProperty("initial_quantity");
    const paid = await ask("put", "/v1/orders/lines", { status: "PAID" });
    expect(paid).toMatchObject({ initial_amount: 700, items: [{ initial_quantity: 1 }] });
    expect(paid).toMatchObject({ redemptions: {}, metadata: {} });
  });

  it("shows a shop's own count of discounted units again, but none of an answer", async () => {
    const items = [{ source_id: "cap", quantity: 2, price: 700, discount_quantity: 1 }];
    const body = { redeemables: [{ object: "voucher", id: "FREE" }], order: { items } };
    await project.post("/v1/vouchers", {
      code: "FREE",
      discount: { type: "AMOUNT", amount_off: 100 },
    });
    const shown = await ask("post", "/v1/validations", body);
    expect(shown.order.items[0]).toMatchObject({ quantity: 2, discount_quantity: 1 });
    expect(shown.order).toMatchObject({ amount: 1400, total_amount: 1300 });
    const again = { ...body, order: { items: [{ ...items[0], subtotal_amount: 1400 }] } };
    const anew = await ask("post", "/v1/validations", again);
    expect(anew.order.items[0]).not.toHaveProperty("discount_quantity");
  });
});

describe("other objects", () => {
  it("a reward has no attributes and empty metadata where none are set", async () => {
    const shown = all((value) => value.object === "reward");
    expect(shown.length).toBeGreaterThanOrEqual(2);
    for (const { from, found } of shown) {
      expect(found, from).toMatchObject({ attributes: null, metadata: {} });
    }
  });

  it("a product by its id has no SKUs, which the list tells", async () => {
    const { id } = await ask("post", "/v1/products", { source_id: "shirt" });
    expect(await ask("get", `/v1/products/${id}`)).not.toHaveProperty("skus");
    expect((await ask("get", "/v1/products")).products[0]).toHaveProperty("skus");
  });

  it("a transaction's source is what the client calls itself, or null", async () => {
    await project.post("/v1/vouchers", { code: "CARD", gift: { amount: 1000 } });
    await ask("post", "/v1/vouchers/CARD/balance", { amount: 100 });
    const redeemables = [{ object: "voucher", id: "CARD", gift: { credits: 50 } }];
    await ask("post", "/v1/redemptions", { redeemables, order: { amount: 50 } });
    await project.post("/v1/vouchers/CARD/balance", { amount: 1 }, { "x-voucherify-channel": "X" });
    const { data } = await ask("get", "/v1/vouchers/CARD/transactions");
    expect(data.map(({ source }: Body) => source)).toEqual(["X", null, null]);
  });

  it("the deletion of a customer counts the events that the shop has sent", async () => {
    await project.post("/v1/customers", { source_id: "zoe", name: "Zoe" });
    await project.post("/v1/orders", { source_id: "z", amount: 1, customer: { source_id: "zoe" } });
    const { data_json } = await ask("post", "/v1/customers/zoe/permanent-deletion");
    expect(data_json).toMatchObject({ events: 0, customer_events: 0, order_events: 0, orders: 1 });
  });

  it("stacking rules have an id and numbers in their list, set or not", async () => {
    const path = `/management/v1/projects/${project.id}/stacking-rules`;
    const { data } = await ask("get", path);
    expect(data).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^stk_\w+$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        applicable_exclusive_redeemables_per_category_limit: 1,
      }),
    ]);
    const [{ id }] = data;
    expect((await ask("get", `${path}/${id}`)).id).toBe(id);
    const changed = await ask("put", `${path}/${id}`, { redeemables_limit: 7 });
    expect([changed.id, changed.redeemables_limit]).toEqual([id, 7]);
    expect((await ask("get", path)).data).toEqual([changed]);
  });
});
