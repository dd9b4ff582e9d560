import { describe, expect, it, vi } from "vitest";
import { done } from "../support/actions";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { PATIENCE } from "../support/patience";
import { promotion, stack, tier } from "../support/promotions";
import { qualify } from "../support/qualifying";
import { giftCard, voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

/** Makes a rule from its numbered rules, and answers its id. */
async function ruleOf(project: TestProject, rules: Sent, sent: Sent = {}): Promise<string> {
  const { status, body } = await project.post("/v1/validation-rules", {
    name: "R",
    rules,
    ...sent,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

const is = (name: string, ...values: unknown[]) => ({ name, conditions: { $is: values } });

const ALL_EXPANDED = { expand: ["redeemable", "category", "validation_rules"] };
const EMPTY = { data: [], total: 0, data_ref: "data", object: "list" };
const TWENTY_OFF = {
  type: "AMOUNT",
  effect: "APPLY_TO_ORDER",
  amount_off: 2000,
  is_dynamic: false,
};

describe("POST /v1/qualifications: 200, what an entry tells", () => {
  it("a standalone voucher with everything expanded, key by key", async () => {
    const project = await newProject();
    await voucher(project, "TWENTY", { discount: { type: "AMOUNT", amount_off: 2000 } });
    const { list, cost } = await qualify(project, {}, ALL_EXPANDED);
    expect(list).toStrictEqual({
      object: "list",
      data_ref: "data",
      data: [
        {
          id: "TWENTY",
          object: "voucher",
          created_at: expect.any(String),
          result: { discount: TWENTY_OFF },
          order: { metadata: {}, customer_id: null, referrer_id: null, object: "order" },
          applicable_to: EMPTY,
          inapplicable_to: EMPTY,
          metadata: {},
          categories: [],
        },
      ],
      total: 1,
      has_more: false,
    });
    expect(cost.roundTrips).toBe(1);
  });

  it("a campaign by its id, with the discount of its template, its notes and its category", async () => {
    const project = await newProject();
    const { body: category } = await project.post("/v1/categories", { name: "Spring" });
    const id = await campaign(project, "Coupons", {
      category_id: category.id,
      metadata: { team: "north" },
    });
    await code(project, id, "POOL-1");
    const { entries } = await qualify(project, { order: { amount: 1000 } }, ALL_EXPANDED);
    expect(entries).toStrictEqual([
      {
        id,
        object: "campaign",
        created_at: expect.any(String),
        result: { discount: { ...TWENTY_OFF, amount_off: 100 } },
        // 10.00 - 1.00 = 9.00
        order: {
          amount: 1000,
          initial_amount: 1000,
          discount_amount: 100,
          total_discount_amount: 100,
          total_amount: 900,
          applied_discount_amount: 100,
          total_applied_discount_amount: 100,
          metadata: {},
          customer_id: null,
          referrer_id: null,
          object: "order",
        },
        applicable_to: EMPTY,
        inapplicable_to: EMPTY,
        metadata: { team: "north" },
        categories: [category],
        name: "Coupons",
        campaign_name: "Coupons",
        campaign_id: id,
      },
    ]);
  });

  it("a promotion's tiers and its stack with its tiers inside, never the promotion itself", async () => {
    const project = await newProject();
    const id = await promotion(project, "Sale");
    const one = await tier(project, id, "One", { banner: "Ten off" });
    const two = await tier(project, id, "Two");
    const both = await stack(project, id, "Both", [one.id, two.id]);
    const { entries } = await qualify(project, { order: { amount: 1000 } }, ALL_EXPANDED);
    const told = entries.map(({ id, object, name, banner, campaign_id }) => ({
      ...{ id, object, name, banner, campaign_id },
    }));
    expect(told).toEqual([
      { id: both.id, object: "promotion_stack", name: "Both", campaign_id: id },
      { id: two.id, object: "promotion_tier", name: "Two", campaign_id: id },
      { id: one.id, object: "promotion_tier", name: "One", banner: "Ten off", campaign_id: id },
    ]);
    // 10 % of 10.00 is 1.00, then 10 % of 9.00 is 0.90: 8.10 is left.
    expect(entries[0]?.order?.total_amount).toBe(810);
    expect(entries[0]?.redeemables?.map(({ id, order }) => [id, order?.total_amount])).toEqual([
      [one.id, 900],
      [two.id, 810],
    ]);
  });

  it("a gift card with its balance and the credits that the order would take, with and without an order", async () => {
    const project = await newProject();
    await giftCard(project, "GIFT", 700);
    const priced = await qualify(project, { order: { amount: 500 } });
    expect(priced.entries[0]?.result).toEqual({ gift: { balance: 700, credits: 500 } });
    const bare = await qualify(project);
    expect(bare.entries[0]?.result).toEqual({ gift: { balance: 700, credits: 0 } });
  });

  it("a loyalty card and a campaign of them with their points, whatever they could be spent on", async () => {
    const project = await newProject();
    const id = await campaign(project, "Points", {
      campaign_type: "LOYALTY_PROGRAM",
      type: "AUTO_UPDATE",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 50 } },
    });
    const { entries } = await qualify(project, { order: { amount: 500 } });
    expect(entries.map((entry) => [entry.id, entry.result])).toEqual([
      [id, { loyalty_card: { points: 50, balance: 50 } }],
    ]);
  });

  it("a stack as a validation would take it: whole in mode ALL, what applies in mode PARTIAL", async () => {
    const project = await newProject();
    const rule = await ruleOf(project, {
      "1": { name: "order.amount", conditions: { $more_than: [5000] } },
    });
    const id = await promotion(project, "Sale");
    const one = await tier(project, id, "One");
    const rich = await tier(project, id, "Rich", { validation_rules: [rule] });
    const both = await stack(project, id, "Both", [rich.id, one.id]);
    const ask = async (amount: number) => {
      const { entries } = await qualify(project, {
        scenario: "PROMOTION_STACKS",
        order: { amount },
      });
      return entries.map((entry) => [entry.id, entry.redeemables?.map((inner) => inner.id)]);
    };
    expect(await ask(1000)).toEqual([]);
    expect(await ask(6000)).toEqual([[both.id, [rich.id, one.id]]]);
    const path = `/management/v1/projects/${project.id}/stacking-rules`;
    await project.post(path, { redeemables_application_mode: "PARTIAL" });
    await vi.waitUntil(async () => (await ask(1000)).length > 0, PATIENCE);
    expect(await ask(1000)).toEqual([[both.id, [one.id]]]);
  });

  it("a session tells what others hold of a card, and holds nothing", async () => {
    const project = await newProject();
    await giftCard(project, "GIFT", 700);
    const session = { type: "LOCK" };
    const free = await qualify(project, { session, order: { amount: 500 } });
    expect(free.entries[0]?.result.gift).toEqual({ balance: 700, credits: 500, locked_credits: 0 });
    await project.post("/v1/validations", {
      redeemables: [{ object: "voucher", id: "GIFT", gift: { credits: 300 } }],
      order: { amount: 300 },
      session,
    });
    const held = await qualify(project, { session, order: { amount: 500 } });
    // 7.00 - 3.00 held = 4.00 are free.
    expect(held.entries[0]?.result.gift).toEqual({
      balance: 700,
      credits: 400,
      locked_credits: 300,
    });
    expect(await rowsOf("session_holds", project.id)).toHaveLength(1);
  });

  it("the order as it stands, the tracking id and the stacking rules", async () => {
    const project = await newProject();
    const { order, tracking_id, stacking_rules } = await qualify(project, {
      customer: { source_id: "alice" },
      order: { amount: 500 },
    });
    expect(order).toMatchObject({ amount: 500, total_amount: 500 });
    expect(tracking_id).toMatch(/^track_/);
    expect(stacking_rules.redeemables_application_mode).toBe("ALL");
  });

  it("nothing is written, counted or told, and nobody is made a customer", async () => {
    const project = await newProject();
    await voucher(project, "ONE");
    const before = await eventKinds(project.id);
    const { cost } = await qualify(project, {
      customer: { source_id: "new" },
      order: { amount: 5 },
    });
    expect(cost.written).toBe(0);
    expect(await eventKinds(project.id)).toEqual(before);
    expect(await rowsOf("customers", project.id)).toEqual([]);
    expect(await rowsOf("campaign_days", project.id)).toEqual([]);
  });
});

describe("POST /v1/qualifications: 200, which rules are judged", () => {
  it("how often something was used is not judged, and told to be left out", async () => {
    const project = await newProject();
    const rule = await ruleOf(project, {
      "1": { name: "redemption.count.per_customer", conditions: { $less_than: [1] } },
      "2": { name: "order.amount", conditions: { $more_than: [100] } },
      "3": { name: "campaign.redemptions.count", conditions: { $less_than: [1] } },
      logic: "1 and (2 and 3)",
    });
    const plain = await ruleOf(project, {
      "1": { name: "order.amount", conditions: { $more_than: [1] } },
    });
    await voucher(project, "USED", { validation_rules: [rule] });
    await voucher(project, "PLAIN", { validation_rules: [plain] });
    const { entries } = await qualify(project, { order: { amount: 500 } }, ALL_EXPANDED);
    const told = entries.map(({ id, validation_rule_id, validation_rules_assignments: all }) => ({
      id,
      validation_rule_id,
      all: all?.data.map(({ rule_id, validation_status, validation_omitted_rules }) => ({
        rule_id,
        validation_status,
        validation_omitted_rules,
      })),
    }));
    expect(told).toEqual([
      {
        id: "PLAIN",
        validation_rule_id: plain,
        all: [{ rule_id: plain, validation_status: "VALID", validation_omitted_rules: [] }],
      },
      {
        id: "USED",
        validation_rule_id: rule,
        all: [
          {
            rule_id: rule,
            validation_status: "PARTIALLY_VALID",
            validation_omitted_rules: ["1", "3"],
          },
        ],
      },
    ]);
    const { ids } = await qualify(project, { order: { amount: 50 } });
    expect(ids).toEqual(["PLAIN"]);
  });

  it("PRODUCTS_BY_CUSTOMER: a rule on goods that the expression leaves out names none", async () => {
    const project = await newProject();
    const rules = {
      "1": is("order.items.any", { id: "bag", object: "product" }),
      "2": { ...is("customer.metadata", "gold"), property: "tier" },
    };
    for (const logic of ["2", "1 and 2"]) {
      const rule = await ruleOf(project, { ...rules, logic });
      await voucher(project, logic === "2" ? "LEFT" : "BOTH", { validation_rules: [rule] });
    }
    const { ids } = await qualify(project, {
      scenario: "PRODUCTS_BY_CUSTOMER",
      customer: { source_id: "ann", metadata: { tier: "gold" } },
      order: { items: [{ product_id: "bag", price: 1000 }] },
    });
    expect(ids).toEqual(["BOTH"]);
  });

  it("AUDIENCE_ONLY: a rule on the customer nested in an amount keeps out who does not meet it", async () => {
    const project = await newProject();
    const rule = await ruleOf(project, {
      "1": {
        name: "order.amount",
        conditions: { $more_than: [5000] },
        rules: {
          "1": { name: "customer.metadata", property: "tier", conditions: { $is_not: ["silver"] } },
        },
      },
    });
    await voucher(project, "GOLD", { validation_rules: [rule] });
    const seenBy = async (tier: string) => {
      const customer = { source_id: "ann", metadata: { tier } };
      const order = { amount: 100 };
      return (await qualify(project, { scenario: "AUDIENCE_ONLY", customer, order })).ids;
    };
    expect(await seenBy("silver")).toEqual([]);
    expect(await seenBy("gold")).toEqual(["GOLD"]);
  });

  it.each(["PRODUCTS", "PRODUCTS_DISCOUNT"])(
    "%s: a bundle of which the order holds a part, with what is missing",
    async (scenario) => {
      const project = await newProject();
      const part = (id: string) => ({
        name: "order.items.any",
        conditions: { $is: [{ id, type: "product_or_sku", object: "product" }] },
        rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [1] } } },
      });
      const { body: set } = await project.post("/v1/validation-rules", {
        name: "Desk",
        bundle_rules: { "1": part("laptop"), "2": part("bag"), logic: "1 and 2", limit: 10 },
      });
      await voucher(project, "DESK", { validation_rules: [set.id] });
      const of = (product_id: string) =>
        qualify(project, { scenario, order: { items: [{ product_id, price: 1000 }] } });
      const { ids, entries } = await of("laptop");
      const isOfRules = scenario === "PRODUCTS";
      expect(ids).toEqual(isOfRules ? ["DESK"] : []);
      expect(entries[0]?.result.bundle?.missing).toEqual(
        isOfRules ? [{ id: "bag", object: "product", item_quantity: 1 }] : undefined,
      );
      expect((await of("mouse")).ids).toEqual([]);
    },
  );

  it("PRODUCTS_DISCOUNT: what a discount of lines would reach once its bundle is whole", async () => {
    const project = await newProject();
    const twoBags = {
      ...is("order.items.any", { id: "bag", object: "product" }),
      rules: { "1": is("order.items.aggregated_quantity", 2) },
    };
    const bundled = async (code: string, discount: Sent, applicable_to: Sent) => {
      const bundle_rules = { "1": twoBags, logic: "1" };
      const rule = await ruleOf(project, {}, { bundle_rules, applicable_to });
      await voucher(project, code, {
        discount,
        validation_rules: [rule],
      });
    };
    const off = { type: "AMOUNT", amount_off: 100 };
    const onLines = { ...off, effect: "APPLY_TO_ITEMS" };
    await bundled("OWN", onLines, {});
    await bundled("NOT-CAP", onLines, { excluded: [{ object: "product", id: "cap" }] });
    await bundled("CAP", onLines, { included: [{ object: "product", id: "cap" }] });
    await bundled("ORDER", { ...off, effect: "APPLY_TO_ORDER" }, {});
    const gift = { type: "UNIT", unit_off: 1, unit_type: "pencil" };
    await bundled("SAME", { ...gift, unit_type: "bag", effect: "ADD_SAME_ITEMS" }, {});
    await bundled("PENCIL", { ...gift, effect: "ADD_NEW_ITEMS" }, {});
    await bundled("PENCIL-TOO", gift, { excluded: [{ object: "product", id: "cap" }] });
    const of = async (...goods: string[]) => {
      const items = goods.map((product_id) => ({ product_id, price: 1000 }));
      const { ids, entries } = await qualify(project, {
        scenario: "PRODUCTS_DISCOUNT",
        order: { items },
      });
      return ids.map((id, at) => [id, entries[at]?.result.bundle?.missing[0]?.item_quantity]);
    };
    expect(await of("bag")).toEqual([
      ["SAME", 1],
      ["NOT-CAP", 1],
      ["OWN", 1],
    ]);
    expect(await of("bag", "cap")).toEqual([
      ["SAME", 1],
      ["CAP", 1],
      ["NOT-CAP", 1],
      ["OWN", 1],
    ]);
    expect(await of("bag", "bag")).toEqual([
      ["SAME", undefined],
      ["ORDER", undefined],
      ["NOT-CAP", undefined],
      ["OWN", undefined],
    ]);
    expect(await of("cap")).toEqual([["CAP", 2]]);
    expect(await of("pen")).toEqual([]);
  });

  it("without a customer, what depends on one is left out", async () => {
    const project = await newProject();
    const gold = await ruleOf(project, {
      "1": { ...is("customer.metadata", "gold"), property: "tier" },
    });
    const { body: segment } = await project.post("/v1/segments", { name: "Us", customers: [] });
    expect(segment.id).toBeDefined();
    await voucher(project, "GOLD", { validation_rules: [gold] });
    await voucher(project, "ANY");
    const customer = { source_id: "alice", metadata: { tier: "gold" } };
    expect((await qualify(project)).ids).toEqual(["ANY"]);
    expect((await qualify(project, { customer })).ids).toEqual(["ANY", "GOLD"]);
    expect(
      (await qualify(project, { customer: { ...customer, metadata: { tier: "red" } } })).ids,
    ).toEqual(["ANY"]);
    await project.post("/v1/customers", customer);
    expect((await qualify(project, { customer: { source_id: "alice" } })).ids).toEqual([
      "ANY",
      "GOLD",
    ]);
  });

  it("a changed rule, a taken-back rule and a new rule hold at once", async () => {
    const project = await newProject();
    const tierIs = (value: string) => ({
      "1": { ...is("customer.metadata", value), property: "tier" },
    });
    const rule = await ruleOf(project, tierIs("gold"));
    const sale = await promotion(project, "Sale");
    const one = await tier(project, sale, "One", { validation_rules: [rule] });
    await voucher(project, "V", { validation_rules: [rule] });
    const as = async (value: string) =>
      (await qualify(project, { customer: { metadata: { tier: value } } })).ids;
    expect(await as("gold")).toEqual(["V", one.id]);
    await project.put(`/v1/validation-rules/${rule}`, { rules: tierIs("red") });
    expect(await as("gold")).toEqual([]);
    expect(await as("red")).toEqual(["V", one.id]);
    await project.put(`/v1/validation-rules/${rule}`, { rules: {} });
    expect(await as("blue")).toEqual(["V", one.id]);
    await project.put(`/v1/validation-rules/${rule}`, { rules: tierIs("gold") });
    const { body } = await project.get(`/v1/validation-rules/${rule}/assignments`);
    for (const { id } of body.data) {
      await project.delete(`/v1/validation-rules/${rule}/assignments/${id}`);
    }
    expect(await as("blue")).toEqual(["V", one.id]);
  });

  it.each([
    {
      name: "a segment that lists the customer",
      segment: (alice: string) => ({ customers: [alice] }),
      term: /^segment:/,
    },
    {
      name: "a segment whose filter the customer meets",
      segment: () => ({
        type: "auto-update",
        filter: { junction: "and", name: { conditions: { $is: ["Alice"] } } },
      }),
      term: /^any$/,
    },
  ])("$name", async ({ segment, term }) => {
    const project = await newProject();
    const { body: alice } = await project.post("/v1/customers", {
      source_id: "alice",
      name: "Alice",
    });
    await project.post("/v1/customers", { source_id: "bob", name: "Bob" });
    const { body, status } = await project.post("/v1/segments", {
      name: "Us",
      ...segment(alice.id),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const rule = await ruleOf(project, { "1": is("customer.segment", body.id) });
    await voucher(project, "OURS", { validation_rules: [rule] });
    expect((await qualify(project, { customer: { source_id: "alice" } })).ids).toEqual(["OURS"]);
    expect((await qualify(project, { customer: { source_id: "bob" } })).ids).toEqual([]);
    const posted = await rowsOf("qualifiables", project.id);
    expect(String(posted[0]?.term)).toMatch(term);
  });
});

describe("POST /v1/qualifications: 200, what is there at all", () => {
  it("disabled, expired, deleted, used up and not yet begun is not, from one moment to the next", async () => {
    const project = await newProject();
    const sale = await promotion(project, "Sale");
    const one = await tier(project, sale, "One");
    const both = await stack(project, sale, "Both", [one.id]);
    const coupons = await campaign(project, "Coupons");
    await voucher(project, "V");
    await voucher(project, "LATER", { start_date: "2099-01-01" });
    await voucher(project, "NONE", { redemption: { quantity: 0 } });
    const ids = async () => (await qualify(project)).ids;
    expect(await ids()).toEqual(["V", coupons, both.id, one.id]);
    await project.post("/v1/vouchers/V/disable");
    await project.post(`/v1/campaigns/${sale}/disable`);
    expect(await ids()).toEqual([coupons]);
    await project.post("/v1/vouchers/V/enable");
    await project.post(`/v1/campaigns/${sale}/enable`);
    await project.put("/v1/vouchers/LATER", { start_date: "2020-01-01" });
    await project.put(`/v1/campaigns/${coupons}`, { expiration_date: "2020-01-01" });
    expect(await ids()).toEqual(["LATER", "V", both.id, one.id]);
    await project.post(`/v1/promotions/tiers/${one.id}/disable`);
    await project.delete("/v1/vouchers/V");
    await project.put("/v1/vouchers/LATER", { expiration_date: "2021-01-01" });
    expect(await ids()).toEqual([]);
    await project.delete(`/v1/campaigns/${coupons}?force=true`);
    await project.delete(`/v1/campaigns/${sale}?force=true`);
    const posted = await rowsOf("qualifiables", project.id);
    expect(posted.map(({ kind }) => kind).sort()).toEqual(["voucher:", "voucher:"]);
  });

  it("a published voucher is its holder's alone, and stays nobody's when that customer is gone", async () => {
    const project = await newProject();
    const coupons = await campaign(project, "Coupons");
    await code(project, coupons, "POOL-1");
    await voucher(project, "ALONE");
    const alice = { source_id: "alice" };
    for (const one of ["POOL-1", "ALONE"]) {
      const { status, body } = await project.post("/v1/publications", {
        voucher: one,
        customer: alice,
      });
      expect(status, JSON.stringify(body)).toBe(200);
    }
    const as = async (customer?: Sent, scenario?: string) =>
      (await qualify(project, { customer, scenario })).ids;
    expect(await as()).toEqual([coupons]);
    expect(await as({ source_id: "bob" })).toEqual([coupons]);
    expect(await as(alice)).toEqual(["ALONE", "POOL-1", coupons]);
    expect(await as(alice, "CUSTOMER_WALLET")).toEqual(["ALONE", "POOL-1"]);
    expect(await as({ source_id: "bob" }, "CUSTOMER_WALLET")).toEqual([]);
    expect(await as(undefined, "CUSTOMER_WALLET")).toEqual([]);
    await project.delete("/v1/customers/alice");
    expect(await as()).toEqual([coupons]);
    expect(await as(alice)).toEqual([coupons]);
  });
});

it("POST /v1/qualifications: who asks for more than fifty is given fifty", async () => {
  const project = await newProject();
  const codes = Array.from({ length: 51 }, (_, at) => ({
    code: `C-${at}`,
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 5 },
  }));
  await done(project, await project.post("/v1/vouchers/import", codes));
  const asked = { order: { amount: 1000 }, options: { limit: 100 } };
  const { body } = await project.post("/v1/qualifications", asked);
  expect(body.redeemables).toMatchObject({ total: 50, has_more: true });
});

