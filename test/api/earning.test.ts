import { beforeEach, describe, expect, it } from "vitest";
import { orderPoints } from "../../src/resources/loyalties/earning-rules/listen";
import { eventKinds, eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { earningRule, fixed, hearAgain, hearAll, hearLast, program } from "../support/earning";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { expectSound, nightOf } from "../support/loyalty";
import { homeDb } from "../support/places";
import { coinReward } from "../support/rewarding";

let project: TestProject;

beforeEach(async () => {
  project = await newProject();
  await program(project, "Points");
});

const join = async (source_id: string, name = "Points"): Promise<string> => {
  const reply = await project.post(`/v1/loyalties/${name}/members`, { customer: { source_id } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.code;
};

const order = async (sent: object): Promise<string> => {
  const reply = await project.post("/v1/orders", sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
};

const paid = (amount: number, more: object = {}) =>
  order({ amount, status: "PAID", customer: { source_id: "ada" }, ...more });

/** The same, so that no queue hears of it. */
const silently = async (sent: object): Promise<string> => {
  const body = { status: "PAID", customer: { source_id: "ada" }, ...sent };
  const reply = await sendPausing(project, { path: "/v1/orders", body }, {}, DEAF_QUEUES);
  expect(reply.status).toBe(200);
  return reply.body.id;
};

const cancel = async (id: string) =>
  expect((await project.put(`/v1/orders/${id}`, { status: "CANCELED" })).status).toBe(200);

const card = async (code: string) => (await project.get(`/v1/vouchers/${code}`)).body.loyalty_card;
const balance = async (code: string): Promise<number> => (await card(code)).balance;

const entries = async () =>
  (await rowsOf("voucher_transactions", project.id))
    .filter(({ type }) => type !== "OPENING")
    .map(({ type, amount, details, source }) => ({
      type,
      amount,
      source,
      details: JSON.parse(String(details)),
    }));

const PENDING = { pending_points: { period_type: "DAY", period_value: 7 } };

/** One point for each whole euro of the order. */
const PER_EURO = {
  event: "order.paid",
  loyalty: {
    type: "PROPORTIONAL",
    calculation_type: "ORDER_AMOUNT",
    order: { amount: { every: 100, points: 1 } },
  },
};

/** The sums of the ledger hold, and every event is told as the catalogue says. */
async function expectWhole(): Promise<void> {
  await expectSound(project);
  await eventsOf(project.id);
}

describe("an order that is paid", () => {
  it("earns, with an entry that tells of the order, the event and the rule", async () => {
    const code = await join("ada");
    const rule = await earningRule(project, "Points", {
      ...PER_EURO,
      source: { banner: "1 per 1.00" },
    });
    const id = await paid(2550, { source_id: "basket-1" });
    await hearAll(project);
    expect(await balance(code)).toBe(25);
    const [event] = (await rowsOf("outbox", project.id)).filter(
      ({ kind }) => kind === "customer.order.paid",
    );
    expect(await entries()).toEqual([
      {
        type: "POINTS_ACCRUAL",
        amount: 25,
        source: "Automation",
        details: {
          order: { id },
          event: { id: event?.id, type: "customer.order.paid" },
          earning_rule: { id: rule.id, source: { banner: "1 per 1.00" } },
          balance: expect.objectContaining({
            points: 25,
            total: 25,
            balance: 25,
            operation_type: "AUTOMATIC",
          }),
        },
      },
    ]);
    const [award] = await rowsOf("loyalty_awards", project.id);
    expect(award).toMatchObject({ rule_id: rule.id, event_key: id, order_id: id, points: 25 });
    await expectWhole();
  });

  it("earns by the customer's birthdate, also where it was sent by its old name", async () => {
    const points_formula = "MONTH(CUSTOMER_BIRTHDATE)";
    const loyalty = { type: "FIXED", points: 100, points_formula };
    await earningRule(project, "Points", { event: "order.paid", loyalty });
    const code = await join("ada");
    await paid(500, { customer: { source_id: "ada", birthday: "1990-02-28" } });
    await hearAll(project);
    expect(await balance(code)).toBe(2);
  });

  it("is told: rewarded, points added, and the entry", async () => {
    const code = await join("ada");
    const rule = await earningRule(project, "Points", fixed(10));
    await paid(100);
    await hearAll(project);
    const told = (await eventsOf(project.id)).slice(-3);
    expect(told.map(({ kind }) => kind)).toEqual([
      "customer.rewarded.loyalty_points",
      "voucher.loyalty_card.points_aded",
      "voucher.loyalty_card.transaction.created",
    ]);
    expect(told[0]?.data).toMatchObject({
      voucher: { code, loyalty_card: { points: 10, balance: 10 } },
      balance: { points: 10, total: 10, balance: 10 },
      earning_rule: { id: rule.id },
      customer: { source_id: "ada" },
      order: { amount: 100 },
    });
  });

  it("earns nothing while it is only created, and once when it is paid later", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const id = await order({ amount: 100, customer: { source_id: "ada" } });
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    await project.put(`/v1/orders/${id}`, { status: "PAID" });
    await project.put(`/v1/orders/${id}`, { status: "FULFILLED" });
    await hearAll(project);
    expect(await balance(code)).toBe(10);
  });

  it("earns for its own customer, paid by a redemption that names none", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 100 } });
    const id = await order({ amount: 100, customer: { source_id: "ada" } });
    const nobodys = await order({ amount: 100 });
    for (const each of [id, nobodys]) {
      const reply = await project.post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "GIFT", gift: { credits: 10 } }],
        order: { id: each },
      });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
    await hearAll(project);
    await hearAgain(project);
    expect(await balance(code)).toBe(10);
    expect(await rowsOf("loyalty_awards", project.id)).toMatchObject([{ order_id: id }]);
    await expectWhole();
  });

  it("earns when it is fulfilled at once, or without being paid before", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await paid(100, { status: "FULFILLED" });
    const id = await order({ amount: 100, customer: { source_id: "ada" } });
    await project.put(`/v1/orders/${id}`, { status: "FULFILLED" });
    await hearAll(project);
    await hearAgain(project);
    expect(await balance(code)).toBe(20);
    await expectWhole();
  });

  it("earns nothing more once it is fulfilled or paid again, by rules that are newer", async () => {
    const code = await join("ada");
    const off = await earningRule(project, "Points", fixed(5, { active: false }));
    await earningRule(project, "Points", fixed(10));
    const ids = [await paid(100), await paid(100), await paid(100, { customer: null })];
    await hearAll(project);
    expect(await balance(code)).toBe(20);
    await earningRule(project, "Points", fixed(7));
    const enabled = `/v1/loyalties/Points/earning-rules/${off.id}/enable`;
    expect((await project.post(enabled)).status).toBe(200);
    await project.post("/v1/vouchers/SAVE", { discount: { type: "AMOUNT", amount_off: 10 } });
    const redeemed = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "SAVE" }],
      order: { id: ids[0] },
      customer: { source_id: "ada" },
    });
    expect(redeemed.status).toBe(200);
    for (const id of ids) {
      const sent = { status: "FULFILLED", customer: { source_id: "ada" } };
      expect((await project.put(`/v1/orders/${id}`, sent)).status).toBe(200);
    }
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await balance(code)).toBe(20);
    expect(await rowsOf("loyalty_awards", project.id)).toHaveLength(2);
    await expectWhole();
  });

  it("earns once, paid twice: by the status and by a redemption", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await project.post("/v1/vouchers/SAVE", { discount: { type: "AMOUNT", amount_off: 10 } });
    const id = await paid(100);
    await hearAll(project);
    const redeemed = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "SAVE" }],
      order: { id },
      customer: { source_id: "ada" },
    });
    expect(redeemed.status).toBe(200);
    await hearAll(project);
    expect(await balance(code)).toBe(10);
    await expectWhole();
  });

  it("earns by a redemption, of what is left to pay where the rule says so", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", {
      event: "order.paid",
      loyalty: {
        type: "PROPORTIONAL",
        calculation_type: "ORDER_TOTAL_AMOUNT",
        order: { total_amount: { every: 100, points: 1 } },
      },
    });
    await project.post("/v1/vouchers/SAVE", { discount: { type: "AMOUNT", amount_off: 1000 } });
    const redeemed = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "SAVE" }],
      order: { amount: 5000 },
      customer: { source_id: "ada" },
    });
    expect(redeemed.status).toBe(200);
    await hearAll(project);
    expect(await balance(code)).toBe(40);
    await project.post(`/v1/redemptions/${redeemed.body.redemptions[0].id}/rollback`);
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    await expectWhole();
  });

  it("changes nothing more, told three times and backwards", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const first = await paid(100);
    await paid(200);
    await cancel(first);
    await hearAll(project);
    expect(await balance(code)).toBe(10);
    const before = await rowsOf("voucher_transactions", project.id);
    await hearAgain(project);
    await hearAgain(project, "backwards");
    await hearAgain(project);
    expect(await rowsOf("voucher_transactions", project.id)).toEqual(before);
    expect(await balance(code)).toBe(10);
    await expectWhole();
  });

  it("pays once, whoever hears of it at the same moment", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await paid(100);
    await Promise.all(Array.from({ length: 8 }, () => hearAgain(project)));
    expect(await balance(code)).toBe(10);
    await expectWhole();
  });

  it("earns nothing where it is canceled between reading and writing", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const id = await silently({ amount: 100 });
    await hearLast(project, () => cancel(id));
    expect(await balance(code)).toBe(0);
    expect(await rowsOf("loyalty_awards", project.id)).toEqual([]);
  });

  it("tells the balance that there is where somebody moves the card in between", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await silently({ amount: 100 });
    await hearLast(project, () =>
      project.post(`/v1/loyalties/members/${code}/balance`, { points: 5 }),
    );
    expect(await balance(code)).toBe(15);
    const told = (await eventsOf(project.id)).find(
      ({ kind }) => kind === "customer.rewarded.loyalty_points",
    );
    expect(told?.data).toMatchObject({
      voucher: { loyalty_card: { points: 15, balance: 15 } },
      balance: { points: 10, total: 15, balance: 15 },
    });
    await expectWhole();
  });

  it("is awarded in two round trips, whatever the ledger holds", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await earningRule(project, "Points", PER_EURO);
    const costs: unknown[] = [];
    for (const adjustments of [0, 30]) {
      for (let at = 0; at < adjustments; at++) {
        await project.post(`/v1/loyalties/members/${code}/balance`, { points: 1 });
      }
      await silently({ amount: 500 });
      costs.push(await hearLast(project));
      await hearAll(project);
    }
    const [first] = costs;
    expect(first).toMatchObject({ round_trips: 2, statements: 14 });
    expect(orderPoints.statements).toBe(21);
    expect(costs).toEqual([first, first]);
    expect(await balance(code)).toBe(60);
  });

  it("earns nothing that is canceled before anybody has heard of it, in either order", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const id = await paid(100);
    await cancel(id);
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    expect(await rowsOf("loyalty_awards", project.id)).toEqual([]);
  });

  it("earns by two rules of one program and by one of another, all in one batch", async () => {
    await program(project, "Miles");
    const [points, miles] = [await join("ada"), await join("ada", "Miles")];
    await earningRule(project, "Points", fixed(10));
    await earningRule(project, "Points", PER_EURO);
    await earningRule(project, "Miles", fixed(7));
    await paid(500);
    await hearAll(project);
    expect([await balance(points), await balance(miles)]).toEqual([15, 7]);
    await expectWhole();
  });

  it("earns by the goods of its lines, also by a collection", async () => {
    const code = await join("ada");
    const shirt = (await project.post("/v1/products", { source_id: "shirt", price: 1000 })).body.id;
    await project.post("/v1/products", { source_id: "pen", price: 100 });
    const collection = await project.post("/v1/product-collections", {
      name: "Clothes",
      type: "STATIC",
      products: [{ id: shirt, object: "product" }],
    });
    await earningRule(project, "Points", {
      event: "order.paid",
      loyalty: {
        type: "PROPORTIONAL",
        calculation_type: "ORDER_ITEMS_QUANTITY",
        order_items: {
          quantity: { every: 1, points: 5, object: "products_collection", id: collection.body.id },
        },
      },
    });
    await order({
      status: "PAID",
      customer: { source_id: "ada" },
      items: [
        { source_id: "shirt", related_object: "product", quantity: 3 },
        { source_id: "pen", related_object: "product", quantity: 9 },
      ],
    });
    await hearAll(project);
    expect(await balance(code)).toBe(15);
  });
});

