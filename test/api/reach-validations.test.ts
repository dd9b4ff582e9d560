import { describe, expect, it } from "vitest";
import type { TestProject } from "../support/api";
import { cartOf, collected, coupon, ruled, type Shop, shop } from "../support/carts";
import { costs, made, redeemed, stateOf, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { redeem, voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

const HALF = { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" };

/** What each line gives, and the entries of the answer's lists with the lines that they touched. */
async function reached(project: TestProject, items: Sent[], order: Sent = {}) {
  const answer = await validated(project, "CODE", { order: { ...order, items } });
  const [entry] = answer.redeemables;
  expect(entry?.status, JSON.stringify(entry)).toBe("APPLICABLE");
  if (entry?.status !== "APPLICABLE") throw new Error("it applies");
  const lines = entry.order?.items ?? [];
  const told = (list: { data: unknown[]; total: number }) => {
    expect(list.total).toBe(list.data.length);
    return list.data;
  };
  return {
    items: lines.map(({ discount_amount }) => discount_amount ?? 0),
    applicable_to: told(entry.applicable_to),
    inapplicable_to: told(entry.inapplicable_to),
  };
}

describe("applicable_to", () => {
  const ROWS: {
    name: string;
    reach: (at: Shop) => Sent;
    items: number[];
    /** Lines of each entry. */
    included: (number[] | undefined)[];
    excluded?: (number[] | undefined)[];
  }[] = [
    {
      name: "a product: half of the mugs' 1000",
      reach: ({ mug }) => ({ included: [{ object: "product", id: mug }] }),
      items: [0, 500, 0],
      included: [[1]],
    },
    {
      name: "a product by its source id",
      reach: () => ({ included: [{ object: "product", source_id: "pen" }] }),
      items: [0, 0, 100],
      included: [[2]],
    },
    {
      name: "a product that the order does not have",
      reach: ({ vase, pen }) => ({
        included: [
          { object: "product", id: vase },
          { object: "product", id: pen },
        ],
      }),
      items: [0, 0, 100],
      included: [undefined, [2]],
    },
    {
      name: "all but what is excluded",
      reach: ({ shirt }) => ({
        included_all: true,
        excluded: [{ object: "product", id: shirt }],
      }),
      items: [0, 500, 100],
      included: [],
      excluded: [[0]],
    },
    {
      name: "excluded goes before included",
      reach: ({ shirt, mug }) => ({
        included: [
          { object: "product", id: shirt },
          { object: "product", id: mug },
        ],
        excluded: [{ object: "product", id: shirt }],
      }),
      items: [0, 500, 0],
      included: [undefined, [1]],
      excluded: [[0]],
    },
    {
      name: "two units of a line: half of 2 x 1000",
      reach: ({ shirt }) => ({ included: [{ object: "product", id: shirt, quantity_limit: 2 }] }),
      items: [1000, 0, 0],
      included: [[0]],
    },
    {
      name: "four units over all lines: 3 shirts and a mug",
      reach: ({ shirt, mug }) => ({
        included: [
          { object: "product", id: shirt },
          { object: "product", id: mug, aggregated_quantity_limit: 1 },
        ],
      }),
      items: [1500, 250, 0],
      included: [[0], [1]],
    },
    {
      name: "at most 400 of a line",
      reach: ({ shirt }) => ({ included: [{ object: "product", id: shirt, amount_limit: 400 }] }),
      items: [400, 0, 0],
      included: [[0]],
    },
  ];

  it.each(ROWS)("$name", async ({ reach, items, included, excluded = [] }) => {
    const at = await shop();
    await coupon(at.project, "CODE", HALF, { applicable_to: reach(at) });
    const found = await reached(at.project, cartOf(at));
    expect(found.items).toEqual(items);
    const lines = (list: unknown[]) =>
      (list as { order_item_indices?: number[] }[]).map((one) => one.order_item_indices);
    expect(lines(found.applicable_to)).toEqual(included);
    expect(lines(found.inapplicable_to)).toEqual(excluded);
  });

  it("tells an entry as it is kept, nothing that is unset", async () => {
    const at = await shop();
    const entry = { object: "product", id: at.mug, effect: "APPLY_TO_CHEAPEST", target: "UNIT" };
    await coupon(at.project, "CODE", HALF, { applicable_to: { included: [entry] } });
    const { applicable_to } = await reached(at.project, cartOf(at));
    const units = { order_item_indices: [1], order_item_units: [{ index: 1, units: [1] }] };
    expect(applicable_to).toEqual([{ ...entry, strict: false, source_id: "mug", ...units }]);
  });

  it("tells the same in a redemption's voucher", async () => {
    const at = await shop();
    const reach = {
      included: [{ object: "product", id: at.mug }],
      excluded: [{ object: "product", id: at.pen }],
    };
    await coupon(at.project, "CODE", HALF, { applicable_to: reach });
    const sent = { order: { items: cartOf(at) } };
    const { redemptions } = await redeemed(at.project, "CODE", sent);
    expect(redemptions[0]?.voucher).toMatchObject({
      applicable_to: { data: [{ id: at.mug, order_item_indices: [1] }], total: 1 },
      inapplicable_to: { data: [{ id: at.pen, order_item_indices: [2] }], total: 1 },
    });
  });

  it("SKUs: a line of one, and not other lines of its product", async () => {
    const { project, shirt } = await shop();
    const sku = async (source_id: string, price: number) =>
      (await made(project, "/v1/products/shirt/skus", { source_id, sku: source_id, price })).id;
    const [small, large] = [await sku("small", 900), await sku("large", 1100)];
    await coupon(project, "CODE", HALF, {
      applicable_to: { included: [{ object: "sku", id: large }] },
    });
    const items = [{ sku_id: small }, { source_id: "large", quantity: 2 }, { product_id: shirt }];
    const found = await reached(project, items);
    expect(found.items).toEqual([0, 1100, 0]);
  });

  it("a product reaches lines of its SKUs, also by the catalogue alone; strict does not", async () => {
    const { project, shirt } = await shop();
    await made(project, "/v1/products/shirt/skus", { source_id: "small", sku: "S", price: 900 });
    const entry = { object: "product", id: shirt };
    await coupon(project, "CODE", HALF, { applicable_to: { included: [entry] } });
    expect((await reached(project, [{ source_id: "small" }])).items).toEqual([450]);
    await coupon(project, "STRICT", HALF, {
      applicable_to: { included: [{ ...entry, strict: true }] },
    });
    const { order } = await validated(project, "STRICT", {
      order: { items: [{ source_id: "small" }, { product_id: shirt }] },
    });
    expect(order?.items?.map(({ discount_amount }) => discount_amount)).toEqual([undefined, 500]);
  });

  it("an id of the catalogue reaches a line that is named by its source id", async () => {
    const { project, mug } = await shop();
    await coupon(project, "CODE", HALF, {
      applicable_to: { included: [{ object: "product", id: mug }] },
    });
    const items = [{ source_id: "mug" }, { product: { source_id: "mug" }, quantity: 2 }];
    const found = await reached(project, items);
    expect(found.items).toEqual([250, 500]);
  });

  it("what narrows without lines to touch takes nothing off, and applies", async () => {
    const at = await shop();
    await coupon(at.project, "CODE", HALF, {
      applicable_to: { included: [{ object: "product", id: at.vase }] },
    });
    expect((await reached(at.project, cartOf(at))).items).toEqual([0, 0, 0]);
  });
});

describe("collections", () => {
  const of = (id: string) => ({
    applicable_to: { included: [{ object: "products_collection", id }] },
  });

  it("a static one reaches the goods that it lists, also by source id", async () => {
    const at = await shop();
    const list = await collected(at.project, { products: [{ id: at.mug }, { id: at.vase }] });
    await coupon(at.project, "CODE", HALF, of(list));
    expect((await reached(at.project, cartOf(at))).items).toEqual([0, 500, 0]);
    const named = [{ source_id: "vase" }, { source_id: "pen" }];
    expect((await reached(at.project, named)).items).toEqual([350, 0]);
  });

  it("one with a filter reaches what the catalogue says, and what is sent over it", async () => {
    const at = await shop();
    const clay = { "metadata.stuff": { conditions: { $is: ["clay"] } } };
    const list = await collected(at.project, { type: "AUTO_UPDATE", filter: clay });
    await coupon(at.project, "CODE", HALF, of(list));
    expect((await reached(at.project, cartOf(at))).items).toEqual([0, 500, 0]);
    const sent = [
      { product: { source_id: "unknown", metadata: { stuff: "clay" } }, price: 300 },
      { product_id: at.mug, product: { metadata: { stuff: "tin" } } },
      { product_id: at.vase },
    ];
    expect((await reached(at.project, sent)).items).toEqual([150, 0, 350]);
  });

  it.each([
    ["a static one", ({ shirt }: Shop) => ({ products: [{ id: shirt }] })],
    [
      "one with a filter",
      () => ({ filter: { "metadata.stuff": { conditions: { $is: ["cotton"] } } } }),
    ],
  ])("%s that has a product reaches lines that name one of its SKUs alone", async (_, filter) => {
    const at = await shop();
    const sku = { source_id: "small", sku: "S", price: 900 };
    const { id } = await made(at.project, "/v1/products/shirt/skus", sku);
    await coupon(at.project, "CODE", HALF, of(await collected(at.project, filter(at))));
    const items = [{ sku_id: id }, { source_id: "small" }, { sku: { source_id: "small" } }];
    expect((await reached(at.project, items)).items).toEqual([450, 450, 450]);
    const stored = await made(at.project, "/v1/orders", { items });
    const { order } = await validated(at.project, "CODE", { order: { id: stored.id } });
    expect(order?.items_discount_amount).toBe(1350);
  });

  it("one that is gone reaches nothing", async () => {
    const at = await shop();
    const list = await collected(at.project, { products: [{ id: at.mug }] });
    expect((await at.project.delete(`/v1/product-collections/${list}`)).status).toBe(204);
    await coupon(at.project, "CODE", HALF, of(list));
    expect((await reached(at.project, cartOf(at))).items).toEqual([0, 0, 0]);
  });

  it.each([
    ["a static one", ({ mug }: Shop) => ({ products: [{ id: mug }] })],
    [
      "one with a filter",
      () => ({ filter: { "metadata.stuff": { conditions: { $is: ["clay"] } } } }),
    ],
  ])("%s answers the same for a stored order that is named by its id", async (_, collection) => {
    const at = await shop();
    const list = await collected(at.project, collection(at));
    await coupon(at.project, "CODE", HALF, of(list));
    const order = { source_id: "cart", items: cartOf(at) };
    const first = await validated(at.project, "CODE", { order });
    const stored = await made(at.project, "/v1/orders", order);
    for (const name of [{ id: stored.id }, { source_id: "cart" }]) {
      const again = await validated(at.project, "CODE", { order: name });
      expect(costs(again.order)).toEqual(costs(first.order));
    }
    const { order: paid } = await redeemed(at.project, "CODE", { order: { id: stored.id } });
    expect(costs(paid)).toEqual(costs(first.order));
    const after = await validated(at.project, "CODE", { order: { id: stored.id } });
    expect(costs(after.order)).toEqual(costs(first.order));
  });
});

describe("rules on lines", () => {
  const goods = (id: string, object = "product") => ({
    id,
    object,
    type: object === "product" ? "product_or_sku" : object,
  });
  const about = (quantifier: string, conditions: Sent, ...rules: Sent[]) => ({
    name: `order.items.${quantifier}`,
    conditions,
    rules: Object.fromEntries(rules.map((rule, at) => [at + 1, rule])),
  });
  const units = (count: number) => ({
    name: "order.items.aggregated_quantity",
    conditions: { $more_than_or_equal: [count] },
  });

  const ROWS: { name: string; met: (at: Shop) => Sent; unmet: (at: Shop) => Sent }[] = [
    {
      name: "any of a product, by units: 3 shirts",
      met: ({ shirt }) => about("any", { $is: [goods(shirt)] }, units(3)),
      unmet: ({ shirt }) => about("any", { $is: [goods(shirt)] }, units(4)),
    },
    {
      name: "any of a product that is, or is not, there",
      met: ({ mug }) => about("any", { $is: [goods(mug)] }),
      unmet: ({ vase }) => about("any", { $is: [goods(vase)] }),
    },
    {
      name: "none of a product",
      met: ({ vase }) => about("none", { $is: [goods(vase)] }),
      unmet: ({ mug }) => about("none", { $is: [goods(mug)] }),
    },
    {
      name: "the cheapest line is the pen",
      met: ({ pen }) => about("cheapest", { $is: [goods(pen)] }),
      unmet: ({ mug }) => about("cheapest", { $is: [goods(mug)] }),
    },
    {
      name: "the dearest costs 10.00",
      met: () =>
        about("most_expensive", {}, { name: "order.items.price", conditions: { $is: [1000] } }),
      unmet: () =>
        about("most_expensive", {}, { name: "order.items.price", conditions: { $is: [500] } }),
    },
    {
      name: "the catalogue's metadata of any line",
      met: () => ({ name: "product.metadata", property: "stuff", conditions: { $is: ["clay"] } }),
      unmet: () => ({ name: "product.metadata", property: "stuff", conditions: { $is: ["tin"] } }),
    },
    {
      name: "how many units there are",
      met: () => ({ name: "order.items.count", conditions: { $is: [6] } }),
      unmet: () => ({ name: "order.items.count", conditions: { $is: [3] } }),
    },
  ];

  it.each(ROWS)("$name", async ({ met, unmet }) => {
    const at = await shop();
    const { project } = at;
    const one = (node: Sent) => ({ rules: { "1": node } });
    await coupon(project, "YES", { type: "AMOUNT", amount_off: 100 }, one(met(at)));
    const refusing = { ...unmet(at), error: { message: "Not with these" } };
    await coupon(project, "NO", { type: "AMOUNT", amount_off: 100 }, one(refusing));
    const order = { source_id: "cart", items: cartOf(at) };
    const yes = await validated(project, "YES", { order });
    expect(yes.valid, JSON.stringify(yes)).toBe(true);

    const before = await stateOf(project, ["redemptions", "outbox"]);
    const no = await validated(project, "NO", { order });
    expect(no.valid).toBe(false);
    expect(no.redeemables[0]?.result).toMatchObject({
      error: { key: "order_rules_violated", error: { message: "Not with these" } },
    });
    expect(no).not.toHaveProperty("order");
    const refused = failure(await redeem(project, "NO", { order }), 400, "order_rules_violated");
    expect(refused.error).toEqual({ message: "Not with these" });
    expect(await stateOf(project, ["redemptions", "outbox"])).toEqual(before);

    const stored = await made(project, "/v1/orders", order);
    for (const [code, valid] of [
      ["YES", true],
      ["NO", false],
    ] as const) {
      const again = await validated(project, code, { order: { id: stored.id } });
      expect(again.valid, `${code} by the order's id`).toBe(valid);
    }
  });

  it("any of a collection, static or with a filter", async () => {
    const at = await shop();
    const { project } = at;
    const from = (id: string) => ({
      rules: { "1": about("any", { $from: [goods(id, "products_collection")] }, units(2)) },
    });
    const list = await collected(project, { products: [{ id: at.mug }] });
    const dear = await collected(project, {
      filter: { price: { conditions: { $more_than: [1000] } } },
    });
    await coupon(project, "LIST", { type: "AMOUNT", amount_off: 100 }, from(list));
    await coupon(project, "DEAR", { type: "AMOUNT", amount_off: 100 }, from(dear));
    const order = { items: cartOf(at) };
    expect((await validated(project, "LIST", { order })).valid).toBe(true);
    const no = await validated(project, "DEAR", { order });
    expect(no.redeemables[0]?.result).toMatchObject({ error: { key: "order_rules_violated" } });
    const more = [{ product_id: at.shirt, quantity: 2, product: { price: 1001 } }];
    expect((await validated(project, "DEAR", { order: { items: more } })).valid).toBe(true);
  });

  it("a rule of the campaign and one of the voucher narrow together", async () => {
    const at = await shop();
    const { project } = at;
    const included = [{ object: "product", id: at.mug }];
    const excluded = [{ object: "product", id: at.mug }];
    const ofCampaign = await ruled(project, { applicable_to: { included } });
    const ofVoucher = await ruled(project, { applicable_to: { excluded } });
    const { id } = await made(project, "/v1/campaigns", {
      name: "Spring",
      campaign_type: "DISCOUNT_COUPONS",
      voucher: { type: "DISCOUNT_VOUCHER", discount: HALF },
      validation_rules: [ofCampaign],
    });
    await made(project, `/v1/campaigns/${id}/vouchers/CODE`, {});
    expect((await reached(project, cartOf(at))).items).toEqual([0, 500, 0]);
    await made(project, `/v1/validation-rules/${ofVoucher}/assignments`, { voucher: "CODE" });
    expect((await reached(project, cartOf(at))).items).toEqual([0, 0, 0]);
  });
});

describe("a fixed price by the rule's entry", () => {
  it("600 for shirts, 4.00 for the others: 400 x 3, 100 x 2, a pen costs less", async () => {
    const at = await shop();
    const entry = { object: "product", id: at.shirt, price: 600 };
    const rest = { object: "product", id: at.mug };
    const rule = await ruled(at.project, { applicable_to: { included: [entry, rest] } });
    const discount = { type: "FIXED", fixed_amount: 400, effect: "APPLY_TO_ITEMS" };
    await voucher(at.project, "CODE", { discount, validation_rules: [rule] });
    expect((await reached(at.project, cartOf(at))).items).toEqual([1200, 200, 0]);
  });

  it("by a formula of the line: 90 % of 1000 x 3", async () => {
    const at = await shop();
    const price_formula = "ORDER_ITEM_PRICE * 0.9";
    const entry = { object: "product", id: at.shirt, price_formula };
    const rule = await ruled(at.project, { applicable_to: { included: [entry] } });
    const discount = { type: "FIXED", fixed_amount: 0, effect: "APPLY_TO_ITEMS" };
    await voucher(at.project, "CODE", { discount, validation_rules: [rule] });
    expect((await reached(at.project, cartOf(at))).items).toEqual([300, 0, 0]);
  });
});
