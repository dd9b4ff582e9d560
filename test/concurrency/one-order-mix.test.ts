// Tiers, stacks, browsers, holds and rollbacks that redeem on one order at once.
import { beforeEach, describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { promotion, stack, tier } from "../support/promotions";
import { countsOf, giftCard, parallel, redeem, redeemables, voucher } from "../support/redeeming";

let project: TestProject;
let campaign: string;

beforeEach(async () => {
  project = await newProject();
  campaign = await promotion(project, "Spring");
  await project.post("/v1/orders", order());
});

const order = (source_id = "paid") => ({
  source_id,
  items: [{ product_id: "x", price: 10_000, quantity: 1 }],
});

const tierOff = async (name: string, percent_off: number) => {
  const action = { discount: { type: "PERCENT", percent_off } };
  return (await tier(project, campaign, name, { action })).id;
};

const half = (code: string) =>
  voucher(project, code, { discount: { type: "PERCENT", percent_off: 50 } });

const send = (object: string, id: string, more: object = {}) =>
  project.post("/v1/redemptions", { redeemables: [{ object, id }], order: order(), ...more });

const byBrowser = (code: string, more: object = {}) =>
  project.post("/client/v1/redemptions", {
    redeemables: redeemables(code),
    order: { source_id: "paid" },
    ...more,
  });

/** What redemptions that stand took off an order; its own sums say the same. */
async function takenOff(source_id = "paid"): Promise<number> {
  const { body } = await project.get(`/v1/orders/${source_id}`);
  const standing = (await rowsOf("redemptions", project.id)).filter(
    ({ object, result, status, order_id, voucher_id, promotion_tier_id }) =>
      object === "redemption" &&
      result === "SUCCESS" &&
      status === "SUCCEEDED" &&
      order_id === body.id &&
      (voucher_id !== null || promotion_tier_id !== null),
  );
  const off = standing.reduce((sum, { effects }) => {
    const { order_discount = 0, lines = [] } = JSON.parse(String(effects));
    const each = lines.map(({ discount }: { discount: number }) => discount);
    return each.reduce((all: number, one: number) => all + one, sum + order_discount);
  }, 0);
  expect([body.total_discount_amount ?? 0, body.total_amount]).toEqual([off, 10_000 - off]);
  await expectSound(project.id);
  return off;
}

/** What is left of 100.00 after each redemption that succeeded, the highest first. */
const leftAfter = (replies: readonly Reply[]): number[] =>
  replies
    .filter(({ status }) => status === 200)
    .map(({ body }) => body.order.total_amount)
    .sort((a, b) => b - a);

describe("one promotion tier on one order at once", () => {
  it("is redeemed once, by either path", async () => {
    const id = await tierOff("Ten", 10);
    const replies = await parallel(10, (at) =>
      at % 2 === 0
        ? send("promotion_tier", id)
        : project.post(`/v1/promotions/tiers/${id}/redemption`, { order: order() }),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, "400 multiple_requests": 9 });
    expect(await takenOff()).toBe(1000);
  });

  it("of two tiers each is decided on what the other left", async () => {
    const ids = [await tierOff("Half", 50), await tierOff("Half of it", 50)];
    const replies = await parallel(2, (at) => send("promotion_tier", ids[at] ?? ""));
    expect(leftAfter(replies)).toEqual([5000, 2500]);
    expect(await takenOff()).toBe(7500);
  });
});

describe("a stack on one order at once", () => {
  it("is redeemed once", async () => {
    const ids = [await tierOff("Ten", 10), await tierOff("Ten more", 10)];
    const { id } = await stack(project, campaign, "Both", ids);
    const replies = await parallel(6, () => send("promotion_stack", id));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 multiple_requests": 5 });
    // 10.00, and 9.00 of the 90.00 that are left.
    expect(await takenOff()).toBe(1900);
  });

  it("keeps a tier of its own from being redeemed beside it, or gives way to it", async () => {
    const ids = [await tierOff("Ten", 10), await tierOff("Half", 50)];
    const { id } = await stack(project, campaign, "Both", ids);
    const replies = await Promise.all([
      send("promotion_stack", id),
      send("promotion_tier", ids[1] ?? ""),
    ]);
    expect(countsOf(replies)).toEqual({ "200": 1, "400 multiple_requests": 1 });
    expect([5500, 5000]).toContain(await takenOff());
  });

  it("and a code are decided one on what the other left", async () => {
    const ids = [await tierOff("Half", 50), await tierOff("Half of it", 50)];
    const { id } = await stack(project, campaign, "Both", ids);
    await half("CODE");
    const replies = await Promise.all([
      send("promotion_stack", id),
      redeem(project, "CODE", { order: order() }),
    ]);
    expect(countsOf(replies)).toEqual({ "200": 2 });
    expect([
      [5000, 1250],
      [2500, 1250],
    ]).toContainEqual(leftAfter(replies));
    expect(await takenOff()).toBe(8750);
  });
});