describe("units that are free", () => {
  it.each([
    ["were added", "ADD_NEW_ITEMS", 2, 3, 30],
    ["were there and became free", "ADD_MISSING_ITEMS", 2, 3, 10],
    ["were there, and some are added", "ADD_MISSING_ITEMS", 4, 3, 0],
  ])("earn nothing by quantity: they %s", async (_, effect, unit_off, quantity, points) => {
    const code = await join("ada");
    const product = await project.post("/v1/products", { source_id: "shirt", price: 1000 });
    await earningRule(project, "Points", {
      event: "order.paid",
      loyalty: {
        type: "PROPORTIONAL",
        calculation_type: "ORDER_ITEMS_QUANTITY",
        order_items: {
          quantity: { every: 1, points: 10, object: "product", id: product.body.id },
        },
      },
    });
    const discount = { type: "UNIT", effect, unit_off, unit_type: product.body.id };
    await project.post("/v1/vouchers/FREE", { type: "DISCOUNT_VOUCHER", discount });
    const reply = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "FREE" }],
      customer: { source_id: "ada" },
      order: { status: "PAID", items: [{ product_id: product.body.id, quantity }] },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    await hearAll(project);
    expect(await balance(code)).toBe(points);
  });
});

describe("an order earns nothing", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["by a rule that is off", () => earningRule(project, "Points", fixed(10, { active: false }))],
    [
      "before a rule begins",
      () => earningRule(project, "Points", fixed(10, { start_date: "2099-01-01T00:00:00Z" })),
    ],
    [
      "after it has ended",
      () => earningRule(project, "Points", fixed(10, { expiration_date: "2020-01-01T00:00:00Z" })),
    ],
    [
      "in a program that is off",
      async () => {
        await earningRule(project, "Points", fixed(10));
        expect((await project.post("/v1/campaigns/Points/disable")).status).toBe(200);
      },
    ],
    [
      "in a program that is over",
      async () => {
        await earningRule(project, "Points", fixed(10));
        const sent = { expiration_date: "2020-01-01T00:00:00Z" };
        expect((await project.put("/v1/campaigns/Points", sent)).status).toBe(200);
      },
    ],
    [
      "by a rule that was deleted",
      async () => {
        const { id } = await earningRule(project, "Points", fixed(10));
        await project.delete(`/v1/loyalties/Points/earning-rules/${id}`);
      },
    ],
    ["worth less than one point", () => earningRule(project, "Points", PER_EURO)],
  ])("%s", async (_, prepare) => {
    const code = await join("ada");
    await prepare();
    await paid(99);
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    expect(await rowsOf("loyalty_awards", project.id)).toEqual([]);
  });

  it("for a card that is off, and for nobody", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await project.post(`/v1/vouchers/${code}/disable`);
    await paid(100);
    await order({ amount: 100, status: "PAID" });
    await hearAll(project);
    expect(await balance(code)).toBe(0);
  });

  it("by a rule that was made after it was paid", async () => {
    const code = await join("ada");
    await paid(100);
    await earningRule(project, "Points", fixed(10));
    await hearAgain(project);
    expect(await balance(code)).toBe(0);
  });

  it("where its validation rule is not met, and earns where it is", async () => {
    const code = await join("ada");
    const rule = await project.post("/v1/validation-rules", {
      name: "Large orders of friends",
      rules: {
        "1": { name: "order.amount", conditions: { $more_than_or_equal: [1000] } },
        "2": { name: "customer.metadata", property: "friend", conditions: { $is: [true] } },
        logic: "1 and 2",
      },
    });
    await earningRule(project, "Points", fixed(10, { validation_rule_id: rule.body.id }));
    await paid(5000);
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    await project.put("/v1/customers/ada", { metadata: { friend: true } });
    await paid(999);
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    await paid(1000);
    await hearAll(project);
    expect(await balance(code)).toBe(10);
  });
});

