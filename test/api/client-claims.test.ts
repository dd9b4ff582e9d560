import { beforeEach, describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { rule } from "../support/campaigns";
import { earningRule, fixed, hearAgain, hearAll, program } from "../support/earning";
import { resultOf } from "../support/imports";
import { expectSound } from "../support/invariants";
import { promotion, tier } from "../support/promotions";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";
import { customer, tokenOf } from "../support/shoppers";

/*
 * A browser makes an order with lines, notes and an amount of its own, and redeems on it. What a
 * back end says of that order later counts; what it does not say earns and discounts nothing.
 */

const made = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};

/** A rule on one key of somebody's or something's metadata. */
const noted = async (project: TestProject, name: string, property: string, conditions: object) =>
  made(
    await project.post("/v1/validation-rules", {
      name: `${name}.${property}`,
      rules: { "1": { name, property, conditions }, logic: "1" },
    }),
  ).id;

const SHOP = {
  client_redeem_enabled: 1,
  client_metadata_keys: '["bonus"]',
};

const proportional = (calculation_type: string, order: object) => ({
  event: "order.paid",
  loyalty: { type: "PROPORTIONAL", calculation_type, ...order },
});

/** A program whose rules read all that an order holds; each gives points of its own size. */
async function club(project: TestProject) {
  const BELL = { object: "product", id: made(await project.get("/v1/products/bell")).id };
  await program(project, "Club", { type: "AUTO_UPDATE", auto_join: true });
  const bells = await rule(project, "product.id", { $is: ["bell"] });
  const notes = await noted(project, "order.metadata", "bonus", { $more_than: [0] });
  const rules = [
    proportional("ORDER_AMOUNT", { order: { amount: { every: 1_000, points: 1 } } }),
    proportional("ORDER_ITEMS_QUANTITY", {
      order_items: { quantity: { every: 1, points: 1_000, ...BELL } },
    }),
    proportional("ORDER_ITEMS_SUBTOTAL_AMOUNT", {
      order_items: { subtotal_amount: { every: 9_000, points: 10_000, ...BELL } },
    }),
    proportional("ORDER_METADATA", {
      order: { metadata: { every: 1, points: 100_000, property: "bonus" } },
    }),
    fixed(10_000_000, { validation_rule_id: bells }),
    fixed(100_000_000, { validation_rule_id: notes }),
  ];
  for (const each of rules) await earningRule(project, "Club", each);
}

async function shop(settings: object = {}): Promise<TestProject> {
  const project = await newProject({ ...SHOP, ...settings });
  made(await project.post("/v1/products", { name: "Bell", source_id: "bell", price: 10_000 }));
  await voucher(project, "ONE");
  await customer(project, "shopper");
  return project;
}

/** A thousand bells at 100.00, and a note that is worth points. */
const CART = {
  source_id: "o",
  items: [{ source_id: "bell", quantity: 1_000, price: 10_000 }],
  metadata: { bonus: 7 },
};
const ONE_BELL = [{ source_id: "bell", quantity: 1, price: 10_000 }];

const browse = (project: TestProject, codes: string | string[], sent: object = {}, headers = {}) =>
  project.post(
    "/client/v1/redemptions",
    {
      redeemables: redeemables(codes),
      order: CART,
      customer: { source_id: "shopper" },
      ...sent,
    },
    headers,
  );

const pointsOf = async (project: TestProject): Promise<number> => {
  await hearAll(project);
  await hearAgain(project, "backwards");
  await hearAll(project);
  const { body } = await project.get("/v1/customers/shopper");
  return body.loyalty?.points ?? 0;
};

const orderOf = async (project: TestProject) => (await project.get("/v1/orders/o")).body;

const paid = { status: "PAID" };

/** The ways in which a back end says something of an order and that it is paid. */
const WAYS: Record<string, (project: TestProject, said: object) => Promise<unknown>> = {
  "by an update": async (project, said) =>
    made(await project.put("/v1/orders/o", { ...paid, ...said })),
  "by an update before it is paid": async (project, said) => {
    made(await project.put("/v1/orders/o", said));
    made(await project.put("/v1/orders/o", paid));
  },
  "by an upsert": async (project, said) =>
    made(await project.post("/v1/orders", { source_id: "o", ...paid, ...said })),
  "by an import": async (project, said) =>
    resultOf(
      project,
      await project.post("/v1/orders/import", [{ source_id: "o", ...paid, ...said }]),
    ),
  "by a redemption": async (project, said) =>
    made(await redeem(project, "ONE", { order: { source_id: "o", ...said } })),
};

