import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { heldIn, hold, NOTHING_HELD, session, verdictsOf } from "../support/holding";
import { expectSound } from "../support/invariants";
import { countsOf, giftCard, parallel, redeem, voucher } from "../support/redeeming";

async function shop(quantity: number | null): Promise<TestProject> {
  const project = await newProject();
  await voucher(project, "TEN", { redemption: { quantity } });
  return project;
}

const stateOf = async (project: TestProject, code = "TEN") => {
  const row = (await rowsOf("vouchers", project.id)).find((each) => each.code === code);
  return { redeemed: row?.redeemed_quantity, held: row?.held_quantity };
};

describe("a voucher with a quantity, held in parallel", () => {
  const cases = [
    { quantity: 10, calls: 2, granted: 2 },
    { quantity: 10, calls: 50, granted: 10 },
    { quantity: 10, calls: 200, granted: 10 },
    { quantity: 1, calls: 2, granted: 1 },
    { quantity: 1, calls: 50, granted: 1 },
    { quantity: null, calls: 50, granted: 50 },
  ];

  it.each(cases)("quantity $quantity, $calls keys: $granted are granted", async (given) => {
    const project = await shop(given.quantity);
    const replies = await parallel(given.calls, (at) => hold(project, `key-${at}`, "TEN"));
    const refused = given.calls - given.granted;
    expect(verdictsOf(replies)).toEqual({
      valid: given.granted,
      ...(refused > 0 && { quantity_exceeded: refused }),
    });
    expect((await heldIn(project)).holds).toHaveLength(given.granted);
    expect(await stateOf(project)).toEqual({ redeemed: 0, held: given.granted });
    await expectSound(project.id);
  });

  it("one key 50 times at once: one hold", async () => {
    const project = await shop(1);
    const replies = await parallel(50, () => hold(project, "mine", "TEN"));
    expect(verdictsOf(replies)).toEqual({ valid: 50 });
    expect(await heldIn(project)).toEqual({ holds: ["mine TEN 1 0"], sums: { TEN: [1, 0] } });
    await expectSound(project.id);
  });

  it("50 calls with one idempotency key: one hold, one answer", async () => {
    const project = await shop(10);
    const sent = { redeemables: [{ object: "voucher", id: "TEN" }], session: { type: "LOCK" } };
    const replies = await parallel(50, () =>
      project.post("/v1/validations", sent, { "idempotency-key": "basket-1" }),
    );
    expect(new Set(replies.map(({ body }) => body.session.key)).size).toBe(1);
    expect(await stateOf(project)).toEqual({ redeemed: 0, held: 1 });
    await expectSound(project.id);
  });

  it("two vouchers in opposite order: both or none, neither too often", async () => {
    const project = await newProject();
    await voucher(project, "LEFT", { redemption: { quantity: 5 } });
    await voucher(project, "RIGHT", { redemption: { quantity: 5 } });
    const replies = await parallel(40, (at) =>
      hold(project, `key-${at}`, at % 2 === 0 ? ["LEFT", "RIGHT"] : ["RIGHT", "LEFT"], {
        order: { amount: 1000 },
      }),
    );
    expect(verdictsOf(replies)).toEqual({ valid: 5, quantity_exceeded: 35 });
    expect((await heldIn(project)).sums).toEqual({ LEFT: [5, 0], RIGHT: [5, 0] });
    await expectSound(project.id);
  });

  it("credits of a gift card: 50 keys for 100 of 1000 each, 10 are granted", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    const sent = { order: { amount: 5000 }, credits: 100 };
    const replies = await parallel(50, (at) => hold(project, `key-${at}`, "CARD", sent));
    expect(verdictsOf(replies)).toEqual({ valid: 10, gift_amount_exceeded: 40 });
    expect((await heldIn(project)).sums).toEqual({ CARD: [10, 1000] });
    await expectSound(project.id);
  });
});

/** Every answer is a success or says that nothing is left. */
const succeeded = (replies: readonly Reply[], isIt: (reply: Reply) => boolean): number => {
  const others = replies.filter((reply) => !isIt(reply));
  const keys = others.map(({ body }) => body.key ?? body.redeemables[0].result.error.key);
  expect(new Set(keys).difference(new Set(["quantity_exceeded"]))).toEqual(new Set());
  return replies.length - others.length;
};

describe("holds and redemptions in parallel", () => {
  it("50 holds and 50 redemptions of 10: ten of both together", async () => {
    const project = await shop(10);
    const replies = await parallel(100, (at) =>
      at % 2 === 0 ? hold(project, `key-${at}`, "TEN") : redeem(project, "TEN"),
    );
    const held = succeeded(
      replies.filter((_, at) => at % 2 === 0),
      ({ body }) => body.valid,
    );
    const redeemed = succeeded(
      replies.filter((_, at) => at % 2 === 1),
      ({ status }) => status === 200,
    );
    expect(held + redeemed).toBe(10);
    expect(await stateOf(project)).toEqual({ redeemed, held });
    await expectSound(project.id);
  });

  it("10 holders redeem while 50 others try: every holder gets what it holds", async () => {
    const project = await shop(10);
    await parallel(10, (at) => hold(project, `key-${at}`, "TEN"));
    const replies = await parallel(60, (at) =>
      at < 10
        ? redeem(project, "TEN", { session: session(`key-${at}`) })
        : redeem(project, "TEN", at % 2 === 0 ? { session: session(`other-${at}`) } : {}),
    );
    const holders = replies.slice(0, 10);
    expect(countsOf(holders)).toEqual({ "200": 10 });
    const uses = holders.map(
      ({ body }) => body.redemptions[0].voucher.redemption.redeemed_quantity,
    );
    expect(uses.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(countsOf(replies.slice(10))).toEqual({ "400 quantity_exceeded": 50 });
    expect(await stateOf(project)).toEqual({ redeemed: 10, held: 0 });
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("one holder redeems 20 times at once: the hold is one use, not twenty", async () => {
    const project = await shop(3);
    await hold(project, "mine", "TEN");
    await hold(project, "yours", "TEN");
    const replies = await parallel(20, () => redeem(project, "TEN", { session: session("mine") }));
    // 3 uses less the one that the other key holds.
    expect(countsOf(replies)).toEqual({ "200": 2, "400 quantity_exceeded": 18 });
    expect(await stateOf(project)).toEqual({ redeemed: 2, held: 1 });
    await expectSound(project.id);
  });

  it("holds that are renewed, released and redeemed at once leave sound sums", async () => {
    const project = await shop(6);
    await voucher(project, "TWO", { redemption: { quantity: 4 } });
    const replies = await parallel(90, (at) => {
      const key = `key-${at % 6}`;
      if (at % 3 === 0)
        return hold(project, key, at % 2 === 0 ? "TEN" : ["TEN", "TWO"], {
          order: { amount: 1000 },
        });
      if (at % 3 === 1) return project.delete(`/v1/vouchers/TEN/sessions/${key}`);
      return redeem(project, "TWO", { session: session(key), order: { amount: 1000 } });
    });
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const { held } = await stateOf(project);
    expect(Number(held)).toBeLessThanOrEqual(6);
    await expectSound(project.id);
  });
});
