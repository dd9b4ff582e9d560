import { beforeEach, describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { countsOf, giftCard, parallel, redeem, redeemables, voucher } from "../support/redeeming";

let project: TestProject;

beforeEach(async () => {
  project = await newProject();
  await voucher(project, "TWENTY", {
    discount: { type: "AMOUNT", amount_off: 2000 },
    redemption: { quantity: 50 },
  });
  await voucher(project, "TEN", { discount: { type: "PERCENT", percent_off: 10 } });
});

const ORDER = {
  source_id: "paid",
  items: [{ product_id: "x", price: 10_000, quantity: 1 }],
};

const usesOf = async (code: string) =>
  (await project.get(`/v1/vouchers/${code}`)).body.redemption.redeemed_quantity;
const orderOf = async (name = "paid") => (await project.get(`/v1/orders/${name}`)).body;

describe("the same code on one order at once", () => {
  const stored = () => project.post("/v1/orders", ORDER);

  it.each([
    ["that is new", async () => ORDER],
    ["that is there", () => stored().then(() => ORDER)],
    ["named by its id", async () => ({ id: (await stored()).body.id })],
    ["named without its lines", () => stored().then(() => ({ source_id: "paid" }))],
  ])("%s: one is redeemed, the others are told so", async (_, named) => {
    const order = await named();
    const replies = await parallel(10, () => redeem(project, "TWENTY", { order }));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 multiple_requests": 9 });
    expect((await orderOf()).total_amount).toBe(8000);
    expect(await usesOf("TWENTY")).toBe(1);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("by the path of the voucher, by its id, and by either name of the order", async () => {
    const { body } = await stored();
    const { id } = (await project.get("/v1/vouchers/TWENTY")).body;
    const replies = await Promise.all([
      project.post("/v1/vouchers/TWENTY/redemption", { order: { id: body.id } }),
      redeem(project, id, { order: ORDER }),
      redeem(project, "TWENTY", { order: { id: body.id } }),
      redeem(project, ["TWENTY", "TEN"], { order: ORDER }),
    ]);
    expect(countsOf(replies)).toEqual({ "200": 1, "400 multiple_requests": 3 });
    expect(await usesOf("TWENTY")).toBe(1);
    await expectSound(project.id);
  });

  it("one after the other counts every use, as it always did", async () => {
    expect((await redeem(project, "TEN", { order: ORDER })).status).toBe(200);
    expect((await redeem(project, "TEN", { order: ORDER })).status).toBe(200);
    expect((await orderOf()).total_amount).toBe(8100);
  });

  it("with a key each is meant: the second is decided on what the first has left", async () => {
    const replies = await parallel(2, (at) =>
      project.post(
        "/v1/redemptions",
        { redeemables: redeemables("TEN"), order: ORDER },
        { "idempotency-key": `key-${at}` },
      ),
    );
    expect(countsOf(replies)).toEqual({ "200": 2 });
    expect((await orderOf()).total_amount).toBe(8100);
    await expectSound(project.id);
  });

  it("elsewhere: who loses to another isolate is told the same", async () => {
    await project.post("/v1/orders", ORDER);
    const body = { redeemables: redeemables("TEN"), order: ORDER };
    await sendPausing(project, { path: "/v1/validations", body }, {}, DEAF_QUEUES);
    const reply = await sendPausing(
      project,
      { path: "/v1/redemptions", body },
      {
        after: async (batch) => {
          if (batch === 1) await redeem(project, "TEN", { order: ORDER });
        },
      },
      DEAF_QUEUES,
    );
    expect(reply).toMatchObject({ status: 400, body: { key: "multiple_requests" } });
    expect((await orderOf()).total_amount).toBe(9000);
  });
});

describe("different codes on one order at once", () => {
  it("each is decided on what the others have left", async () => {
    const codes = Array.from({ length: 8 }, (_, at) => `C${at}`);
    for (const code of codes) {
      await voucher(project, code, { discount: { type: "PERCENT", percent_off: 50 } });
    }
    const replies = await Promise.all(codes.map((code) => redeem(project, code, { order: ORDER })));
    expect(countsOf(replies)).toEqual({ "200": 8 });
    // 50.00, 25.00, 12.50, 6.25, 3.12 (3.125 off is 3.13), 1.56, 0.78, 0.39.
    const left = (await orderOf()).total_amount;
    expect(left).toBe(39);
    const told = replies.map(({ body }) => body.order.total_amount).sort((a, b) => a - b);
    expect(new Set(told).size).toBe(8);
    expect(told[0]).toBe(left);
    await expectSound(project.id);
  });

  it("gift cards pay no more than the order costs", async () => {
    for (const code of ["G1", "G2", "G3"]) await giftCard(project, code, 8000);
    const replies = await Promise.all(
      ["G1", "G2", "G3"].map((code) => redeem(project, code, { order: ORDER })),
    );
    const paid = replies.filter(({ status }) => status === 200);
    const taken = paid.reduce((sum, { body }) => sum + body.redemptions[0].amount, 0);
    expect(taken).toBe(10_000);
    expect((await orderOf()).total_amount).toBe(0);
    await expectSound(project.id);
  });
});

describe("holds, repetitions, rollbacks, changes and stacks on one order at once", () => {
  const customer = { source_id: "ann" };

  const tierOf = async (name: string, amount_off: number) => {
    const { body } = await project.post("/v1/promotions/Spring/tiers", {
      name,
      action: { discount: { type: "AMOUNT", amount_off } },
    });
    return body.id;
  };

  it("sums are those of what stands at the end", async () => {
    await project.post("/v1/campaigns", {
      name: "Spring",
      campaign_type: "PROMOTION",
      type: "AUTO_UPDATE",
    });
    const tier = await tierOf("Five", 500);
    for (const code of ["A", "B"]) {
      await voucher(project, code, { discount: { type: "AMOUNT", amount_off: 300 } });
    }
    await giftCard(project, "GIFT", 2500);
    const { id: twice } = (await project.get("/v1/vouchers/B")).body;
    const session = { type: "LOCK", key: "ann's cart" };
    for (let round = 0; round < 5; round++) {
      const source_id = `round-${round}`;
      const order = { ...ORDER, source_id };
      const first = await redeem(project, "A", { customer, order });
      const send = (names: { object: string; id: string }[], more = {}, headers = {}) =>
        project.post("/v1/redemptions", { redeemables: names, customer, order, ...more }, headers);
      const key = { "idempotency-key": `key-${round}` };
      const held = redeemables("GIFT", 400);
      const replies: Reply[] = await Promise.all([
        send(redeemables("B")),
        send(redeemables("B")),
        send(redeemables("TEN"), {}, key),
        send(redeemables("TEN"), {}, key),
        send([{ object: "promotion_tier", id: tier }]),
        send(redeemables(["A", "TWENTY"])),
        project.post("/v1/validations", { redeemables: held, customer, order, session }),
        send(held, { session }),
        project.post(`/v1/redemptions/${first.body.redemptions[0].id}/rollback`),
        project.put(`/v1/orders/${source_id}`, { metadata: { round } }),
      ]);
      for (const { status, body } of replies) {
        expect([200, 400, 404, 409], JSON.stringify(body)).toContain(status);
      }
      const entries = (await rowsOf("redemptions", project.id)).filter(
        (row) => row.object === "redemption" && row.result === "SUCCESS",
      );
      const stored = await orderOf(source_id);
      const own = entries.filter(({ order_id }) => order_id === stored.id);
      const standing = own.filter(
        ({ status, voucher_id, promotion_tier_id }) =>
          status === "SUCCEEDED" && (voucher_id !== null || promotion_tier_id !== null),
      );
      const off = standing.reduce((sum, { effects }) => {
        const { order_discount = 0, lines = [] } = JSON.parse(String(effects));
        const ofLines = lines.reduce(
          (all: number, line: { discount: number }) => all + line.discount,
          0,
        );
        return sum + order_discount + ofLines;
      }, 0);
      expect(stored.total_discount_amount).toBe(off);
      expect(stored.total_amount).toBe(10_000 - off);
      expect(standing.filter(({ voucher_id }) => voucher_id === twice)).toHaveLength(1);
      expect(replies[2]?.body).toEqual(replies[3]?.body);
      await expectSound(project.id);
    }
    const { summary } = (await project.get("/v1/customers/ann")).body;
    const orders = (await rowsOf("orders", project.id)).filter(({ status }) => status === "PAID");
    expect(summary.orders.total_count).toBe(orders.length);
    expect(summary.orders.total_amount).toBe(
      orders.reduce(
        (sum, row) =>
          sum +
          Number(row.amount) -
          Number(row.discount_amount) -
          Number(row.items_discount_amount),
        0,
      ),
    );
  });
});
