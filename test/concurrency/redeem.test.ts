import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { countsOf, parallel, redeem, voucher } from "../support/redeeming";

const used = async (project: TestProject, code: string): Promise<number> =>
  (await project.get(`/v1/vouchers/${code}`)).body.redemption.redeemed_quantity;

/** The use that each successful answer says it was. */
const shownUses = (replies: readonly Reply[]): number[] =>
  replies
    .filter(({ status }) => status === 200)
    .map(({ body }) => body.redemptions[0].voucher.redemption.redeemed_quantity)
    .sort((a, b) => a - b);

async function records(project: TestProject) {
  const rows = await rowsOf("redemptions", project.id);
  const failed = rows.filter(({ result }) => result === "FAILURE");
  return {
    succeeded: rows.length - failed.length,
    failed: failed.map(({ id, failure_code }) => `${String(id).slice(0, 3)} ${failure_code}`),
  };
}

describe("a voucher with a quantity, redeemed in parallel", () => {
  const cases = [
    { quantity: 10, calls: 2, succeed: 2 },
    { quantity: 10, calls: 50, succeed: 10 },
    { quantity: 10, calls: 200, succeed: 10 },
    { quantity: 2, calls: 50, succeed: 2 },
    { quantity: 1, calls: 2, succeed: 1 },
    { quantity: 1, calls: 50, succeed: 1 },
    { quantity: 0, calls: 20, succeed: 0 },
    { quantity: null, calls: 50, succeed: 50 },
  ];

  it.each(cases)("quantity $quantity, $calls calls: $succeed succeed", async (given) => {
    const project = await newProject();
    await voucher(project, "TEN", { redemption: { quantity: given.quantity } });
    const replies = await parallel(given.calls, () => redeem(project, "TEN"));
    const refused = given.calls - given.succeed;
    expect(countsOf(replies)).toEqual({
      ...(given.succeed > 0 && { "200": given.succeed }),
      ...(refused > 0 && { "400 quantity_exceeded": refused }),
    });
    expect(shownUses(replies)).toEqual(Array.from({ length: given.succeed }, (_, at) => at + 1));
    expect(await records(project)).toEqual({
      succeeded: given.succeed,
      failed: Array(refused).fill("rf_ quantity_exceeded"),
    });
    expect(await used(project, "TEN")).toBe(given.succeed);
    await expectSound(project.id);
  });

  it("200 orders of 200 customers: 10 orders are paid, 10 customers are kept", async () => {
    const project = await newProject();
    await voucher(project, "TEN", { redemption: { quantity: 10 } });
    const replies = await parallel(200, (at) =>
      redeem(project, "TEN", {
        order: { source_id: `order-${at}`, amount: 1000 },
        customer: { source_id: `customer-${at}` },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 10, "400 quantity_exceeded": 190 });
    expect(shownUses(replies)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const orders = await rowsOf("orders", project.id);
    expect(orders.map(({ status, discount_amount }) => [status, discount_amount])).toEqual(
      Array(10).fill(["PAID", 100]),
    );
    const customers = await rowsOf("customers", project.id);
    expect(customers.map(({ orders_amount }) => orders_amount)).toEqual(Array(10).fill(900));
    await expectSound(project.id);
  });

  it("the last use twice at once: one gets it", async () => {
    const project = await newProject();
    await voucher(project, "LAST", { redemption: { quantity: 3 } });
    await redeem(project, "LAST");
    await redeem(project, "LAST");
    const replies = await parallel(2, () => redeem(project, "LAST"));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 quantity_exceeded": 1 });
    expect(shownUses(replies)).toEqual([3]);
    await expectSound(project.id);
  });

  it("a use that was rolled back can be taken once more", async () => {
    const project = await newProject();
    await voucher(project, "AGAIN", { redemption: { quantity: 1 } });
    const first = await redeem(project, "AGAIN");
    await project.post(`/v1/redemptions/${first.body.redemptions[0].id}/rollback`);
    const replies = await parallel(20, () => redeem(project, "AGAIN"));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 quantity_exceeded": 19 });
    await expectSound(project.id);
  });
});

describe("stacks in parallel", () => {
  it("two vouchers in opposite order: neither waits for the other, neither is used too often", async () => {
    const project = await newProject();
    await voucher(project, "LEFT", { redemption: { quantity: 5 } });
    await voucher(project, "RIGHT", { redemption: { quantity: 5 } });
    const replies = await parallel(40, (at) =>
      redeem(project, at % 2 === 0 ? ["LEFT", "RIGHT"] : ["RIGHT", "LEFT"], {
        order: { amount: 1000 },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 5, "400 quantity_exceeded": 35 });
    expect([await used(project, "LEFT"), await used(project, "RIGHT")]).toEqual([5, 5]);
    await expectSound(project.id);
  });

  it("a stack takes all its vouchers or none", async () => {
    const project = await newProject();
    await voucher(project, "SCARCE", { redemption: { quantity: 3 } });
    await voucher(project, "PLENTY");
    const replies = await parallel(30, () =>
      redeem(project, ["PLENTY", "SCARCE"], { order: { amount: 1000 } }),
    );
    expect(countsOf(replies)).toEqual({ "200": 3, "400 quantity_exceeded": 27 });
    expect([await used(project, "PLENTY"), await used(project, "SCARCE")]).toEqual([3, 3]);
    await expectSound(project.id);
  });
});

describe("a repeated request", () => {
  it("50 calls with one idempotency key: one redemption, one answer", async () => {
    const project = await newProject();
    await voucher(project, "ONCE", { redemption: { quantity: 10 } });
    const body = { redeemables: [{ object: "voucher", id: "ONCE" }] };
    const replies = await parallel(50, () =>
      project.post("/v1/redemptions", body, { "idempotency-key": "checkout-1" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 50 });
    expect(new Set(replies.map((reply) => reply.body.redemptions[0].id)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.has("idempotent-replayed"))).toHaveLength(49);
    expect(await used(project, "ONCE")).toBe(1);
    await expectSound(project.id);
  });
});