describe("what an award costs", () => {
  it("is the same, whatever the customer holds beside its cards", async () => {
    await join("ada");
    await earningRule(project, "Points", fixed(10));
    await silently({ amount: 100 });
    await hearLast(project);
    await silently({ amount: 100 });
    const few = await hearLast(project);
    const codes = Array.from({ length: 12 }, (_, at) => `COUPON-${at}`);
    for (const code of codes) await project.post(`/v1/vouchers/${code}`, { gift: { amount: 100 } });
    await homeDb()
      .prepare(
        `UPDATE vouchers SET holder_id = (SELECT id FROM customers WHERE project_id = ?1)
       WHERE project_id = ?1 AND type = 'GIFT_VOUCHER'`,
      )
      .bind(project.id)
      .run();
    await silently({ amount: 100 });
    expect(await hearLast(project)).toEqual(few);
  });
});

describe("a customer without a card", () => {
  it("joins a program that says so, once, and earns", async () => {
    await program(project, "Open", { auto_join: true });
    await earningRule(project, "Open", fixed(10));
    await paid(100);
    await paid(100);
    await hearAll(project);
    await hearAgain(project);
    const { body } = await project.get("/v1/loyalties/Open/members");
    expect(body.vouchers.map((each: { loyalty_card: object }) => each.loyalty_card)).toMatchObject([
      { points: 20, balance: 20 },
    ]);
    expect(
      (await eventKinds(project.id)).filter((kind) => kind === "voucher.published"),
    ).toHaveLength(1);
    await expectWhole();
  });

  it("whose card was deleted gets another one, and keeps no later event back", async () => {
    await program(project, "Open", { auto_join: true });
    await earningRule(project, "Open", fixed(10));
    const code = await join("ada", "Open");
    expect((await project.delete(`/v1/vouchers/${code}`)).status).toBe(204);
    await paid(100);
    await paid(100);
    const kept = await join("bob");
    await earningRule(project, "Points", fixed(5));
    await paid(100, { customer: { source_id: "bob" } });
    await hearAll(project);
    expect(await balance(kept)).toBe(5);
    const { body } = await project.get("/v1/loyalties/Open/members");
    // The newest comes first: that of bob, who joins by his order too.
    expect(body.vouchers.map((each: { loyalty_card: object }) => each.loyalty_card)).toMatchObject([
      { balance: 10 },
      { balance: 20 },
    ]);
    await expectWhole();
  });

  it("does not where nothing was earned, nor in a program that does not say so", async () => {
    await program(project, "Open", { auto_join: true });
    await earningRule(project, "Open", PER_EURO);
    await earningRule(project, "Points", fixed(10));
    await paid(99);
    await hearAll(project);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });
});

