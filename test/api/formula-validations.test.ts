import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { cartOf, coupon, shop } from "../support/carts";
import { costs, made, redeemed, validated } from "../support/deciding";
import { failure } from "../support/failure";
import { promotion, tier } from "../support/promotions";
import { voucher } from "../support/redeeming";

type Sent = Record<string, unknown>;

/** 100 off, or what the formula says. */
const byFormula = (amount_off_formula: string) => ({
  type: "AMOUNT",
  amount_off: 100,
  amount_off_formula,
});

const off = async (project: TestProject, sent: Sent, code = "CODE") =>
  (await validated(project, code, sent)).order?.discount_amount;

describe("amount_off_formula", () => {
  const ROWS: { name: string; formula: string; sent: Sent; off: number }[] = [
    {
      name: "of the order: 20 % of 4000",
      formula: "ORDER_AMOUNT * 0.2",
      sent: { order: { amount: 4000 } },
      off: 800,
    },
    {
      name: "of the customer",
      formula: 'CUSTOMER_METADATA("credit")',
      sent: { customer: { source_id: "ann", metadata: { credit: 2.5 } } },
      off: 250,
    },
    {
      name: "of a customer who has no such metadata: the static 100",
      formula: 'CUSTOMER_METADATA("credit")',
      sent: { customer: { source_id: "ann" } },
      off: 100,
    },
    {
      name: "of nobody: the static 100",
      formula: 'CUSTOMER_METADATA("credit")',
      sent: {},
      off: 100,
    },
    {
      name: "with a default of its own",
      formula: 'DEFAULT_TO(CUSTOMER_METADATA("credit");0.4)',
      sent: {},
      off: 40,
    },
    {
      name: "of the redemption",
      formula: 'REDEMPTION_METADATA("votes") * 0.1',
      sent: { metadata: { votes: 7 } },
      off: 70,
    },
    {
      name: "of the voucher",
      formula: 'REDEEMABLE_METADATA("worth") + VOUCHER_REDEEMED_QUANTITY',
      sent: {},
      off: 300,
    },
    {
      name: "more than the order: all of it",
      formula: "ORDER_AMOUNT * 3",
      sent: { order: { amount: 500 } },
      off: 500,
    },
    {
      name: "halves go up: 0.5 of 333 is 166.5",
      formula: "ORDER_AMOUNT * 0.5",
      sent: { order: { amount: 333 } },
      off: 167,
    },
  ];

  it.each(ROWS)("$name", async ({ formula, sent, off: expected }) => {
    const project = await newProject();
    await voucher(project, "CODE", { discount: byFormula(formula), metadata: { worth: 3 } });
    const request = { order: { amount: 1000 }, ...sent };
    const first = await validated(project, "CODE", request);
    expect(first.order?.discount_amount).toBe(expected);
    expect(first.redeemables[0]?.result).toMatchObject({
      discount: { effect: "APPLY_TO_ORDER", is_dynamic: false, amount_off_formula: formula },
    });
    const { order } = await redeemed(project, "CODE", request);
    expect(costs(order)).toEqual(costs(first.order));
  });

  it("is in the project's currency: 1600 yen less 10 %, and 5 more", async () => {
    const project = await newProject({ currency: "JPY" });
    await voucher(project, "CODE", { discount: byFormula("ORDER_AMOUNT * 0.1 + 5") });
    expect(await off(project, { order: { amount: 1600 } })).toBe(165);
  });

  it("of items: 1 % of each one's price and 1.00 more, 1.06 and 1.10, redeemed as validated", async () => {
    const project = await newProject();
    const discount = { ...byFormula("ORDER_ITEM_PRICE * 0.01 + 1"), effect: "APPLY_TO_ITEMS" };
    await voucher(project, "CODE", { discount });
    const items = [
      { source_id: "tea", price: 600, quantity: 1 },
      { source_id: "pot", price: 1000, quantity: 1 },
    ];
    const { order } = await validated(project, "CODE", { order: { items } });
    expect(order?.items?.map(({ discount_amount }) => discount_amount)).toEqual([106, 110]);
    expect(order?.total_amount).toBe(1384);
    const { order: paid } = await redeemed(project, "CODE", { order: { items } });
    expect(paid?.total_amount).toBe(1384);
  });

  it("a negative number takes nothing off", async () => {
    const project = await newProject();
    await voucher(project, "CODE", { discount: byFormula("ORDER_AMOUNT - 9999") });
    const { valid, order } = await validated(project, "CODE", { order: { amount: 1000 } });
    expect([valid, order?.total_amount]).toEqual([true, 1000]);
  });

  it("reads each turn's order: 10 % of 1000, then of 900", async () => {
    const project = await newProject();
    for (const code of ["A", "B"]) {
      await voucher(project, code, { discount: byFormula("ORDER_AMOUNT / 10") });
    }
    const { order } = await validated(project, ["A", "B"], { order: { amount: 1000 } });
    expect(order?.total_amount).toBe(810);
  });

  it("PUBLICATION_METADATA: of the publication that gave it out, the static 100 before", async () => {
    const project = await newProject();
    const formula = byFormula('PUBLICATION_METADATA("worth")');
    await voucher(project, "CODE", { discount: formula });
    const order = { amount: 1000 };
    expect(await off(project, { order })).toBe(100);
    const customer = { source_id: "ann" };
    const given = { voucher: "CODE", customer, metadata: { worth: 3.2 } };
    await made(project, "/v1/publications", given);
    expect(await off(project, { order })).toBe(320);
    const { order: paid } = await redeemed(project, "CODE", { order, customer });
    expect(paid?.discount_amount).toBe(320);
  });

  it("PUBLICATION_METADATA in a discount that the campaign gives its codes", async () => {
    const project = await newProject();
    const discount = byFormula('PUBLICATION_METADATA("worth")');
    const { id } = await made(project, "/v1/campaigns", {
      name: "Spring",
      campaign_type: "DISCOUNT_COUPONS",
      voucher: { type: "DISCOUNT_VOUCHER", discount },
    });
    await made(project, `/v1/campaigns/${id}/vouchers/CODE`, {});
    const given = { campaign: "Spring", customer: { source_id: "ann" }, metadata: { worth: 0.7 } };
    await made(project, "/v1/publications", given);
    expect(await off(project, { order: { amount: 1000 } })).toBe(70);
  });

  it("CUSTOMER_METADATA of a stored customer, with what is sent over it", async () => {
    const project = await newProject();
    await voucher(project, "CODE", { discount: byFormula('CUSTOMER_METADATA("credit")') });
    await made(project, "/v1/customers", { source_id: "ann", metadata: { credit: 2.5 } });
    const order = { amount: 1000 };
    expect(await off(project, { order, customer: { source_id: "ann" } })).toBe(250);
    const sent = { source_id: "ann", metadata: { credit: 0.1 } };
    expect(await off(project, { order, customer: sent })).toBe(10);
  });

  it("CUSTOMER_BIRTHDATE by its old name where it was not sent by the new one", async () => {
    const project = await newProject();
    await voucher(project, "CODE", { discount: byFormula("MONTH(CUSTOMER_BIRTHDATE)") });
    await made(project, "/v1/customers", { source_id: "ann", birthday: "1990-02-28" });
    const order = { amount: 1000 };
    expect(await off(project, { order, customer: { source_id: "ann" } })).toBe(200);
    const sent = { source_id: "ann", birthdate: "1990-03-31" };
    expect(await off(project, { order, customer: sent })).toBe(300);
  });

  it("lines: the dearest line's product in the catalogue, also by the order's id", async () => {
    const at = await shop();
    const words = 'MOST_EXPENSIVE_ORDER_ITEM_PRODUCT_METADATA("stuff") is "cotton"';
    const formula = `IF(${words};ORDER_UNITS_QUANTITY * 0.1;1)`;
    await coupon(at.project, "CODE", byFormula(formula));
    expect(await off(at.project, { order: { items: cartOf(at) } })).toBe(60);
    const { id } = await made(at.project, "/v1/orders", { items: cartOf(at) });
    expect(await off(at.project, { order: { id } })).toBe(60);
  });
});