describe("what only a browser said of an order earns nothing", () => {
  let project: TestProject;
  beforeEach(async () => {
    project = await shop();
    await club(project);
    made(await browse(project, "ONE"));
    expect(await pointsOf(project)).toBe(0);
  });

  it.each(Object.entries(WAYS))("where a back end says the amount alone: %s", async (_, say) => {
    await say(project, { amount: 5_000 });
    expect(await pointsOf(project)).toBe(5);
    const order = await orderOf(project);
    expect([order.amount, order.items, order.metadata]).toEqual([5_000, [], {}]);
    await expectSound(project.id);
  });

  it.each(Object.entries(WAYS))("where a back end says the lines alone: %s", async (name, say) => {
    await say(project, { items: ONE_BELL });
    // 100.00 of a bell, of which a code or two take 1.00 each.
    expect(await pointsOf(project)).toBe(10 + 1_000 + 10_000 + 10_000_000);
    const order = await orderOf(project);
    expect(order.total_amount).toBe(name === "by a redemption" ? 9_800 : 9_900);
    expect(order.metadata).toEqual({});
    await expectSound(project.id);
  });

  it.each(Object.entries(WAYS))("where a back end says the notes, too: %s", async (_, say) => {
    await say(project, { amount: 5_000, metadata: { bonus: 2 } });
    expect(await pointsOf(project)).toBe(5 + 200_000 + 100_000_000);
    await expectSound(project.id);
  });

  it("where a back end says that it is paid and nothing else", async () => {
    made(await project.put("/v1/orders/o", paid));
    // The amount that stands is paid: 100,000.00.
    expect(await pointsOf(project)).toBe(10_000);
    const order = await orderOf(project);
    expect([order.items.length, order.metadata]).toEqual([1, { bonus: 7 }]);
    await expectSound(project.id);
  });

  it("where a back end adds notes of its own: its own ones count alone", async () => {
    made(await project.put("/v1/orders/o", { metadata: { bonus: 1 } }));
    made(await project.put("/v1/orders/o", paid));
    expect(await pointsOf(project)).toBe(10_000 + 100_000 + 100_000_000);
    await expectSound(project.id);
  });

  it("nor does it meet rules of a back end's redemption", async () => {
    const bells = await rule(project, "product.id", { $is: ["bell"] });
    const notes = await noted(project, "order.metadata", "bonus", { $more_than: [0] });
    await voucher(project, "BELLS", { validation_rules: [bells] });
    await voucher(project, "NOTES", { validation_rules: [notes] });
    const stored = await rowsOf("orders", project.id);
    for (const each of ["BELLS", "NOTES"]) {
      const order = { source_id: "o" };
      const asked = { redeemables: redeemables(each), order };
      expect(made(await project.post("/v1/validations", asked)).valid).toBe(false);
      expect((await redeem(project, each, { order })).status).toBe(400);
    }
    expect(await rowsOf("orders", project.id)).toEqual(stored);
    made(await redeem(project, "BELLS", { order: { source_id: "o", items: ONE_BELL } }));
    await expectSound(project.id);
  });
});

it("what a back end wrote of an order itself earns, whoever redeems on it", async () => {
  const project = await shop();
  await club(project);
  const own = { customer: { source_id: "shopper" } };
  made(
    await project.post("/v1/orders", {
      source_id: "o",
      items: ONE_BELL,
      metadata: { bonus: 2 },
      ...own,
    }),
  );
  const token = await tokenOf(project, "shopper");
  made(await browse(project, "ONE", { order: { source_id: "o" } }, token));
  made(await project.put("/v1/orders/o", paid));
  expect(await pointsOf(project)).toBe(10 + 1_000 + 10_000 + 200_000 + 110_000_000);
  await expectSound(project.id);
});