describe("points that count later", () => {
  it("wait on the card, with their day and what caused them", async () => {
    const code = await join("ada");
    const rule = await earningRule(project, "Points", fixed(10, PENDING));
    const id = await paid(100);
    await hearAll(project);
    expect(await card(code)).toMatchObject({ points: 0, balance: 0 });
    const { body } = await project.get(`/v1/loyalties/members/${code}/pending-points`);
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    expect(body.data).toMatchObject([
      {
        order_id: id,
        points: 10,
        activates_at: day,
        details: {
          order: { id },
          earning_rule: { id: rule.id },
          event: { type: "customer.order.paid" },
        },
      },
    ]);
    const [row] = await rowsOf("loyalty_pending_points", project.id);
    expect(row?.due_at).toBe(`${day}T00:00:00.000Z`);
    const [told] = (await eventsOf(project.id)).slice(-1);
    expect(told).toMatchObject({
      kind: "voucher.loyalty_card.pending_points.aded",
      data: { voucher_pending_points_balance: { points: 10, total: 10 } },
    });
    await expectWhole();
  });

  it("are canceled with their order, once", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10, PENDING));
    await earningRule(project, "Points", fixed(5));
    const id = await paid(100);
    await hearAll(project);
    await cancel(id);
    await hearAll(project);
    await hearAgain(project);
    expect(await card(code)).toMatchObject({ balance: 0 });
    const rows = await rowsOf("loyalty_pending_points", project.id);
    expect(rows.map(({ status }) => status)).toEqual(["CANCELED"]);
    const [row] = await rowsOf("vouchers", project.id);
    expect(JSON.parse(String(row?.loyalty)).pending).toBe(0);
    const awards = await rowsOf("loyalty_awards", project.id);
    expect(awards.map(({ taken_back }) => taken_back).sort()).toEqual([10, 5].sort());
    await expectWhole();
  });

  it("that were canceled by hand cost the card nothing more", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10, PENDING));
    const id = await paid(100);
    await hearAll(project);
    await project.post(`/v1/loyalties/members/${code}/balance`, { points: 50 });
    const [row] = await rowsOf("loyalty_pending_points", project.id);
    const path = `/v1/loyalties/members/${code}/pending-points/${row?.id}/cancel`;
    expect((await project.post(path)).status).toBeLessThan(300);
    await cancel(id);
    await hearAll(project);
    expect(await balance(code)).toBe(50);
    await expectWhole();
  });

  it("that count by now are taken back like others", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10, PENDING));
    const id = await paid(100);
    await hearAll(project);
    const [row] = await rowsOf("loyalty_pending_points", project.id);
    const path = `/v1/loyalties/members/${code}/pending-points/${row?.id}/activate`;
    expect((await project.post(path)).status).toBe(200);
    expect(await balance(code)).toBe(10);
    await cancel(id);
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    await expectWhole();
  });
});

