import { describe, expect, it } from "vitest";
import { collected, coupon, type Shop, shop } from "../support/carts";
import { costs, made, redeemed, stateOf, storedOrder, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { redeem, redeemables } from "../support/redeeming";

type Sent = Record<string, unknown>;

const take = (units: number, id: string, object = "product") => ({
  name: "order.items.any",
  conditions: {
    $is: [{ id, object, type: object === "product" ? "product_or_sku" : object }],
  },
  rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [units] } } },
});

/** A shirt and two mugs are a bundle; up to three count. */
const bundleOf = ({ shirt, mug }: Shop) => ({
  "1": take(1, shirt),
  "2": take(2, mug),
  logic: "1 and 2",
  limit: 3,
});

/** 3 shirts and 4 mugs are two bundles: 3000 + 2000 = 5000. */
const twoOf = ({ shirt, mug }: Shop) => [
  { product_id: shirt, quantity: 3 },
  { product_id: mug, quantity: 4 },
];

const ROWS: { name: string; discount: (at: Shop) => Sent; items?: number[]; total: number }[] = [
  {
    name: "AMOUNT on the order: 300 for each of two bundles",
    discount: () => ({ type: "AMOUNT", amount_off: 300 }),
    total: 4400,
  },
  {
    name: "PERCENT on the order: 2 x 10 %",
    discount: () => ({ type: "PERCENT", percent_off: 10 }),
    total: 4000,
  },
  {
    name: "FIXED on the order keeps its value",
    discount: () => ({ type: "FIXED", fixed_amount: 4500 }),
    total: 4500,
  },
  {
    name: "AMOUNT on items: 2 x 100 a line",
    discount: () => ({ type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS" }),
    items: [200, 200],
    total: 4600,
  },
  {
    name: "AMOUNT by quantity: 100 for the bundles' 2 shirts and 4 mugs",
    discount: () => ({ type: "AMOUNT", amount_off: 100, effect: "APPLY_TO_ITEMS_BY_QUANTITY" }),
    items: [200, 400],
    total: 4400,
  },
  {
    name: "PERCENT on items: 20 % of 2 shirts (2000) and of 4 mugs (2000)",
    discount: () => ({ type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" }),
    items: [400, 400],
    total: 4200,
  },
  {
    name: "FIXED on items: 2 shirts at 400 save 1200, 4 mugs save 400",
    discount: () => ({ type: "FIXED", fixed_amount: 400, effect: "APPLY_TO_ITEMS" }),
    items: [1200, 400],
    total: 3400,
  },
  {
    name: "FIXED by a formula: 10 % of each bundle's goods, 2 shirts of 1000 and 4 mugs of 500",
    discount: () => ({
      type: "FIXED",
      fixed_amount: 0,
      fixed_amount_formula: "ORDER_ITEM_PRICE * 0.9",
      effect: "APPLY_TO_ITEMS",
    }),
    items: [200, 200],
    total: 4600,
  },
  {
    name: "UNIT: a vase for each bundle",
    discount: ({ vase }) => ({
      type: "UNIT",
      unit_off: 1,
      unit_type: vase,
      effect: "ADD_NEW_ITEMS",
    }),
    items: [0, 0, 1400],
    total: 5000,
  },
];

describe("a rule that asks for bundles", () => {
  it.each(ROWS)("$name", async ({ discount, items = [0, 0], total }) => {
    const at = await shop();
    const { project } = at;
    await coupon(project, "CODE", discount(at), { bundle_rules: bundleOf(at) });
    const order = { source_id: "cart", items: twoOf(at) };
    const first = await validated(project, "CODE", { order });
    expect(first.redeemables[0]?.result).toMatchObject({
      bundle: {
        quantity: 2,
        limit: 3,
        identified: [
          { id: at.shirt, object: "product", item_index: 0, item_quantity: 2 },
          { id: at.mug, object: "product", item_index: 1, item_quantity: 4 },
        ],
        missing: [],
      },
    });
    const off = first.order?.items?.map(({ discount_amount = 0 }) => discount_amount);
    expect(off).toEqual(items);
    expect(first.order?.total_amount).toBe(total);
    const { order: paid, redemptions } = await redeemed(project, "CODE", { order });
    expect(costs(paid)).toEqual(costs(first.order));
    const again = await validated(project, "CODE", { order: { id: paid?.id } });
    expect(again.redeemables[0]?.result).toEqual(first.redeemables[0]?.result);
    expect(costs(again.order)).toEqual(costs(first.order));
    await made(project, `/v1/redemptions/${redemptions[0]?.id}/rollback`, {});
    expect(await storedOrder(project, String(paid?.id))).toMatchObject({ total_amount: 5000 });
    await expectSound(project.id);
  });

  it.each([
    { discount: { type: "PERCENT", percent_off: 10 }, isNoted: true },
    { discount: { type: "AMOUNT", amount_off: 300 }, isNoted: false },
  ])("tells how many there are, and notes a percentage: $discount.type", async (row) => {
    const at = await shop();
    await coupon(at.project, "CODE", row.discount, { bundle_rules: bundleOf(at) });
    const options = { expand: ["explanation"] };
    const told = async (items: Sent[]) => {
      const { redeemables } = await validated(at.project, "CODE", { order: { items }, options });
      return (redeemables[0] as { explanation: { stacking: Sent } }).explanation.stacking;
    };
    const two = await told(twoOf(at));
    expect(two.bundles).toBe(2);
    const note =
      /^The percentage is given once for each of the 2 bundles\..*ORDER_ITEM_PRICE \* 0\.9/;
    if (row.isNoted) expect(two.note).toMatch(note);
    else expect(two).not.toHaveProperty("note");
    const one = await told([{ product_id: at.shirt }, { product_id: at.mug, quantity: 2 }]);
    expect(one.bundles).toBe(1);
    expect(one).not.toHaveProperty("note");
  });

  it("INAPPLICABLE order_rules_violated: not one is whole", async () => {
    const at = await shop();
    const { project } = at;
    await coupon(
      project,
      "CODE",
      { type: "AMOUNT", amount_off: 300 },
      { bundle_rules: bundleOf(at), error: { message: "A shirt and two mugs, please" } },
    );
    const before = await stateOf(project, ["redemptions", "outbox"]);
    for (const items of [[], [{ product_id: at.shirt }, { product_id: at.mug }]]) {
      const order = { amount: 1500, items };
      const { valid, redeemables } = await validated(project, "CODE", { order });
      expect(valid).toBe(false);
      expect(redeemables[0]).toMatchObject({
        status: "INAPPLICABLE",
        result: {
          error: {
            key: "order_rules_violated",
            error: { message: "A shirt and two mugs, please" },
          },
        },
      });
      failure(await redeem(project, "CODE", { order }), 400, "order_rules_violated");
    }
    expect(await stateOf(project, ["redemptions", "outbox"])).toEqual(before);
  });

  it("without an order at all", async () => {
    const at = await shop();
    const discount = { type: "AMOUNT", amount_off: 300 };
    await coupon(at.project, "CODE", discount, { bundle_rules: bundleOf(at) });
    const { redeemables } = await validated(at.project, "CODE");
    expect(redeemables[0]?.status).toBe("INAPPLICABLE");
  });

  it("by a collection: 2 x 300 for four things of clay", async () => {
    const at = await shop();
    const clay = await collected(at.project, {
      filter: { "metadata.stuff": { conditions: { $is: ["clay"] } } },
    });
    const bundle_rules = { "1": take(2, clay, "products_collection"), limit: null };
    await coupon(at.project, "CODE", { type: "AMOUNT", amount_off: 300 }, { bundle_rules });
    const items = [
      { source_id: "mug", quantity: 3 },
      { source_id: "shirt", quantity: 1 },
      { source_id: "vase", quantity: 2 },
    ];
    const { order, redeemables } = await validated(at.project, "CODE", { order: { items } });
    expect(order?.discount_amount).toBe(600);
    expect(redeemables[0]?.result).toMatchObject({
      bundle: {
        quantity: 2,
        limit: null,
        identified: [
          { id: clay, object: "products_collection", item_index: 0, item_quantity: 3 },
          { id: clay, object: "products_collection", item_index: 2, item_quantity: 1 },
        ],
      },
    });
  });
});

describe("the client family", () => {
  const told = (body: Sent) =>
    JSON.stringify(body).match(/order_item_indices|item_index|item_quantity|quantity":4/g);

  async function stored() {
    const at = await shop();
    const { project } = at;
    const included = [{ object: "product", id: at.mug }];
    await coupon(
      project,
      "CODE",
      { type: "AMOUNT", amount_off: 300 },
      { bundle_rules: bundleOf(at), applicable_to: { included } },
    );
    await made(project, "/v1/orders", { source_id: "theirs", items: twoOf(at) });
    return at;
  }

  it("of a stored order's lines nothing is told to who did not send them", async () => {
    const { project } = await stored();
    const body = { redeemables: redeemables("CODE"), order: { source_id: "theirs" } };
    const reply = await project.post("/client/v1/validations", body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(told(reply.body), JSON.stringify(reply.body)).toBeNull();
    expect(reply.body.order).toMatchObject({ amount: 5000, total_amount: 4400 });
    failure(await project.post("/client/v1/redemptions", body), 400, "invalid_order");
  });

  it("of the lines that it sends a browser is told all", async () => {
    const at = await stored();
    const body = { redeemables: redeemables("CODE"), order: { items: twoOf(at) } };
    const { body: answer } = await at.project.post("/client/v1/validations", body);
    expect(answer.redeemables[0]).toMatchObject({
      result: { bundle: { quantity: 2, identified: [{ item_index: 0 }, { item_index: 1 }] } },
      applicable_to: { data: [{ order_item_indices: [1] }] },
    });
  });
});
