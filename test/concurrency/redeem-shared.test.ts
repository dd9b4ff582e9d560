import { describe, expect, it } from "vitest";
import { newProject, rowsOf } from "../support/api";
import { expectSound } from "../support/invariants";
import { countsOf, parallel, redeem, voucher } from "../support/redeeming";

describe("one order, redeemed in parallel", () => {
  it("50 redemptions of one code: one succeeds, the others say to try again", async () => {
    const project = await newProject();
    await voucher(project, "EUR1");
    const replies = await parallel(50, () =>
      redeem(project, "EUR1", { order: { source_id: "cart", amount: 100_000 } }),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, "400 multiple_requests": 49 });
    const [order, ...others] = await rowsOf("orders", project.id);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ amount: 100_000, discount_amount: 100, revision: 0 });
    await expectSound(project.id);
  });

  it("50 codes: each that succeeds is in the order's totals, the others say to try again", async () => {
    const project = await newProject();
    for (let at = 0; at < 50; at++) await voucher(project, `EUR1-${at}`);
    const replies = await parallel(50, (at) =>
      redeem(project, `EUR1-${at}`, { order: { source_id: "cart", amount: 100_000 } }),
    );
    const counts = countsOf(replies);
    const succeeded = counts["200"] ?? 0;
    expect(succeeded).toBeGreaterThanOrEqual(3);
    expect(succeeded + (counts["400 multiple_requests"] ?? 0)).toBe(50);
    const [order, ...others] = await rowsOf("orders", project.id);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      status: "PAID",
      amount: 100_000,
      discount_amount: 100 * succeeded,
      revision: succeeded - 1,
    });
    const discounts = replies
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.order.discount_amount)
      .sort((a, b) => a - b);
    expect(discounts).toEqual(Array.from({ length: succeeded }, (_, at) => 100 * (at + 1)));
    await expectSound(project.id);
  });

  it("lines keep their shares over all redemptions", async () => {
    const project = await newProject();
    await voucher(project, "CENT", { discount: { type: "AMOUNT", amount_off: 1 } });
    const items = [1, 1, 1].map((amount, at) => ({ source_id: `sku-${at}`, quantity: 1, amount }));
    for (const left of [2, 1, 0]) {
      const reply = await redeem(project, "CENT", { order: { source_id: "cart", items } });
      expect(reply.body.order.total_amount).toBe(left);
    }
    const rows = await rowsOf("redemptions", project.id);
    const shares = rows.map(({ effects }) => JSON.parse(String(effects)).line_shares.join());
    expect(shares.sort()).toEqual(["0,0,1", "0,1,0", "1,0,0"]);
    await expectSound(project.id);
  });
});

describe("one customer, redeeming in parallel", () => {
  it("50 first redemptions of a new source id: one customer, exact counters", async () => {
    const project = await newProject();
    await voucher(project, "TEN", { redemption: { quantity: 10 } });
    const replies = await parallel(50, (at) =>
      redeem(project, "TEN", {
        order: { source_id: `order-${at}`, amount: 1000 },
        customer: { source_id: "alice", name: "Alice" },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 10, "400 quantity_exceeded": 40 });
    const { body } = await project.get("/v1/customers/alice");
    expect(body.summary.redemptions).toMatchObject({
      total_redeemed: 50,
      total_failed: 40,
      total_succeeded: 10,
      total_rolled_back: 0,
    });
    expect(body.summary.orders).toMatchObject({ total_amount: 9000, total_count: 10 });
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("50 redemptions without limits: all succeed for one customer", async () => {
    const project = await newProject();
    await voucher(project, "FREE");
    const replies = await parallel(50, () =>
      redeem(project, "FREE", { customer: { source_id: "bob" } }),
    );
    expect(countsOf(replies)).toEqual({ "200": 50 });
    const ids = new Set(replies.map((reply) => reply.body.redemptions[0].customer_id));
    expect(ids.size).toBe(1);
    await expectSound(project.id);
  });

  it("an order that changes hands counts for the one who has it", async () => {
    const project = await newProject();
    await voucher(project, "EUR1");
    const order = { source_id: "cart", amount: 1000 };
    const ofBoth = async () => {
      const [ann, ben] = await Promise.all(
        ["ann", "ben"].map((name) => project.get(`/v1/customers/${name}`)),
      );
      return [ann, ben].map((reply) => {
        const { total_amount, total_count } = reply?.body.summary.orders ?? {};
        return [total_amount, total_count];
      });
    };
    await redeem(project, "EUR1", { order, customer: { source_id: "ben" } });
    await redeem(project, "EUR1", { order, customer: { source_id: "ann" } });
    expect(await ofBoth()).toEqual([
      [800, 1],
      [0, 0],
    ]);
    const last = await redeem(project, "EUR1", { order });
    expect(await ofBoth()).toEqual([
      [700, 1],
      [0, 0],
    ]);
    await project.post(`/v1/redemptions/${last.body.redemptions[0].id}/rollback`);
    expect(await ofBoth()).toEqual([
      [800, 1],
      [0, 0],
    ]);
    await expectSound(project.id);
  });
});