/** Spends so many of the card's points on an order, and answers the redemption's id. */
async function spend(code: string, points: number): Promise<string> {
  const reward = await coinReward(project);
  await project.post("/v1/loyalties/Points/rewards", [{ reward }]);
  const redeemables = [{ object: "voucher", id: code, reward: { id: reward, points } }];
  const customer = { source_id: "ada" };
  const reply = await project.post("/v1/redemptions", {
    redeemables,
    order: { amount: 1000 },
    customer,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.redemptions[0].id;
}

const rollBack = async (redemption: string) =>
  expect((await project.post(`/v1/redemptions/${redemption}/rollback`)).status).toBe(200);

const backFromBin = async () => {
  const [entry] = (await project.get("/v1/trash-bin")).body.data;
  expect((await project.post(`/v1/trash-bin/${entry.id}/restore`)).status).toBe(200);
};

/** The time of all points that are there has come, each in a bucket of its own. */
async function expireAll(): Promise<void> {
  await homeDb().batch(
    ["loyalty_points_buckets", "loyalty_points_moves"].map((table) =>
      homeDb()
        .prepare(`UPDATE ${table} SET expires_at = '2020-01-31' WHERE project_id = ?`)
        .bind(project.id),
    ),
  );
  await homeDb()
    .prepare("UPDATE loyalty_points_buckets SET due_at = ?2 WHERE project_id = ?1")
    .bind(project.id, "2020-02-01T00:00:00.000Z")
    .run();
  await nightOf(project);
}

/** The proof of the program's ledger finds nothing that does not add up. */
async function expectProven(): Promise<void> {
  const { status, body } = await project.get("/v1/loyalties/Points/ledger-proof");
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.differences.total).toBe(0);
}

describe("an order that is canceled", () => {
  it("takes back what it gave, in an entry that names it", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await paid(100);
    const id = await paid(100);
    await hearAll(project);
    await cancel(id);
    await hearAll(project);
    expect(await balance(code)).toBe(10);
    const [last] = (await entries()).slice(-1);
    expect(last).toMatchObject({
      type: "POINTS_REMOVAL",
      amount: -10,
      source: "Automation",
      details: { order: { id }, event: { type: "customer.order.canceled" } },
    });
    await expectWhole();
  });

  it("tells which points expire next, of each rule whose points it takes back", async () => {
    const code = await join("ada");
    for (const points of [10, 20]) await earningRule(project, "Points", fixed(points));
    await earningRule(project, "Points", fixed(5, PENDING));
    const id = await paid(100);
    await hearAll(project);
    // What is taken is what expires soonest, until which others are next.
    for (const [points, day] of [
      [30, "2099-06-30"],
      [40, "2099-12-31"],
    ]) {
      const sent = { points, expiration_date: day };
      await project.post(`/v1/loyalties/members/${code}/balance`, sent);
    }
    await cancel(id);
    await hearAll(project);
    const removed = (await eventsOf(project.id)).filter(
      ({ data }) => data.transaction?.type === "POINTS_REMOVAL",
    );
    expect(removed.map(({ data }) => data.voucher.loyalty_card)).toMatchObject([
      { balance: 90, next_expiration_date: "2099-06-30", next_expiration_points: 20 },
      { balance: 70, next_expiration_date: "2099-12-31", next_expiration_points: 40 },
    ]);
    await expectWhole();
  });

  it("takes no more than is left", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const id = await paid(100);
    await hearAll(project);
    await project.post(`/v1/loyalties/members/${code}/balance`, { points: -7 });
    await cancel(id);
    await hearAll(project);
    expect(await balance(code)).toBe(0);
    const [award] = await rowsOf("loyalty_awards", project.id);
    expect(award?.taken_back).toBe(3);
    await expectWhole();
  });

  it("takes nothing in place of points that have expired", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", {
      ...fixed(10),
      expiration_rules: { period_type: "MONTH", period_value: 1 },
    });
    const id = await paid(100);
    await hearAll(project);
    await expireAll();
    expect(await balance(code)).toBe(0);
    await paid(100);
    await hearAll(project);
    await cancel(id);
    await hearAll(project);
    expect(await balance(code)).toBe(10);
    expect((await rowsOf("loyalty_awards", project.id)).map((row) => row.taken_back)).toContain(0);
    await expectWhole();
  });

  it.each([
    [
      "by hand",
      async (code: string, id: unknown) => {
        const path = `/v1/loyalties/members/${code}/pending-points/${id}/activate`;
        expect((await project.post(path)).status).toBe(200);
      },
    ],
    [
      "in the night",
      async () => {
        await homeDb()
          .prepare("UPDATE loyalty_pending_points SET due_at = ?2 WHERE project_id = ?1")
          .bind(project.id, "2020-02-01T00:00:00.000Z")
          .run();
        await nightOf(project);
      },
    ],
  ])("takes nothing for pending points that counted %s and have expired", async (_, activate) => {
    const code = await join("ada");
    const expiration_rules = { period_type: "MONTH", period_value: 1 };
    const pending_points = { period_type: "DAY", period_value: 7 };
    await earningRule(project, "Points", fixed(10, { expiration_rules, pending_points }));
    const id = await paid(100);
    await hearAll(project);
    const [row] = await rowsOf("loyalty_pending_points", project.id);
    await activate(code, row?.id);
    expect(await balance(code)).toBe(10);
    await expireAll();
    expect(await balance(code)).toBe(0);
    await project.post(`/v1/loyalties/members/${code}/balance`, { points: 50 });
    await cancel(id);
    await hearAll(project);
    await hearAgain(project);
    expect(await balance(code)).toBe(50);
    expect(await rowsOf("loyalty_awards", project.id)).toMatchObject([{ taken_back: 0 }]);
    expect((await entries()).map(({ type, amount }) => [type, amount])).toEqual([
      ["PENDING_POINTS_ACTIVATION", 10],
      ["POINTS_EXPIRATION", -10],
      ["POINTS_ADDITION", 50],
    ]);
    await expectProven();
    await expectWhole();
  });

  it("takes no others for points that came back after their day, which the night takes", async () => {
    const code = await join("ada");
    const expiration_rules = { period_type: "MONTH", period_value: 1 };
    await earningRule(project, "Points", fixed(10, { expiration_rules }));
    const id = await paid(100);
    await hearAll(project);
    const spent = await spend(code, 4);
    await expireAll();
    await rollBack(spent);
    await project.post(`/v1/loyalties/members/${code}/balance`, { points: 50 });
    expect(await balance(code)).toBe(54);
    await cancel(id);
    await hearAll(project);
    await nightOf(project);
    expect(await balance(code)).toBe(50);
    await expectProven();
    await expectWhole();
  });

  it("takes back once, whoever hears of it at the same moment", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await paid(100);
    const id = await paid(100);
    await hearAll(project);
    await cancel(id);
    await Promise.all(Array.from({ length: 8 }, () => hearAgain(project, "backwards")));
    expect(await balance(code)).toBe(10);
    await expectWhole();
  });

  it("takes what is there where somebody spends in between", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const id = await silently({ amount: 100 });
    await hearLast(project);
    const path = `/v1/orders/${id}`;
    const request = { method: "PUT", path, body: { status: "CANCELED" } };
    await sendPausing(project, request, {}, DEAF_QUEUES);
    await hearLast(project, () =>
      project.post(`/v1/loyalties/members/${code}/balance`, { points: -4 }),
    );
    expect(await balance(code)).toBe(0);
    expect((await rowsOf("loyalty_awards", project.id))[0]?.taken_back).toBe(6);
    await expectWhole();
  });

  it("takes it off a card in the bin, and what waits there, too", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    await earningRule(project, "Points", fixed(5, PENDING));
    await paid(100);
    const id = await paid(100);
    await hearAll(project);
    const deleted = async () =>
      (await project.get("/v1/campaigns/Points/summary")).body.points_deleted;
    expect((await project.delete(`/v1/vouchers/${code}`)).status).toBe(204);
    expect(await deleted()).toBe(20);
    await cancel(id);
    await hearAll(project);
    await hearAgain(project);
    expect(await deleted()).toBe(10);
    await backFromBin();
    await hearAll(project);
    expect(await card(code)).toMatchObject({ balance: 10, pending_points: 5 });
    expect(await deleted()).toBe(0);
    expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
    await expectProven();
    await expectWhole();
  });

  it("off a card in the bin, lets what comes back to its points expire, too", async () => {
    const code = await join("ada");
    const expiration_rules = { period_type: "MONTH", period_value: 1 };
    await earningRule(project, "Points", fixed(10, { expiration_rules }));
    const id = await paid(100);
    await hearAll(project);
    const spent = await spend(code, 4);
    expect((await project.delete(`/v1/vouchers/${code}`)).status).toBe(204);
    await expireAll();
    await cancel(id);
    await hearAll(project);
    await backFromBin();
    expect(await balance(code)).toBe(0);
    await rollBack(spent);
    expect(await balance(code)).toBe(4);
    await nightOf(project);
    expect(await card(code)).toMatchObject({ balance: 0, expired_points: 4 });
    await expectProven();
    await expectWhole();
  });

  it("leaves a card that was deleted for good alone", async () => {
    const code = await join("ada");
    await earningRule(project, "Points", fixed(10));
    const id = await paid(100);
    await hearAll(project);
    expect((await project.delete(`/v1/vouchers/${code}?force=true`)).status).toBe(204);
    await cancel(id);
    await hearAll(project);
    expect((await rowsOf("loyalty_awards", project.id))[0]?.taken_back).toBe(0);
    expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
  });
});

