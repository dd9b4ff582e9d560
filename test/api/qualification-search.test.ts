import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { homeDb, homeName } from "../support/places";
import { promotion, stack, tier } from "../support/promotions";
import { manyCampaigns, qualify } from "../support/qualifying";
import { giftCard, redeemables, voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

async function ruleOf(project: TestProject, rules: Sent, sent: Sent = {}): Promise<string> {
  const { status, body } = await project.post("/v1/validation-rules", {
    name: "R",
    rules,
    ...sent,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** All pages one after the other, and how many entries each had. */
async function allPages(project: TestProject, sent: Sent, options: Sent) {
  const found: string[] = [];
  let more: string | undefined;
  for (let pages = 0; pages < 40; pages++) {
    const starting = more === undefined ? {} : { starting_after: more };
    const { ids, list } = await qualify(project, sent, { ...options, ...starting });
    found.push(...ids);
    if (!list.has_more) return found;
    more = list.more_starting_after;
  }
  throw new Error("the pages do not end");
}

describe("pages", () => {
  it("five unless more are asked for; the newest first, each once, whatever else lies between", async () => {
    const project = await newProject();
    const never = await ruleOf(project, {
      "1": { name: "order.amount", conditions: { $more_than: [1_000_000] } },
    });
    await manyCampaigns(project, 0, 100);
    await homeDb()
      .prepare(
        `INSERT INTO validation_rules_assignments (project_id, related_object_id, rule_id, id, related_object_type, created_at)
       SELECT project_id, id, ?2, 'asgm_' || id, 'campaign', created_at FROM campaigns WHERE project_id = ?1 AND CAST(substr(id, 6) AS INTEGER) % 3 <> 0`,
      )
      .bind(project.id, never)
      .run();
    const first = await qualify(project, { order: { amount: 1000 } }, { limit: null });
    const at = (place: number) => `camp_${String(place).padStart(8, "0")}`;
    expect(first.ids).toEqual([99, 96, 93, 90, 87].map(at));
    expect(first.list).toMatchObject({ total: 5, has_more: true });
    const all = await allPages(project, { order: { amount: 1000 } }, { limit: 4 });
    expect(all).toEqual(Array.from({ length: 34 }, (_, place) => at(99 - 3 * place)));
  });

  it("what was created at the same instant is parted by more_starting_after, a date of milliseconds", async () => {
    const project = await newProject();
    await homeDb()
      .prepare(
        `WITH RECURSIVE n(at) AS (SELECT 10 UNION ALL SELECT at + 1 FROM n WHERE at < 59)
       INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, created_at)
       SELECT ?1, 'c' || at, 'v_' || lower(hex(randomblob(16))), 'c' || at, 'DISCOUNT_VOUCHER', '{"type":"AMOUNT","amount_off":1}', '{}',
         '2026-03-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id)
      .run();
    const all = await allPages(project, {}, { limit: 3 });
    expect(all).toHaveLength(50);
    expect(new Set(all).size).toBe(50);
    const from = async (starting_after: string) =>
      (await qualify(project, {}, { starting_after, limit: 50 })).ids;
    expect(await from("2026-03-01T00:00:00.000Z")).toEqual([]);
    expect(await from("2026-03-01T00:00:00Z")).toHaveLength(50);
    expect(await from("2026-03-01T00:00:00.021Z")).toHaveLength(2);
  });

  it("what is found by twenty goods of the cart takes one place of those looked at", async () => {
    const project = await newProject();
    const goods = Array.from({ length: 20 }, (_, at) => `shirt-${at}`);
    const id = await ruleOf(project, {
      "1": { name: "product.id", conditions: { $in: goods } },
    });
    for (const name of ["A", "B", "C"]) {
      await voucher(project, name, { validation_rules: [id] });
    }
    const items = goods.map((product_id) => ({ product_id, quantity: 1, price: 100 }));
    const first = await qualify(project, { order: { items } }, { limit: 2 });
    expect(first.ids).toEqual(["C", "B"]);
    expect(await allPages(project, { order: { items } }, { limit: 2 })).toEqual(["C", "B", "A"]);
  });

  it("by deal: the best or the least first, the newer first where two are alike", async () => {
    const project = await newProject();
    const deals = { A: 100, B: 300, C: 200, D: 300 };
    for (const [name, amount_off] of Object.entries(deals)) {
      await voucher(project, name, { discount: { type: "AMOUNT", amount_off } });
    }
    const by = async (sorting_rule: string, limit = 50) =>
      (await qualify(project, { order: { amount: 1000 } }, { sorting_rule, limit })).ids;
    expect(await by("DEFAULT")).toEqual(["D", "C", "B", "A"]);
    expect(await by("BEST_DEAL")).toEqual(["D", "B", "C", "A"]);
    expect(await by("LEAST_DEAL")).toEqual(["A", "C", "D", "B"]);
    expect(await by("BEST_DEAL", 2)).toEqual(["D", "B"]);
  });

  it.each([
    ["BEST_DEAL", ["D", "B", "C", "A"]],
    ["LEAST_DEAL", ["A", "C", "D", "B"]],
  ])("%s: page after page, nothing twice and nothing left out", async (sorting_rule, order) => {
    const project = await newProject();
    const deals = { A: 100, B: 300, C: 200, D: 300 };
    for (const [name, amount_off] of Object.entries(deals)) {
      await voucher(project, name, { discount: { type: "AMOUNT", amount_off } });
    }
    const sent = { order: { amount: 1000 } };
    const first = await qualify(project, sent, { sorting_rule, limit: 3 });
    expect([first.ids, first.list.has_more]).toEqual([order.slice(0, 3), true]);
    expect(await allPages(project, sent, { sorting_rule, limit: 3 })).toEqual(order);
    expect(await allPages(project, sent, { sorting_rule, limit: 1 })).toEqual(order);
  });

  it("BEST_DEAL: all of 50, though 26 are looked at at once", async () => {
    const project = await newProject();
    const codes = Array.from({ length: 50 }, (_, at) => `C${at}`);
    for (const name of codes) await voucher(project, name);
    const all = await allPages(
      project,
      { order: { amount: 1000 } },
      { sorting_rule: "BEST_DEAL", limit: 6 },
    );
    expect(all.toSorted()).toEqual(codes.toSorted());
  });
});

async function mixedShop() {
  const project = await newProject();
  const { body: category } = await project.post("/v1/categories", { name: "Spring" });
  const alice = { source_id: "alice" };
  await voucher(project, "Mine");
  await project.post("/v1/publications", { voucher: "Mine", customer: alice });
  const coupons = await campaign(project, "Coupons", { category_id: category.id });
  await code(project, coupons, "POOL");
  await project.post("/v1/publications", { voucher: "POOL", customer: alice });
  await voucher(project, "ALONE");
  await giftCard(project, "GIFT", 500);
  const sale = await promotion(project, "Sale");
  const one = await tier(project, sale, "One");
  const both = await stack(project, sale, "Both", [one.id]);
  const names = new Map([
    [coupons, "coupons"],
    [one.id, "tier"],
    [both.id, "stack"],
  ]);
  const { body: gift } = await project.get("/v1/vouchers/GIFT");
  return {
    project,
    alice,
    category: category.id,
    coupons,
    sale,
    one,
    both,
    names,
    giftId: gift.id,
  };
}

const at = (conditions: Sent) => ({ conditions });

describe("filters", () => {
  it("narrow the answer: every field, every operator, lists and scalars, both junctions in any case", async () => {
    const shop = await mixedShop();
    const ask = async (filters: Sent, sent: Sent = {}) => {
      const { ids } = await qualify(shop.project, { customer: shop.alice, ...sent }, { filters });
      return ids.map((id) => shop.names.get(id) ?? id).sort();
    };
    const everything = ["ALONE", "GIFT", "Mine", "POOL", "coupons", "stack", "tier"];
    expect(await ask({})).toEqual(everything);
    expect(await ask({ junction: "AND" })).toEqual(everything);
    const rows: [Sent, string[]][] = [
      [{ resource_type: at({ $is: ["campaign"] }) }, ["coupons"]],
      [{ resource_type: at({ $in: ["promotion_tier", "promotion_stack"] }) }, ["stack", "tier"]],
      [{ resource_type: at({ $is_not: "voucher" }) }, ["coupons", "stack", "tier"]],
      [{ campaign_type: at({ $is: "PROMOTION" }) }, ["stack", "tier"]],
      [{ campaign_type: at({ $is: ["DISCOUNT_COUPONS"] }) }, ["POOL", "coupons"]],
      [{ campaign_id: at({ $is: [shop.coupons] }) }, ["POOL", "coupons"]],
      [{ campaign_id: at({ $in: [shop.sale] }) }, ["stack", "tier"]],
      [{ campaign_id: at({ $not_in: [shop.sale] }) }, ["POOL", "coupons"]],
      [{ campaign_id: at({ $is_unknown: true }) }, ["ALONE", "GIFT", "Mine"]],
      [{ campaign_id: at({ $has_value: true }) }, ["POOL", "coupons", "stack", "tier"]],
      [{ category_id: at({ $is: [shop.category] }) }, ["POOL", "coupons"]],
      [{ voucher_type: at({ $is: ["GIFT_VOUCHER"] }) }, ["GIFT"]],
      [{ code: at({ $is: ["alone"] }) }, ["ALONE"]],
      [{ code: at({ $in: ["ALONE", "POOL", "NONE"] }) }, ["ALONE", "POOL"]],
      [{ code: at({ $is_not: "alone" }) }, ["GIFT", "Mine", "POOL"]],
      [{ code: at({ $not_in: ["alone", "GIFT"] }) }, ["Mine", "POOL"]],
      [{ resource_id: at({ $is: [shop.one.id] }) }, ["tier"]],
      [
        { resource_id: at({ $in: [shop.giftId, "ALONE", shop.both.id] }) },
        ["ALONE", "GIFT", "stack"],
      ],
      [
        { resource_id: at({ $not_in: [shop.giftId, "alone", shop.both.id] }) },
        ["Mine", "POOL", "coupons", "tier"],
      ],
      [{ holder_role: at({ $is: ["OWNER"] }) }, ["Mine", "POOL"]],
      [
        { junction: "OR", code: at({ $is: "gift" }), resource_type: at({ $is: "campaign" }) },
        ["GIFT", "coupons"],
      ],
      [
        {
          junction: "And",
          voucher_type: at({ $is: "GIFT_VOUCHER" }),
          resource_type: at({ $is: "campaign" }),
        },
        [],
      ],
    ];
    for (const [filters, expected] of rows) {
      expect(await ask(filters), JSON.stringify(filters)).toEqual(expected);
    }
    const named = { code: at({ $in: ["POOL", "Mine"] }) };
    expect(await ask(named, { customer: { source_id: "bob" } })).toEqual([]);
    expect(await ask(named, { customer: undefined })).toEqual([]);
  });

  it("what a filter names is found however many are newer, and at the same cost", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    const sale = await promotion(project, "Sale");
    const one = await tier(project, sale, "One");
    await homeDb()
      .prepare(
        "UPDATE qualifiables SET sort_key = '2020' || substr(sort_key, 5) WHERE project_id = ?1",
      )
      .bind(project.id)
      .run();
    await manyCampaigns(project, 0, 2_000);
    const rows: [Sent, string[]][] = [
      [{ code: at({ $is: "OLD" }) }, ["OLD"]],
      [{ campaign_id: at({ $is: sale }) }, [one.id]],
      [{ resource_id: at({ $is: one.id }) }, [one.id]],
      [{ resource_type: at({ $is: "promotion_tier" }) }, [one.id]],
      [{ campaign_type: at({ $is: "PROMOTION" }) }, [one.id]],
    ];
    for (const [filters, expected] of rows) {
      const { ids, cost } = await qualify(project, {}, { limit: 5, filters });
      expect(ids, JSON.stringify(filters)).toEqual(expected);
      expect(cost.read, JSON.stringify(filters)).toBeLessThan(100);
    }
  });
});

describe("the index", () => {
  it("says after every change what it would say if all were posted anew", async () => {
    const { project, coupons, sale, one, both } = await mixedShop();
    const posted = async () => JSON.stringify(await rowsOf("qualifiables", project.id));
    const anew = async () => {
      for (const table of ["campaigns", "promotion_tiers", "promotion_stacks", "vouchers"]) {
        const sql = `INSERT INTO repost_v (project_id, id) SELECT project_id, id FROM ${table} WHERE project_id = ?1`;
        await homeDb().prepare(sql).bind(project.id).run();
      }
      return posted();
    };
    const { body: segment } = await project.post("/v1/segments", {
      name: "Us",
      customers: ["alice"],
    });
    const wants = (id: string) => ({
      "1": { name: "customer.segment", conditions: { $is: [id] } },
      "2": { name: "product.id", conditions: { $is: ["shirt"] } },
      logic: "1 or 2",
    });
    const rule = await ruleOf(project, wants(segment.id));
    const path = `/v1/validation-rules/${rule}`;
    const rules = { rules: wants("seg_other") };
    const changes: [string, string, Sent?][] = [
      ["post", `${path}/assignments`, { campaign: sale }],
      ["post", `${path}/assignments`, { voucher: "ALONE" }],
      ["post", `${path}/assignments`, { campaign: coupons }],
      ["post", `${path}/assignments`, { promotion_tier: one.id }],
      ["put", path, rules],
      ["put", path, { rules: {} }],
      ["put", path, { rules: wants(segment.id) }],
      ["post", "/v1/vouchers/Mine/disable"],
      ["post", "/v1/vouchers/Mine/enable"],
      ["put", "/v1/vouchers/POOL", { start_date: "2098-01-01" }],
      ["put", `/v1/campaigns/${sale}`, { start_date: "2098-01-01" }],
      ["put", `/v1/promotions/tiers/${one.id}`, { start_date: "2020-01-01" }],
      ["post", `/v1/campaigns/${coupons}/disable`],
      ["post", "/v1/redemptions", { redeemables: redeemables("ALONE"), order: { amount: 5 } }],
      ["delete", path],
      ["delete", `/v1/promotions/${sale}/stacks/${both.id}`],
      ["delete", `/v1/promotions/tiers/${one.id}`],
      ["delete", "/v1/customers/alice"],
      ["delete", `/v1/campaigns/${coupons}`],
      ["delete", `/v1/campaigns/${sale}`],
    ];
    const states = new Set<string>();
    for (const [method, at, sent] of changes) {
      const send = {
        post: project.post,
        put: project.put,
        delete: (to: string) => project.delete(to),
      }[method];
      const reply = await send?.(at, sent);
      const now = await posted();
      states.add(now);
      expect(await anew(), `${method} ${at} ${JSON.stringify(reply?.body)}`).toBe(now);
    }
    expect(states.size).toBeGreaterThan(12);
  });
});

describe("scenarios", () => {
  it("judge what they are named after, and find accordingly", async () => {
    const shop = await mixedShop();
    const { project, alice } = shop;
    const { body: shirt } = await project.post("/v1/products", { source_id: "shirt", price: 1000 });
    const { body: bag } = await project.post("/v1/products", { source_id: "bag", price: 500 });
    const is = (name: string, ...values: unknown[]) => ({ name, conditions: { $is: values } });
    const tierIs = { ...is("customer.metadata", "gold"), property: "tier" };
    const rules: Record<string, [Sent, Sent?]> = {
      GOLD: [{ "1": tierIs }],
      SHIRT: [{ "1": is("product.id", shirt.id) }],
      BAG: [{ "1": is("product.id", bag.id) }],
      GOLDSHIRT: [{ "1": tierIs, "2": is("product.id", shirt.id) }],
      RICH: [{ "1": { name: "order.amount", conditions: { $more_than: [999_999] } } }],
      REACH: [{}, { applicable_to: { included: [{ object: "product", id: shirt.id }] } }],
      BUNDLE: [
        {},
        {
          bundle_rules: {
            "1": {
              ...is("order.items.any", { id: bag.id, object: "product" }),
              rules: {
                "1": { ...is("order.items.aggregated_quantity", 1), rules: {} },
                logic: "1",
              },
            },
            logic: "1",
          },
        },
      ],
    };
    for (const [name, [made, more]] of Object.entries(rules)) {
      const rule = await ruleOf(project, made, more);
      await voucher(project, name, { validation_rules: [rule] });
    }
    const order = { items: [{ product_id: shirt.id, quantity: 1 }] };
    const ask = async (
      scenario: string | undefined,
      customer: Sent | undefined,
      sent: Sent = { order },
    ) => {
      const { ids } = await qualify(project, { ...sent, scenario, customer });
      return ids.map((id) => shop.names.get(id) ?? id).sort();
    };
    const gold = { ...alice, metadata: { tier: "gold" } };
    const shown = ["ALONE", "GIFT", "coupons"];
    const promotions = ["stack", "tier"];
    expect(await ask(undefined, gold)).toEqual(
      [...shown, "GOLD", "GOLDSHIRT", "Mine", "POOL", "REACH", "SHIRT", ...promotions].sort(),
    );
    expect(await ask("ALL", undefined)).toEqual([...shown, "REACH", "SHIRT", ...promotions].sort());
    expect(await ask("CUSTOMER_WALLET", gold)).toEqual(["Mine", "POOL"]);
    expect(await ask("PROMOTION_STACKS", gold)).toEqual(["stack"]);
    const audience = ["BAG", "BUNDLE", "REACH", "RICH", "SHIRT", "tier", ...shown];
    expect(await ask("AUDIENCE_ONLY", undefined, {})).toEqual([...audience].sort());
    expect(await ask("AUDIENCE_ONLY", gold, {})).toEqual(
      [...audience, "GOLD", "GOLDSHIRT", "Mine", "POOL"].sort(),
    );
    expect(await ask("PRODUCTS", undefined)).toEqual(["GOLDSHIRT", "REACH", "SHIRT"]);
    expect(await ask("PRODUCTS_BY_CUSTOMER", undefined)).toEqual(["REACH", "SHIRT"]);
    expect(await ask("PRODUCTS_BY_CUSTOMER", gold)).toEqual(["GOLDSHIRT", "REACH", "SHIRT"]);
    expect(await ask("PRODUCTS_DISCOUNT", undefined)).toEqual(["REACH"]);
    expect(await ask("PRODUCTS_DISCOUNT_BY_CUSTOMER", gold)).toEqual(["REACH"]);
    const { entries } = await qualify(
      project,
      { scenario: "AUDIENCE_ONLY", order },
      {
        filters: { code: at({ $is: "BUNDLE" }) },
      },
    );
    expect(entries[0]?.result.bundle).toMatchObject({
      quantity: 0,
      missing: [{ id: bag.id, object: "product", item_quantity: 1 }],
    });
  });

  it("goods are found by id, source id, SKU and collection", async () => {
    const project = await newProject();
    const { body: shirt } = await project.post("/v1/products", { source_id: "shirt", price: 1000 });
    const { body: sku } = await project.post("/v1/products/shirt/skus", { source_id: "shirt-s" });
    const products = [{ id: shirt.id, object: "product" }];
    const { body: listed } = await project.post("/v1/product-collections", {
      name: "Listed",
      type: "STATIC",
      products,
    });
    const { body: cheap } = await project.post("/v1/product-collections", {
      name: "Cheap",
      type: "AUTO_UPDATE",
      filter: { junction: "and", price: { conditions: { $less_than: [2000] } } },
    });
    const is = (name: string, ...values: unknown[]) => ({
      "1": { name, conditions: { $is: values } },
    });
    const collection = (id: string) => ({ object: "products_collection", id });
    const rules: Record<string, Sent> = {
      BYID: is("product.id", shirt.id),
      BYSOURCE: is("product.id", { object: "product", id: shirt.id, source_id: "shirt" }),
      BYSKU: is("sku.id", sku.id),
      LISTED: is("product.id", collection(listed.id)),
      CHEAP: is("product.id", collection(cheap.id)),
      OTHER: is("product.id", "prod_other"),
      ANYITEM: is("order.items.any", { object: "product", id: shirt.id }),
    };
    for (const [name, made] of Object.entries(rules)) {
      await voucher(project, name, { validation_rules: [await ruleOf(project, made)] });
    }
    const ask = async (item: Sent) =>
      (await qualify(project, { order: { items: [{ quantity: 1, ...item }] } })).ids.sort();
    const ofShirt = ["ANYITEM", "BYID", "BYSOURCE", "CHEAP", "LISTED"];
    expect(await ask({ product_id: shirt.id })).toEqual(ofShirt);
    expect(await ask({ source_id: "shirt" })).toEqual(ofShirt);
    const valid = async (name: string) => {
      const { body } = await project.post("/v1/validations", {
        redeemables: redeemables(name),
        order: { items: [{ quantity: 1, sku_id: sku.id }] },
      });
      return body.valid as boolean;
    };
    const bySku = await ask({ sku_id: sku.id });
    const agreed: string[] = [];
    for (const name of Object.keys(rules)) if (await valid(name)) agreed.push(name);
    expect(bySku).toEqual(agreed.sort());
    expect(bySku).toContain("BYSKU");
  });
});

describe("time", () => {
  it("as_of: what was and what will be, without a trace", async () => {
    const project = await newProject();
    await voucher(project, "PAST", { start_date: "2020-01-01", expiration_date: "2021-01-01" });
    await voucher(project, "FUTURE", { start_date: "2098-01-01", expiration_date: "2099-01-01" });
    await voucher(project, "EVER");
    const ids = async (as_of: string | null) => (await qualify(project, {}, { as_of })).ids;
    expect(await ids(null)).toEqual(["EVER"]);
    expect(await ids("2020-06-01")).toEqual(["EVER", "PAST"]);
    expect(await ids("2098-06-01")).toEqual(["EVER", "FUTURE"]);
    const { cost } = await qualify(project, {}, { as_of: "2098-06-01" });
    expect(cost.written).toBe(0);
  });

  it("what opens is found before the sweep and after it, what closes is gone before it and after it", async () => {
    const project = await newProject();
    await voucher(project, "OPENED", { start_date: "2020-01-01" });
    await voucher(project, "CLOSED", { expiration_date: "2020-01-01" });
    // As they were posted before those dates went by.
    await homeDb()
      .prepare(
        "UPDATE qualifiables SET is_open = iif(opens_at IS NULL, 1, 0) WHERE project_id = ?1",
      )
      .bind(project.id)
      .run();
    const states = async () =>
      (await rowsOf("qualifiables", project.id)).map(({ is_open }) => is_open).sort();
    expect(await states()).toEqual([0, 1]);
    expect((await qualify(project)).ids).toEqual(["OPENED"]);
    await sweep(env, Date.now(), undefined, homeName());
    expect(await states()).toEqual([1, 2]);
    expect((await qualify(project)).ids).toEqual(["OPENED"]);
  });
});

describe("agreement with validation", () => {
  it("what qualifies for an order is valid for it, and what does not is not", async () => {
    const project = await newProject();
    const rules: Record<string, Sent> = {
      AMOUNT: { "1": { name: "order.amount", conditions: { $more_than: [500] } } },
      EITHER: {
        "1": { name: "order.amount", conditions: { $more_than: [5000] } },
        "2": { name: "customer.metadata", property: "tier", conditions: { $in: ["gold", "red"] } },
        logic: "1 or 2",
      },
      NOTGOLD: {
        "1": { name: "customer.metadata", property: "tier", conditions: { $is_not: ["gold"] } },
      },
      NUMBER: { "1": { name: "customer.metadata", property: "age", conditions: { $is: ["42"] } } },
      LISTED: {
        "1": { name: "customer.metadata", property: "likes", conditions: { $is: ["tea"] } },
      },
      ITEM: { "1": { name: "product.id", conditions: { $is: ["tea"] } } },
      NOITEM: { "1": { name: "order.items.none", conditions: { $is: ["tea"] } } },
    };
    for (const [name, made] of Object.entries(rules)) {
      await voucher(project, name, { validation_rules: [await ruleOf(project, made)] });
    }
    await voucher(project, "ITEMS", {
      discount: { type: "AMOUNT", amount_off: 10, effect: "APPLY_TO_ITEMS" },
    });
    await giftCard(project, "GIFT", 100);
    const names = [...Object.keys(rules), "ITEMS", "GIFT"];
    const tea = { items: [{ product_id: "tea", price: 100, quantity: 2 }] };
    const requests: Sent[] = [
      { order: { amount: 1000 } },
      { order: { amount: 6000 } },
      { order: tea },
      { order: tea, customer: { metadata: { tier: "gold", likes: ["tea", "cake"] } } },
      { order: { amount: 1000 }, customer: { metadata: { tier: "red", age: 42 } } },
      { order: { amount: 1000 }, customer: { metadata: { age: "42", likes: "tea" } } },
    ];
    for (const request of requests) {
      const { ids } = await qualify(project, request);
      for (const name of names) {
        const { body } = await project.post("/v1/validations", {
          redeemables: redeemables(name),
          ...request,
        });
        expect([name, ids.includes(name)], JSON.stringify(request)).toEqual([name, body.valid]);
      }
    }
  });

  it("an order's own earlier redemption does not stand in its way", async () => {
    const project = await newProject();
    await voucher(project, "ONCE", { redemption: { quantity: 1 } });
    const order = { source_id: "basket", amount: 1000 };
    const { body } = await project.post("/v1/redemptions", {
      redeemables: redeemables("ONCE"),
      order,
    });
    expect(body.redemptions).toHaveLength(1);
    expect((await qualify(project, { order })).ids).toEqual(["ONCE"]);
    expect((await qualify(project, { order: { amount: 1000 } })).ids).toEqual([]);
    expect(costOf(await project.post("/v1/qualifications", { order })).roundTrips).toBe(1);
  });
});
