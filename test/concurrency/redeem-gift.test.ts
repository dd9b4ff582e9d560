import { describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { countsOf, giftCard, parallel, redeem, redeemables } from "../support/redeeming";
import { ADA, paying, shop } from "../support/spending";

const card = async (project: TestProject) => (await project.get("/v1/vouchers/CARD")).body;

const listed = async (project: TestProject) => {
  const { body } = await project.get("/v1/vouchers/CARD/transactions?limit=100");
  return body.data.map((entry: { type: string; details: { balance: { amount: number } } }) => [
    entry.type,
    entry.details.balance.amount,
  ]);
};

/** What events of the ledger tell of the card, each as its entry left it. */
async function told(project: TestProject) {
  const events = (await eventsOf(project.id)).filter(
    ({ kind }) => kind === "voucher.gift.transaction.created",
  );
  return events.map(({ data: { balance, transaction, voucher } }) => {
    const { total, balance: left } = balance;
    expect(transaction.details.balance).toEqual(balance);
    expect(voucher.gift).toMatchObject({ amount: total, balance: left });
    expect(voucher.redemption.redeemed_amount).toBe(total - left);
    return [voucher.code, left, voucher.redemption.redeemed_quantity];
  });
}

describe("a gift card of 100.00, redeemed in parallel", () => {
  const cases = [
    { name: "with 10.00 asked for each time", sent: 1000 },
    { name: "with orders of 10.00 each", sent: undefined },
  ];

  it.each(cases)("100 redemptions $name: ten succeed", async ({ sent }) => {
    const project = await newProject();
    await giftCard(project, "CARD", 10_000);
    const replies = await parallel(100, (at) =>
      project.post("/v1/redemptions", {
        redeemables: redeemables("CARD", sent),
        order: { source_id: `order-${at}`, amount: 1000 },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 10, "400 gift_amount_exceeded": 90 });
    const balances = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.redemptions[0].voucher.gift.balance)
      .sort((a, b) => a - b);
    expect(balances).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]);
    const { gift, redemption } = await card(project);
    expect(gift).toMatchObject({ amount: 10_000, balance: 0 });
    expect(redemption).toMatchObject({ redeemed_quantity: 10, redeemed_amount: 10_000 });
    expect(await listed(project)).toEqual(Array(10).fill(["CREDITS_REDEMPTION", -1000]));
    const used = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(await told(project)).toEqual(used.map((n) => ["CARD", 10_000 - n * 1000, n]));
    const ledger = await rowsOf("voucher_transactions", project.id);
    expect(ledger.filter(({ type }) => type === "OPENING").map((row) => row.amount)).toEqual([
      10_000,
    ]);
    expect(ledger.map(({ balance }) => Number(balance)).sort((a, b) => a - b)).toEqual([
      0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000,
    ]);
    await expectSound(project.id);
  });

  it("each redemption and each rollback tells what it left on every card", async () => {
    const { project, card: points, coin } = await shop(1000);
    await giftCard(project, "A", 10_000);
    await giftCard(project, "B", 10_000);
    const replies = await parallel(3, (at) =>
      project.post("/v1/redemptions", {
        redeemables: [
          ...redeemables("A", 100),
          ...redeemables("B", 200),
          paying(points, coin, 100),
        ],
        order: { source_id: `order-${at}`, amount: 2000 },
        customer: ADA,
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 3 });
    const undone = await parallel(3, (at) =>
      project.post(`/v1/redemptions/${replies[at]?.body.parent_redemption.id}/rollbacks`, {}),
    );
    expect(countsOf(undone)).toEqual({ "200": 3 });
    const of = async (code: string) => (await told(project)).filter(([name]) => name === code);
    const a = [9900, 9800, 9700, 9800, 9900, 10_000];
    expect((await of("A")).map(([, left, used]) => [left, used])).toEqual(
      a.map((left) => [left, (10_000 - left) / 100]),
    );
    const b = [9800, 9600, 9400, 9600, 9800, 10_000];
    expect((await of("B")).map(([, left]) => left)).toEqual(b);
    const ofPoints = (await eventsOf(project.id)).filter(({ data }) =>
      /^POINTS_RE/.test(data.transaction?.type),
    );
    expect(ofPoints.map(({ data }) => data.balance.balance)).toEqual([
      900, 800, 700, 800, 900, 1000,
    ]);
    await expectSound(project.id);
  });

  it("what does not divide evenly: the last order gets what is left", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 2500);
    const replies = await parallel(3, () => redeem(project, "CARD", { order: { amount: 1000 } }));
    expect(countsOf(replies)).toEqual({ "200": 3 });
    const taken = replies.map(({ body }) => body.redemptions[0].amount).sort((a, b) => a - b);
    expect(taken).toEqual([500, 1000, 1000]);
    await expectSound(project.id);
  });

  it("a quantity limits a card besides its balance", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 10_000, { redemption: { quantity: 3 } });
    const replies = await parallel(20, () => redeem(project, "CARD", { order: { amount: 1000 } }));
    expect(countsOf(replies)).toEqual({ "200": 3, "400 quantity_exceeded": 17 });
    expect((await card(project)).gift.balance).toBe(7000);
    await expectSound(project.id);
  });

  it("credits taken away by hand meanwhile: the balance never goes below zero", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 10_000);
    const replies = await parallel(40, (at) =>
      at % 2 === 0
        ? project.post("/v1/redemptions", { redeemables: redeemables("CARD", 1000) })
        : project.post("/v1/vouchers/CARD/balance", { amount: -1000 }),
    );
    const succeeded = replies.filter(({ status }) => status === 200).length;
    expect(succeeded).toBeLessThanOrEqual(10);
    expect((await card(project)).gift.balance).toBe(10_000 - 1000 * succeeded);
    await expectSound(project.id);
  });
});