describe("when points expire that were earned", () => {
  const buckets = async () =>
    (await rowsOf("loyalty_points_buckets", project.id)).map(({ expires_at }) => expires_at);
  const MONTH = { period_type: "MONTH", period_value: 0, rounding_type: "END_OF_YEAR" };
  const YEAR = new Date(Date.now()).getUTCFullYear();

  it("as the rule says, before the program", async () => {
    const card = { points: 0, expiration_rules: { ...MONTH, period_value: 24 } };
    await program(project, "Two", { voucher: { type: "LOYALTY_CARD", loyalty_card: card } });
    await join("ada", "Two");
    await earningRule(project, "Two", fixed(10, { expiration_rules: MONTH }));
    await paid(100);
    await hearAll(project);
    expect(await buckets()).toEqual([`${YEAR}-12-31`]);
  });

  it("else as the program says, else never", async () => {
    const card = { points: 0, expiration_rules: { ...MONTH, period_value: 24 } };
    await program(project, "Two", { voucher: { type: "LOYALTY_CARD", loyalty_card: card } });
    await join("ada", "Two");
    await join("ada");
    await earningRule(project, "Two", fixed(10));
    await earningRule(project, "Points", fixed(10));
    await paid(100);
    await hearAll(project);
    expect((await buckets()).sort()).toEqual([`${YEAR + 2}-12-31`, "never"]);
  });
});

