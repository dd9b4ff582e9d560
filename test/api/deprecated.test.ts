import { describe, expect, it } from "vitest";
import { anyAddress, costOf, newProject, rowsOf, send, type TestProject } from "../support/api";
import { program } from "../support/earning";
import { failure } from "../support/failure";
import { publish } from "../support/publishing";
import { shop as shopOfCards } from "../support/spending";

const ORDER = { amount: 10_000 };
const RULE = {
  name: "Rich",
  rules: { 1: { name: "order.amount", conditions: { $more_than: [50_000] } } },
};

interface Shop {
  project: TestProject;
  /** Ids of tiers by their names. */
  tiers: Record<string, string>;
  campaign: string;
}

/** A promotion of ten percent, one for rich orders alone, and a code of 5.00. */
async function shop(): Promise<Shop> {
  const project = await newProject();
  const made = async (path: string, body: object) => {
    const reply = await project.post(path, body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body;
  };
  const rule = await made("/v1/validation-rules", RULE);
  const campaign = await made("/v1/campaigns", {
    name: "Sale",
    campaign_type: "PROMOTION",
    promotion: {
      tiers: [
        { name: "Ten", banner: "10 %", action: { discount: { type: "PERCENT", percent_off: 10 } } },
        {
          name: "Rich",
          action: { discount: { type: "AMOUNT", amount_off: 9_000 } },
          validation_rules: [rule.id],
        },
      ],
    },
  });
  await made("/v1/vouchers/FIVE", { discount: { type: "AMOUNT", amount_off: 500 } });
  await made("/v1/vouchers/GONE", {
    discount: { type: "AMOUNT", amount_off: 100 },
    expiration_date: "2020-01-01T00:00:00.000Z",
  });
  const tiers: { name: string; id: string }[] = campaign.promotion.tiers;
  return {
    project,
    tiers: Object.fromEntries(tiers.map(({ name, id }) => [name, id])),
    campaign: campaign.id,
  };
}

const fromBrowser = ({ client }: TestProject, path: string) =>
  send("GET", `/client/v1${path}`, { ...client, "cf-connecting-ip": anyAddress() });

describe("a validation of all promotions", () => {
  it("tells each tier that applies, whole, with what it takes", async () => {
    const { project, tiers, campaign } = await shop();
    const reply = await project.post("/v1/promotions/validation", { order: ORDER });
    expect(reply.status).toBe(200);
    expect(reply.body.valid).toBe(true);
    expect(reply.body.promotions).toMatchObject([
      {
        valid: true,
        id: tiers.Ten,
        name: "Ten",
        banner: "10 %",
        discount: { type: "PERCENT", percent_off: 10 },
        discount_amount: 1_000,
        applied_discount_amount: 1_000,
        order: { total_amount: 9_000 },
        campaign: { id: campaign },
        object: "promotion_tier",
      },
    ]);
    expect(costOf(reply)).toMatchObject({ roundTrips: 2, written: 0 });
  });

  it("is cut by campaign, and refuses what it cannot filter by", async () => {
    const { project, campaign } = await shop();
    const of = (id: string) =>
      project.post(`/v1/promotions/validation?filters[promotion_id][conditions][$is][]=${id}`, {
        order: ORDER,
      });
    expect((await of(campaign)).body.promotions).toHaveLength(1);
    expect((await of("camp_other")).body).toEqual({ valid: false, promotions: [] });
    const strange = "/v1/promotions/validation?filters[metadata][conditions][$is][]=x";
    const refused = await project.post(strange, { order: ORDER });
    expect(failure(refused, 400, "invalid_query_params").details).toContain("metadata");
  });
});

describe("one promotion tier", () => {
  it("is validated flat, with the reason where it does not apply", async () => {
    const { project, tiers } = await shop();
    const path = (name: string) => `/v1/promotions/tiers/${tiers[name]}/validation`;
    expect((await project.post(path("Ten"), { order: ORDER })).body).toMatchObject({
      valid: true,
      id: tiers.Ten,
      discount_amount: 1_000,
      order: { total_discount_amount: 1_000 },
    });
    const refused = (await project.post(path("Rich"), { order: ORDER })).body;
    expect(refused).toMatchObject({
      valid: false,
      id: tiers.Rich,
      error: { key: "order_rules_violated" },
    });
    expect(refused.reason).toBe(refused.error.message);
    const unknown = "/v1/promotions/tiers/promo_none/validation";
    failure(await project.post(unknown, {}), 404, "not_found");
  });

  it("is redeemed on an order", async () => {
    const { project, tiers } = await shop();
    const path = (name: string) => `/v1/promotions/tiers/${tiers[name]}/redemption`;
    expect((await project.post(path("Ten"), { order: ORDER })).body).toMatchObject({
      object: "redemption",
      result: "SUCCESS",
      promotion_tier: { id: tiers.Ten },
      order: { total_amount: 9_000 },
    });
    const orders = await rowsOf("orders", project.id);
    expect(orders).toHaveLength(1);
    failure(await project.post(path("Rich"), { order: ORDER }), 400, "order_rules_violated");
    expect(await rowsOf("orders", project.id)).toEqual(orders);
  });
});

describe("qualifications of older clients", () => {
  it("tell vouchers that apply, whole, and make none of the path's word", async () => {
    const { project } = await shop();
    const before = (await rowsOf("vouchers", project.id)).length;
    const reply = await project.post("/v1/vouchers/qualification?order=code", {
      order: ORDER,
      discount: { type: "AMOUNT", amount_off: 1 },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      object: "list",
      data_ref: "data",
      total: 1,
      data: [{ code: "FIVE", discount: { amount_off: 500 }, applicable_to: { object: "list" } }],
    });
    expect(await rowsOf("vouchers", project.id)).toHaveLength(before);
    expect(costOf(reply)).toMatchObject({ roundTrips: 2, written: 0 });
  });

  it("tell campaigns whose codes would apply", async () => {
    const { project } = await shop();
    const body = { name: "Codes", voucher: { discount: { type: "AMOUNT", amount_off: 100 } } };
    expect((await project.post("/v1/campaigns", body)).status).toBe(200);
    const reply = await project.post("/v1/campaigns/qualification", { order: ORDER });
    expect(reply.body.data).toMatchObject([{ name: "Codes", object: "campaign" }]);
    expect(costOf(reply)).toMatchObject({ roundTrips: 2, written: 0 });
  });
});

it("activities are what the activity tells, and begin after an instant", async () => {
  const project = await newProject();
  const { body: jane } = await project.post("/v1/customers", { source_id: "jane" });
  await project.put("/v1/customers/jane", { name: "Jane" });
  const newer = (await project.get("/v1/customers/jane/activity")).body.data;
  const older = (await project.get(`/v1/customers/${jane.id}/activities`)).body;
  expect(older).toMatchObject({ object: "list", data_ref: "data", total: 2 });
  expect(older.data).toEqual(newer);
  const after = (query: string) => project.get(`/v1/customers/jane/activities?${query}`);
  expect((await after("starting_after=2020-01-01T00:00:00Z")).body.data).toEqual([]);
  const up = await after("starting_after=2020-01-01T00:00:00Z&order=created_at");
  expect(up.body.data).toEqual(older.data.toReversed());
  expect((await after("order=updated_at")).body.data).toEqual(older.data.toReversed());
  expect((await after("order=-type")).body.data).toEqual(older.data);
});

it("activities of a card are what its activity tells, by either path", async () => {
  const project = await newProject();
  await program(project, "Cards", { type: "AUTO_UPDATE" });
  const { code } = (await publish(project, "jane", { campaign: "Cards" })).body.voucher;
  for (const card of [`members/${code}`, `Cards/members/${code}`]) {
    const newer = (await project.get(`/v1/loyalties/${card}/activity`)).body.data;
    expect(newer.length).toBeGreaterThan(0);
    const older = await project.get(`/v1/loyalties/${card}/activities?limit=100`);
    expect(older.body).toEqual({
      object: "list",
      data_ref: "activities",
      activities: newer,
      total: newer.length,
    });
  }
});

describe("a validation of one rule", () => {
  const ruled = async (project: TestProject, rule: object): Promise<string> =>
    (await project.post("/v1/validation-rules", { name: "Rule", ...rule })).body.id;

  it("tells that it is met, in one round trip, and what a discount may touch", async () => {
    const { project } = await shop();
    const { id } = (await project.post("/v1/products", { source_id: "shirt" })).body;
    const rule = await ruled(project, {
      rules: { 1: { name: "order.amount", conditions: { $more_than: [50_000] } } },
      applicable_to: { included: [{ object: "product", id }] },
    });
    const path = `/v1/validation-rules/${rule}/validation`;
    const items = [{ product_id: id, quantity: 1, amount: 60_000 }];
    const reply = await project.post(path, { order: { items } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toEqual({
      valid: true,
      rule_id: rule,
      applicable_to: {
        object: "list",
        data_ref: "data",
        data: [
          {
            object: "product",
            id,
            source_id: "shirt",
            effect: "APPLY_TO_EVERY",
            order_item_indices: [0],
          },
        ],
        total: 1,
      },
    });
    expect(costOf(reply)).toMatchObject({ roundTrips: 1, written: 0 });
  });

  it("tells why it is not met, with the words of the rule", async () => {
    const { project } = await shop();
    const rule = await ruled(project, {
      rules: { 1: { name: "order.amount", conditions: { $more_than: [50_000] } } },
      error: { message: "Spend more" },
    });
    const { body } = await project.post(`/v1/validation-rules/${rule}/validation`, {
      order: ORDER,
    });
    expect(body).toMatchObject({
      valid: false,
      rule_id: rule,
      applicable_to: { data: [], total: 0 },
      error: {
        code: 400,
        key: "order_rules_violated",
        details: `Validation rule is not met: ${rule}`,
        error: { message: "Spend more" },
      },
    });
    expect(body.reason).toBe(body.error.message);
    const nothing = await project.post(`/v1/validation-rules/${rule}/validation`, {});
    expect(nothing.body.error.key).toBe("missing_order");
  });

  it("looks into segments and collections", async () => {
    const { project } = await shop();
    for (const source_id of ["alice", "bob"]) await project.post("/v1/customers", { source_id });
    const { id: shirt } = (await project.post("/v1/products", { source_id: "shirt" })).body;
    const products = [{ id: shirt, object: "product" }];
    const group = { name: "All", type: "STATIC", products };
    const { id: collection } = (await project.post("/v1/product-collections", group)).body;
    const us = { name: "Us", customers: ["alice"] };
    const { id: segment } = (await project.post("/v1/segments", us)).body;
    const rule = await ruled(project, {
      rules: {
        1: { name: "customer.segment", conditions: { $is: [segment] } },
        2: { name: "product.id", conditions: { $is: [collection] } },
        logic: "1 and 2",
      },
    });
    const valid = async (source_id: string, product: string) => {
      const items = [{ source_id: product, related_object: "product", quantity: 1, amount: 1 }];
      const asked = { customer: { source_id }, order: { items } };
      return (await project.post(`/v1/validation-rules/${rule}/validation`, asked)).body.valid;
    };
    expect(await valid("alice", "shirt")).toBe(true);
    expect(await valid("bob", "shirt")).toBe(false);
    expect(await valid("alice", "mug")).toBe(false);
  });

  it("refuses a rule and a customer that nobody has", async () => {
    const { project } = await shop();
    const missing = await project.post("/v1/validation-rules/val_none/validation", {});
    expect(failure(missing, 404, "not_found").resource_type).toBe("validation_rules");
    const path = `/v1/validation-rules/${await ruled(project, { rules: {} })}/validation`;
    const stranger = await project.post(path, { customer: { id: "cust_none" } });
    expect(failure(stranger, 404, "not_found").resource_type).toBe("customer");
  });
});

describe("a validation in a query", () => {
  const ITEMS = "item[0][quantity]=2&item[0][price]=400&item[0][source_id]=sock";

  it("tells what a code does to the lines that it names", async () => {
    const { project } = await shop();
    const reply = await fromBrowser(project, `/validate?code=FIVE&tracking_id=t-1&${ITEMS}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      valid: true,
      code: "FIVE",
      discount: { type: "AMOUNT", amount_off: 500 },
      order: { amount: 800, total_discount_amount: 500, total_amount: 300 },
    });
    expect(reply.body).not.toHaveProperty("metadata.internal");
  });

  it("says why a code does not apply", async () => {
    const { project } = await shop();
    const { body } = await fromBrowser(project, "/validate?code=GONE&amount=800");
    expect(body).toMatchObject({ valid: false, code: "GONE", error: { key: "voucher_expired" } });
    expect(body.reason).toBe(body.error.message);
  });

  it("holds a code for a session", async () => {
    const { project } = await shop();
    const session = "session_type=LOCK&session_key=basket&session_ttl=5&session_ttl_unit=MINUTES";
    const { body } = await fromBrowser(project, `/validate?code=FIVE&amount=800&${session}`);
    expect(body.session).toEqual({ key: "basket", type: "LOCK", ttl: 5, ttl_unit: "MINUTES" });
  });

  it("tells what so many points of a card pay", async () => {
    const { project, card, coin } = await shopOfCards(300);
    const asked = `customer=ada&amount=45000&reward[id]=${coin}&reward[points]=100`;
    const { body } = await fromBrowser(project, `/validate?code=${card}&${asked}`);
    expect(body).toMatchObject({
      valid: true,
      loyalty_card: { points: 100 },
      order: { total_discount_amount: 2_000, total_amount: 43_000 },
    });
  });

  it("refuses what it cannot read, and names it", async () => {
    const { project } = await shop();
    for (const [query, field] of [
      ["amount=800", "code"],
      ["code=FIVE&amount=much", "amount"],
      ["code=FIVE&session_type=HOLD", "session_type"],
      ["code=FIVE&item[0][quantity]=0", "quantity"],
      ["code=FIVE&reward[points]=0", "points"],
    ] as const) {
      const reply = await fromBrowser(project, `/validate?${query}`);
      expect(failure(reply, 400, "invalid_query_params").details, query).toContain(field);
    }
  });

  it("tells promotions as browsers may see them", async () => {
    const { project, tiers } = await shop();
    const reply = await fromBrowser(project, `/promotions/validation?${ITEMS}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { promotions } = reply.body;
    expect(promotions).toMatchObject([
      { id: tiers.Ten, valid: true, discount_amount: 80, order: { total_amount: 720 } },
    ]);
    expect(promotions[0]).not.toHaveProperty("summary");
    expect(promotions[0]).not.toHaveProperty("validation_rule_assignments");
  });
});

describe("a redemption of a promotion from a shopper's device", () => {
  const redeemTier = ({ client }: TestProject, id: string | undefined, origin: object) =>
    send(
      "POST",
      `/client/v1/promotions/tiers/${id}/redemption`,
      { ...client, "cf-connecting-ip": anyAddress(), ...origin },
      { customer: { source_id: "ada" }, order: { amount: 10_000 } },
    );

  it("redeems the tier and tells what browsers may see of it", async () => {
    const { project, tiers } = await shop();
    const reply = await redeemTier(project, tiers.Ten, { origin: "https://shop.example" });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      result: "SUCCESS",
      order: { total_discount_amount: 1_000, total_amount: 9_000 },
      promotion_tier: { id: tiers.Ten },
    });
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });

  it("403 without an origin, 404 for no tier of the project; nothing is redeemed", async () => {
    const { project, tiers } = await shop();
    failure(await redeemTier(project, tiers.Ten, {}), 403, "forbidden");
    const origin = { origin: "https://shop.example" };
    expect((await redeemTier(project, "promo_none", origin)).status).toBe(404);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });
});