describe("formulas of other discounts", () => {
  it("percent_off_formula: 2 % for each of 6 units, of 4200", async () => {
    const at = await shop();
    const discount = {
      type: "PERCENT",
      percent_off: 50,
      percent_off_formula: "ORDER_UNITS_QUANTITY * 2",
    };
    await voucher(at.project, "CODE", { discount });
    const { order, redeemables } = await validated(at.project, "CODE", {
      order: { items: cartOf(at) },
    });
    expect(order?.discount_amount).toBe(504);
    expect(redeemables[0]?.result).toMatchObject({ discount: { percent_off: 12 } });
    expect(await off(at.project, { order: { amount: 1000 } })).toBeUndefined();
  });

  it("fixed_amount_formula, and its static price without a customer", async () => {
    const project = await newProject();
    const discount = {
      type: "FIXED",
      fixed_amount: 900,
      fixed_amount_formula: 'CUSTOMER_METADATA("price")',
    };
    await voucher(project, "CODE", { discount });
    const order = { amount: 1000 };
    expect(await off(project, { order })).toBe(100);
    const customer = { metadata: { price: 6 } };
    expect(await off(project, { order, customer })).toBe(400);
  });

  it("unit_off_formula: a vase for each 10.00 of 4200", async () => {
    const at = await shop();
    const discount = {
      type: "UNIT",
      unit_off: 1,
      unit_off_formula: "FLOOR(ORDER_AMOUNT / 10;0)",
      unit_type: at.vase,
      effect: "ADD_NEW_ITEMS",
    };
    await voucher(at.project, "CODE", { discount });
    const sent = { order: { items: cartOf(at) } };
    const { order } = await validated(at.project, "CODE", sent);
    expect(order?.items?.[3]).toMatchObject({ quantity: 4, amount: 2800, discount_amount: 2800 });
  });

  it("of a tier", async () => {
    const project = await newProject();
    const campaignId = await promotion(project, "Spring");
    const discount = byFormula('REDEEMABLE_METADATA("worth")');
    const { id } = await tier(project, campaignId, "One", {
      action: { discount },
      metadata: { worth: 0.3 },
    });
    const named = [{ object: "promotion_tier", id }];
    const { order } = await validated(project, named, { order: { amount: 1000 } });
    expect(order?.discount_amount).toBe(30);
  });
});

describe("a formula that cannot be read", () => {
  it("400: refused where it is saved, and nothing is made", async () => {
    const project = await newProject();
    const discount = byFormula("ORDER_AMOUNT * (2");
    const reply = await project.post("/v1/vouchers", { code: "CODE", discount });
    const { details } = failure(reply, 400, "invalid_payload");
    expect(details).toContain("amount_off_formula");
    expect((await project.get("/v1/vouchers/CODE")).status).toBe(404);
  });
});