describe("points of a member's tier", () => {
  it("are multiplied, and the entry names the tier", async () => {
    const code = await join("ada");
    const rule = await earningRule(project, "Points", fixed(15));
    const [campaign] = await rowsOf("campaigns", project.id);
    const [customer] = await rowsOf("customers", project.id);
    const [voucher] = await rowsOf("vouchers", project.id);
    const mapping = JSON.stringify({ [rule.id]: { type: "MULTIPLY", multiplier: 1.5 } });
    const at = "2026-01-01T00:00:00.000Z";
    await homeDb().batch([
      homeDb()
        .prepare(
          `INSERT INTO loyalty_tiers (project_id, id, campaign_id, name, earning_rules, rewards, created_at)
         VALUES (?1, 'ltr_1', ?2, 'Gold', ?3, '{}', ?4)`,
        )
        .bind(project.id, campaign?.id, mapping, at),
      homeDb().prepare("DELETE FROM loyalty_members WHERE project_id = ?1").bind(project.id),
      homeDb()
        .prepare(
          `INSERT INTO loyalty_members (project_id, customer_id, campaign_id, voucher_id, tier_id, created_at)
         VALUES (?1, ?2, ?3, ?4, 'ltr_1', ?5)`,
        )
        .bind(project.id, customer?.id, campaign?.id, voucher?.id, at),
    ]);
    await paid(100);
    await hearAll(project);
    expect(await balance(code)).toBe(23);
    const [entry] = await entries();
    expect(entry?.details.holder_loyalty_tier).toEqual({ id: "ltr_1", name: "Gold" });
    await eventsOf(project.id);
  });
});