describe("browsers and a back end on one new order at once", () => {
  // An order that is redeemed on is no longer open to browsers.
  const LATE = ["multiple_requests", "invalid_order"];
  const refused = (replies: readonly Reply[]) =>
    replies.filter(({ status }) => status !== 200).map(({ body }) => body.key);
  const fresh = { order: order("new") };

  it("redeem one code once", async () => {
    await half("CODE");
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, () => byBrowser("CODE", fresh)),
      ...Array.from({ length: 3 }, () => redeem(project, "CODE", fresh)),
      ...Array.from({ length: 2 }, () => project.post("/client/v1/redeem?code=CODE", fresh)),
    ]);
    expect(countsOf(replies)["200"], JSON.stringify(countsOf(replies))).toBe(1);
    for (const key of refused(replies)) expect(LATE).toContain(key);
    expect(await takenOff("new")).toBe(5000);
  });

  it("redeem one code once where all are browsers", async () => {
    await half("CODE");
    const replies = await parallel(6, () => byBrowser("CODE", fresh));
    expect(countsOf(replies)["200"], JSON.stringify(countsOf(replies))).toBe(1);
    for (const key of refused(replies)) expect(LATE).toContain(key);
    expect(await takenOff("new")).toBe(5000);
  });

  it("decide different codes each on what the others left", async () => {
    const codes = ["C0", "C1", "C2", "C3"];
    for (const code of codes) await half(code);
    const replies = await Promise.all(
      codes.map((code, at) =>
        at % 2 === 0 ? byBrowser(code, fresh) : redeem(project, code, fresh),
      ),
    );
    const left = leftAfter(replies);
    expect(left.length).toBeGreaterThanOrEqual(2);
    expect(left).toEqual([5000, 2500, 1250, 625].slice(0, left.length));
    for (const key of refused(replies)) expect(LATE).toContain(key);
    expect(await takenOff("new")).toBe(10_000 - (left.at(-1) ?? 0));
  });

  it("redeem one tier once", async () => {
    const id = await tierOff("Half", 50);
    const replies = await Promise.all([
      project.post(`/client/v1/promotions/tiers/${id}/redemption`, fresh),
      project.post("/client/v1/redemptions", {
        redeemables: [{ object: "promotion_tier", id }],
        ...fresh,
      }),
      send("promotion_tier", id, fresh),
    ]);
    expect(countsOf(replies)["200"], JSON.stringify(countsOf(replies))).toBe(1);
    for (const key of refused(replies)) expect(LATE).toContain(key);
    expect(await takenOff("new")).toBe(5000);
  });
});

describe("all of it at once, with holds and rollbacks", () => {
  it("sums are those of what stands, and nothing of a request is redeemed twice", async () => {
    const customer = { source_id: "ann" };
    const ids = [await tierOff("Ten", 10), await tierOff("Twenty", 20)];
    const alone = await tierOff("Alone", 10);
    const { id: both } = await stack(project, campaign, "Both", ids);
    for (const code of ["A", "B", "C"]) await half(code);
    await giftCard(project, "GIFT", 90_000);
    const session = { type: "LOCK", key: "ann's cart" };
    for (let round = 0; round < 4; round++) {
      const source_id = `round-${round}`;
      const named = { customer, order: order(source_id) };
      const first = await redeem(project, "A", named);
      expect(first.status).toBe(200);
      const rollback = `/v1/redemptions/${first.body.redemptions[0].id}/rollback`;
      const held = redeemables("GIFT", 700);
      const sent = [
        redeem(project, "A", named),
        redeem(project, "B", named),
        redeem(project, "B", named),
        byBrowser("C", { order: order(source_id) }),
        redeem(project, "C", { order: order(source_id) }),
        send("promotion_tier", alone, named),
        send("promotion_tier", alone, named),
        send("promotion_stack", both, named),
        send("promotion_stack", both, named),
        project.post(rollback),
        project.post(rollback),
        project.post("/v1/validations", { redeemables: held, ...named, session }),
        project.post("/v1/redemptions", { redeemables: held, ...named, session }),
      ];
      const replies = await Promise.all(sent);
      for (const { status, body } of replies) {
        expect([200, 400], JSON.stringify(body)).toContain(status);
      }
      const twice = [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
      ];
      for (const pair of twice) {
        const won = pair.filter((at) => replies[at]?.status === 200);
        expect(won.length, `${round}: ${pair}`).toBe(1);
      }
      await takenOff(source_id);
    }
  });
});
