import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { countsOf, giftCard, parallel, redeem, redeemables, voucher } from "../support/redeeming";

const rollback = (project: TestProject, id: string) =>
  project.post(`/v1/redemptions/${id}/rollback`, { reason: "returned" });
const rollbackAll = (project: TestProject, id: string) =>
  project.post(`/v1/redemptions/${id}/rollbacks`, { reason: "returned" });

const rolledBack = (replies: readonly Reply[]) =>
  replies.filter(({ status }) => status === 200).length;

const entries = async (project: TestProject, prefix: string) =>
  (await rowsOf("redemptions", project.id)).filter(({ id }) => String(id).startsWith(prefix));

async function stackOfThree(project: TestProject) {
  for (const code of ["A", "B", "C"]) await voucher(project, code);
  const reply = await redeem(project, ["A", "B", "C"], {
    order: { source_id: "cart", amount: 1000 },
    customer: { source_id: "alice" },
  });
  expect(reply.status).toBe(200);
  const children: string[] = reply.body.redemptions.map(({ id }: { id: string }) => id);
  return { parent: String(reply.body.parent_redemption.id), children };
}

describe("one redemption, rolled back in parallel", () => {
  it.each([2, 100])("%i rollbacks: one success, the others are recorded", async (calls) => {
    const project = await newProject();
    await voucher(project, "ONE", { redemption: { quantity: 1 } });
    const redeemed = await redeem(project, "ONE", {
      order: { source_id: "cart", amount: 1000 },
      customer: { source_id: "alice" },
    });
    const id = redeemed.body.redemptions[0].id;
    const replies = await parallel(calls, () => rollback(project, id));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 already_rolled_back": calls - 1 });
    expect(await entries(project, "rr_")).toHaveLength(1);
    const failed = await entries(project, "rrf_");
    expect(failed.map(({ failure_code, redemption_id }) => [failure_code, redemption_id])).toEqual(
      Array(calls - 1).fill(["already_rolled_back", id]),
    );
    const { body } = await project.get("/v1/customers/alice");
    expect(body.summary.redemptions).toMatchObject({
      total_succeeded: 1,
      total_rolled_back: 1,
      total_rollback_succeeded: 1,
      total_rollback_failed: calls - 1,
    });
    expect(body.summary.orders).toMatchObject({ total_amount: 0, total_count: 0 });
    const after = await project.get("/v1/vouchers/ONE");
    expect(after.body.redemption.redeemed_quantity).toBe(0);
    await expectSound(project.id);
  });

  it("a gift card gets its credits back once", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 10_000);
    const redeemed = await project.post("/v1/redemptions", {
      redeemables: redeemables("CARD", 4000),
      order: { source_id: "cart", amount: 5000 },
    });
    const id = redeemed.body.redemptions[0].id;
    const replies = await parallel(50, () => rollback(project, id));
    expect(rolledBack(replies)).toBe(1);
    const { body } = await project.get("/v1/vouchers/CARD");
    expect(body.gift.balance).toBe(10_000);
    expect(body.redemption).toMatchObject({ redeemed_quantity: 0, redeemed_amount: 0 });
    const ledger = await rowsOf("voucher_transactions", project.id);
    expect(ledger.map(({ type, amount }) => `${type} ${amount}`).sort()).toEqual([
      "CREDITS_REDEMPTION -4000",
      "CREDITS_REFUND 4000",
      "OPENING 10000",
    ]);
    const [order] = await rowsOf("orders", project.id);
    expect(order).toMatchObject({ status: "CANCELED", discount_amount: 0 });
    await expectSound(project.id);
  });

  it("the answers tell the counters as the batch left them", async () => {
    const project = await newProject();
    await voucher(project, "MANY");
    const redeemed = await parallel(3, () => redeem(project, "MANY"));
    const replies = await Promise.all(
      redeemed.map(({ body }) => rollback(project, body.redemptions[0].id)),
    );
    const left = replies.map(({ body }) => body.voucher.redemption.redeemed_quantity);
    expect(left.sort()).toEqual([0, 1, 2]);
    await expectSound(project.id);
  });
});