it("all of it earns where the project trusts its browsers", async () => {
  const project = await shop({ client_orders_trusted: 1 });
  await club(project);
  made(await browse(project, "ONE"));
  // 100,000.00 of a thousand bells, of which the code takes 1.00.
  const lines = 1_000_000 + 11_110_000;
  expect(await pointsOf(project)).toBe(10_000 + lines + 700_000 + 110_000_000);
  await expectSound(project.id);
});

describe("what a browser redeemed on a cart of its own is judged on what a back end says", () => {
  /** Codes, each with the discount of the invented cart and of one of 50.00 without lines. */
  const CODES: Record<string, (project: TestProject) => Promise<[string, number, number]>> = {
    "a percentage": async (project) => {
      await voucher(project, "CODE", { discount: { type: "PERCENT", percent_off: 20 } });
      return ["CODE", 2_000_000, 1_000];
    },
    "an amount": async (project) => {
      await voucher(project, "CODE", { discount: { type: "AMOUNT", amount_off: 1_500 } });
      return ["CODE", 1_500, 1_500];
    },
    "an amount from 1,000.00 on": async (project) => {
      const large = await rule(project, "order.amount", { $more_than_or_equal: [100_000] });
      const discount = { type: "AMOUNT", amount_off: 4_000 };
      await voucher(project, "CODE", { discount, validation_rules: [large] });
      return ["CODE", 4_000, 0];
    },
    "an amount for bells": async (project) => {
      const bells = await rule(project, "product.id", { $is: ["bell"] });
      const discount = { type: "AMOUNT", amount_off: 4_000 };
      await voucher(project, "CODE", { discount, validation_rules: [bells] });
      return ["CODE", 4_000, 0];
    },
    "an amount for a note": async (project) => {
      const notes = await noted(project, "order.metadata", "bonus", { $more_than: [0] });
      const discount = { type: "AMOUNT", amount_off: 4_000 };
      await voucher(project, "CODE", { discount, validation_rules: [notes] });
      return ["CODE", 4_000, 0];
    },
    "a percentage of lines": async (project) => {
      const discount = { type: "PERCENT", percent_off: 50, effect: "APPLY_TO_ITEMS" };
      await voucher(project, "CODE", { discount });
      return ["CODE", 5_000_000, 0];
    },
    "a formula": async (project) => {
      const discount = { type: "PERCENT", percent_off: 1, percent_off_formula: "ORDER_AMOUNT" };
      await voucher(project, "CODE", { discount });
      return ["CODE", 10_000_000, 2_500];
    },
    "credits of a gift card": async (project) => {
      await giftCard(project, "CODE", 700);
      return ["CODE", 700, 700];
    },
  };

  const cases = Object.entries(CODES).flatMap(([of, make]) =>
    Object.entries(WAYS).map(([name, say]) => ({ of, name, make, say })),
  );

  it.each(cases)("$of, $name", async ({ name, make, say }) => {
    const project = await shop();
    const [code, invented, real] = await make(project);
    const { order } = made(await browse(project, code));
    expect(order.total_discount_amount ?? 0).toBe(invented);
    await say(project, { amount: 5_000 });
    const more = name === "by a redemption" ? 100 : 0;
    const after = await orderOf(project);
    expect([after.amount, after.total_discount_amount ?? 0]).toEqual([5_000, real + more]);
    await hearAll(project);
    const { body } = await project.get("/v1/customers/shopper");
    expect(body.summary.orders.total_amount).toBe(5_000 - real - more);
    await expectSound(project.id);
  });

  it.each(Object.entries(WAYS))("a tier of a promotion, %s", async (name, say) => {
    const project = await shop();
    const { id } = await tier(project, await promotion(project, "Sale"), "Tenth", {});
    const offer = { redeemables: [{ object: "promotion_tier", id }] };
    made(await browse(project, [], offer));
    await say(project, { amount: 5_000 });
    const more = name === "by a redemption" ? 100 : 0;
    expect((await orderOf(project)).total_discount_amount).toBe(500 + more);
    await expectSound(project.id);
  });

  it.each(["CODE", ["CODE", "ONE"], ["ONE", "CODE"]])("also among others: %s", async (...codes) => {
    const project = await shop();
    await voucher(project, "CODE", { discount: { type: "PERCENT", percent_off: 90 } });
    made(await browse(project, codes.flat()));
    made(await project.put("/v1/orders/o", { amount: 5_000, ...paid }));
    const { total_amount } = await orderOf(project);
    // 500 are left of 50.00; and 1.00 less, before or after that.
    expect([500, 400, 490]).toContain(total_amount);
    await expectSound(project.id);
  });

  it("and takes no more than before where the order is larger", async () => {
    const project = await shop();
    await voucher(project, "CODE", { discount: { type: "PERCENT", percent_off: 20 } });
    made(await browse(project, "CODE", { order: { source_id: "o", amount: 5_000 } }));
    made(await project.put("/v1/orders/o", { amount: 90_000, ...paid }));
    expect((await orderOf(project)).total_amount).toBe(89_000);
    await expectSound(project.id);
  });

  it("and stays as it is where a back end confirms the cart, whatever became of the code", async () => {
    const project = await shop();
    const bells = await rule(project, "product.id", { $is: ["bell"] });
    const discount = { type: "PERCENT", percent_off: 20 };
    await voucher(project, "CODE", { discount, validation_rules: [bells] });
    made(await browse(project, "CODE", { order: { source_id: "o", items: ONE_BELL } }));
    made(await project.put("/v1/vouchers/CODE", { expiration_date: "2020-01-01T00:00:00Z" }));
    made(await project.put("/v1/orders/o", { items: ONE_BELL, ...paid }));
    expect((await orderOf(project)).total_amount).toBe(8_000);
    made(await project.put("/v1/orders/o", { amount: 5_000 }));
    await expectSound(project.id);
  });

  it("once it was paid without a word of the cart, too", async () => {
    const project = await shop();
    await voucher(project, "CODE", { discount: { type: "PERCENT", percent_off: 20 } });
    made(await browse(project, "CODE"));
    made(await project.put("/v1/orders/o", paid));
    expect((await orderOf(project)).total_amount).toBe(8_000_000);
    made(await project.put("/v1/orders/o", { amount: 5_000 }));
    expect((await orderOf(project)).total_amount).toBe(4_000);
    const { body } = await project.get("/v1/customers/shopper");
    expect(body.summary.orders.total_amount).toBe(4_000);
    await expectSound(project.id);
  });

  it("by the customer whose the order turns out to be", async () => {
    const project = await shop();
    await customer(project, "vip", { metadata: { vip: true } });
    const vip = await noted(project, "customer.metadata", "vip", { $is: [true] });
    const discount = { type: "AMOUNT", amount_off: 2_000 };
    await voucher(project, "CODE", { discount, validation_rules: [vip] });
    const order = { source_id: "o", amount: 5_000 };
    made(await browse(project, "CODE", { order, customer: { source_id: "vip" } }));
    const own = { customer: { source_id: "shopper" } };
    made(await project.put("/v1/orders/o", { amount: 5_000, ...own, ...paid }));
    expect((await orderOf(project)).total_amount).toBe(5_000);
    await expectSound(project.id);
  });

  it("what a validation of a back end says of it is what a redemption does", async () => {
    const project = await shop();
    await voucher(project, "CODE", { discount: { type: "PERCENT", percent_off: 90 } });
    made(await browse(project, "CODE"));
    const order = { source_id: "o", amount: 5_000 };
    const asked = { redeemables: redeemables("ONE"), order };
    const told = made(await project.post("/v1/validations", asked));
    expect(told.order.total_amount).toBe(400);
    const done = made(await project.post("/v1/redemptions", asked));
    expect(done.order.total_amount).toBe(400);
    await expectSound(project.id);
  });

  it("a rollback then gives back what is left of it", async () => {
    const project = await shop();
    await voucher(project, "CODE", { discount: { type: "PERCENT", percent_off: 90 } });
    const { redemptions } = made(await browse(project, "CODE"));
    made(await project.put("/v1/orders/o", { amount: 5_000, ...paid }));
    made(await project.post(`/v1/redemptions/${redemptions[0].id}/rollback`, {}));
    const order = await orderOf(project);
    expect([order.status, order.total_amount]).toEqual(["CANCELED", 5_000]);
    await expectSound(project.id);
  });
});