describe("POST /v1/qualifications: 400, 404", () => {
  it.each([
    [{ scenario: "SOME" }, "scenario"],
    [{ options: { limit: 0 } }, "options.limit"],
    [{ options: { starting_after: "yesterday" } }, "options.starting_after"],
    [{ options: { expand: ["everything"] } }, "options.expand"],
    [{ options: { sorting_rule: "CHEAPEST" } }, "options.sorting_rule"],
    [
      { options: { filters: { colour: { conditions: { $is: ["red"] } } } } },
      "options.filters.colour",
    ],
    [
      { options: { filters: { code: { conditions: { $starts_with: ["A"] } } } } },
      "options.filters.code",
    ],
    [
      { options: { filters: { resource_type: { conditions: { $has_value: [] } } } } },
      "options.filters.resource_type",
    ],
    [
      { options: { filters: { campaign_type: { conditions: { $is: ["SALE"] } } } } },
      "options.filters.campaign_type",
    ],
    [
      { options: { filters: { junction: "xor", code: { conditions: { $is: ["A"] } } } } },
      "options.filters.junction",
    ],
    [{ options: { as_of: "2026-01-01" }, session: { type: "LOCK" } }, "session"],
  ])("400: %j", async (sent, path) => {
    const project = await newProject();
    const { status, body } = await project.post("/v1/qualifications", sent);
    expect([status, body.key]).toEqual([400, "invalid_payload"]);
    expect(body.details).toContain(`.${path}`);
  });

  it("400: a canceled order, as where it is validated", async () => {
    const project = await newProject();
    await voucher(project, "CODE");
    const made = await project.post("/v1/orders", { amount: 1000, status: "CANCELED" });
    expect(made.status).toBe(200);
    const order = { id: made.body.id };
    const redeemables = [{ object: "voucher", id: "CODE" }];
    const canceled = [400, "invalid_order", "Order cannot go from CANCELED to PAID"];
    for (const [path, sent] of [
      ["/v1/validations", { redeemables, order }],
      ["/v1/qualifications", { order }],
      ["/client/v1/qualifications", { order }],
    ] as const) {
      const { status, body } = await project.post(path, sent);
      expect([status, body.key, body.details], path).toEqual(canceled);
    }
    expect((await qualify(project, { order: { amount: 1000 } })).ids).toEqual(["CODE"]);
  });

  it("404: an unknown customer id or order id", async () => {
    const project = await newProject();
    const { body: customer } = await project.post("/v1/qualifications", {
      customer: { id: "cust_x" },
    });
    expect([customer.code, customer.key, customer.resource_type]).toEqual([
      404,
      "not_found",
      "customer",
    ]);
    const { body: order } = await project.post("/v1/qualifications", { order: { id: "ord_x" } });
    expect([order.code, order.key, order.resource_type]).toEqual([404, "not_found", "order"]);
  });
});