describe("a stack, rolled back in parallel", () => {
  it("the parent twenty times at once: every member once", async () => {
    const project = await newProject();
    const { parent } = await stackOfThree(project);
    const replies = await parallel(20, () => rollbackAll(project, parent));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 already_rolled_back": 19 });
    expect(await entries(project, "rr_")).toHaveLength(4);
    const [order] = await rowsOf("orders", project.id);
    expect(order).toMatchObject({ status: "CANCELED", discount_amount: 0 });
    await expectSound(project.id);
  });

  it("one child and the parent at once: each member is given back once", async () => {
    const project = await newProject();
    const { parent, children } = await stackOfThree(project);
    const child = children[1] ?? "";
    const replies = await parallel(10, (at) =>
      at % 2 === 0 ? rollback(project, child) : rollbackAll(project, parent),
    );
    const succeeded = replies.filter(({ status }) => status === 200);
    const members = succeeded.flatMap(({ body }) => body.rollbacks ?? [body]);
    expect(members.map(({ redemption }) => redemption).sort()).toEqual([...children].sort());
    for (const code of ["A", "B", "C"]) {
      const { body } = await project.get(`/v1/vouchers/${code}`);
      expect(body.redemption.redeemed_quantity).toBe(0);
    }
    await expectSound(project.id);
  });

  it("its children at once: the order loses each share, the last one cancels it", async () => {
    const project = await newProject();
    const { parent, children } = await stackOfThree(project);
    const replies = await Promise.all(children.map((id) => rollback(project, id)));
    expect(countsOf(replies)).toEqual({ "200": 3 });
    const left = replies.map(({ body }) => body.order.total_amount).sort((a, b) => a - b);
    expect(left).toEqual([800, 900, 1000]);
    const [order] = await rowsOf("orders", project.id);
    expect(order).toMatchObject({ status: "CANCELED", discount_amount: 0 });
    expect((await project.get(`/v1/redemptions/${parent}`)).body.status).toBe("ROLLED_BACK");
    await expectSound(project.id);
  });

  it("one child alone: the others stay, and the parent with them", async () => {
    const project = await newProject();
    const { parent, children } = await stackOfThree(project);
    await rollback(project, children[0] ?? "");
    const [order] = await rowsOf("orders", project.id);
    expect(order).toMatchObject({ status: "PAID", discount_amount: 200 });
    expect((await project.get(`/v1/redemptions/${parent}`)).body.status).toBe("SUCCEEDED");
    const { body } = await project.get("/v1/customers/alice");
    expect(body.summary.orders).toMatchObject({ total_amount: 800, total_count: 1 });
    await expectSound(project.id);
  });
});

describe("an order that shrank", () => {
  it("gives back what was taken, and never costs more than its amount", async () => {
    const project = await newProject();
    await voucher(project, "BIG", { discount: { type: "AMOUNT", amount_off: 5000 } });
    await voucher(project, "SMALL");
    const first = await redeem(project, "BIG", { order: { source_id: "cart", amount: 9000 } });
    await redeem(project, "SMALL", { order: { source_id: "cart", amount: 3000 } });
    const back = await rollback(project, first.body.redemptions[0].id);
    expect(back.body.order).toMatchObject({ amount: 3000, total_amount: 3000, status: "PAID" });
    await expectSound(project.id);
  });
});

describe("redemption and rollback at once", () => {
  it("40 of each on a voucher of 5: never more than 5, and every counter fits", async () => {
    const project = await newProject();
    await voucher(project, "FIVE", { redemption: { quantity: 5 } });
    const sent = { customer: { source_id: "alice" } };
    await parallel(40, async (at) => {
      const order = { source_id: `order-${at}`, amount: 1000 };
      const reply = await redeem(project, "FIVE", { ...sent, order });
      if (reply.status === 200) await rollback(project, reply.body.redemptions[0].id);
    });
    const { body } = await project.get("/v1/vouchers/FIVE");
    expect(body.redemption.redeemed_quantity).toBe(0);
    await expectSound(project.id);
  });
});
