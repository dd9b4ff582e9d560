import { beforeEach, describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, type Pauses, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

const deaf = DEAF_QUEUES;

/** Something that others do once, in the gap between this request's load and its commit. */
function inTheGap(act: () => Promise<unknown>, times = 1): Pauses {
  return {
    after: async (batch) => {
      if (batch % 2 === 1 && batch < 2 * times) await act();
    },
  };
}

describe("between the load and the commit of a redemption", () => {
  let project: TestProject;

  beforeEach(async () => {
    project = await newProject();
    await voucher(project, "CODE", { redemption: { quantity: 2 } });
    // The first request of a key asks who it is, which would be one batch more.
    await sendPausing(project, { path: "/v1/validations", body: sent("CODE") }, {}, deaf);
  });

  const sent = (code: string, more: Record<string, unknown> = {}) => ({
    redeemables: redeemables(code),
    ...more,
  });

  const redeemIn = (pauses: Pauses, more: Record<string, unknown> = {}, headers = {}) =>
    sendPausing(
      project,
      { path: "/v1/redemptions", body: sent("CODE", more), headers },
      pauses,
      deaf,
    );

  it("others take the last uses: decided anew, and recorded as a failure", async () => {
    const reply = await redeemIn(
      inTheGap(async () => {
        await redeem(project, "CODE");
        await redeem(project, "CODE");
      }),
    );
    expect(reply).toMatchObject({ status: 400, batches: 4, body: { key: "quantity_exceeded" } });
    expect(reply.body.resource_id).toMatch(/^rf_/);
    await expectSound(project.id);
  });

  it("another takes one of two uses: the answer and its repetition tell the second", async () => {
    const key = { "idempotency-key": "k" };
    const other = inTheGap(() => redeem(project, "CODE"));
    const reply = await redeemIn(other, {}, key);
    expect(reply.status).toBe(200);
    expect(reply.body.redemptions[0].voucher.redemption.redeemed_quantity).toBe(2);
    const again = await redeemIn({}, {}, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(reply.body);
    await expectSound(project.id);
  });

  it("the voucher is disabled: refused as disabled", async () => {
    const disable = inTheGap(() => project.post("/v1/vouchers/CODE/disable"));
    const reply = await redeemIn(disable);
    expect(reply).toMatchObject({ status: 400, body: { key: "voucher_disabled" } });
    await expectSound(project.id);
  });

  it("the voucher is deleted: not found, and no record", async () => {
    const remove = inTheGap(() => project.delete("/v1/vouchers/CODE"));
    const reply = await redeemIn(remove);
    expect(reply).toMatchObject({ status: 404, body: { key: "not_found" } });
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    await expectSound(project.id);
  });

  it("the code is deleted and made anew: the new voucher is redeemed, not the old one", async () => {
    const old = (await project.get("/v1/vouchers/CODE")).body.id;
    const reply = await redeemIn(
      inTheGap(async () => {
        await project.delete("/v1/vouchers/CODE?force=true");
        await voucher(project, "CODE");
      }),
    );
    expect(reply.status).toBe(200);
    expect(reply.body.redemptions[0].voucher.id).not.toBe(old);
    await expectSound(project.id);
  });

  it("the discount changes: the new one is given", async () => {
    const discount = { type: "AMOUNT", amount_off: 300 };
    const change = inTheGap(() => project.put("/v1/vouchers/CODE", { discount }));
    const reply = await redeemIn(change, { order: { amount: 1000 } });
    expect(reply.body.order.total_amount).toBe(700);
    await expectSound(project.id);
  });

  it("the customer comes to be: one customer, with both redemptions", async () => {
    const customer = { source_id: "alice" };
    const other = inTheGap(() => redeem(project, "CODE", { customer }));
    expect((await redeemIn(other, { customer })).status).toBe(200);
    const rows = await rowsOf("customers", project.id);
    expect(rows.map(({ total_succeeded }) => total_succeeded)).toEqual([2]);
    await expectSound(project.id);
  });

  it("the customer is deleted: made anew, never a redemption of nobody", async () => {
    const customer = { source_id: "alice" };
    await redeem(project, "CODE", { customer });
    const remove = inTheGap(() => project.delete("/v1/customers/alice"));
    const reply = await redeemIn(remove, { customer });
    expect(reply.status).toBe(200);
    const rows = await rowsOf("customers", project.id);
    expect(rows.map(({ id }) => id)).toEqual([reply.body.redemptions[0].customer_id]);
    await expectSound(project.id);
  });

  it("the customer is renamed: what this request does not send stays", async () => {
    await redeem(project, "CODE", { customer: { source_id: "alice", name: "Alice" } });
    const rename = inTheGap(() =>
      project.post("/v1/customers", { source_id: "alice", name: "Alicia" }),
    );
    const customer = { source_id: "alice", metadata: { vip: true } };
    expect((await redeemIn(rename, { customer })).status).toBe(200);
    const { body } = await project.get("/v1/customers/alice");
    expect(body).toMatchObject({ name: "Alicia", metadata: { vip: true } });
    await expectSound(project.id);
  });

  it("the order is redeemed: both discounts are in its totals", async () => {
    const order = { source_id: "cart", amount: 1000 };
    await voucher(project, "OTHER");
    const other = inTheGap(() => redeem(project, "OTHER", { order }));
    const reply = await redeemIn(other, { order });
    expect(reply.body.order).toMatchObject({ discount_amount: 200, total_amount: 800 });
    await expectSound(project.id);
  });

  /** As a writer elsewhere would, who knows nothing of who waits here. */
  const rewriteOrder = () =>
    homeDb()
      .prepare("UPDATE orders SET revision = revision + 1 WHERE project_id = ?1")
      .bind(project.id)
      .run();

  it("the order moves eight times: redeemed at the ninth attempt", async () => {
    const order = { source_id: "cart", amount: 1000 };
    await project.post("/v1/orders", order);
    const reply = await redeemIn(inTheGap(rewriteOrder, 8), { order });
    expect(reply).toMatchObject({ status: 200, batches: 18 });
    await expectSound(project.id);
  });

  it("the order moves nine times: it says when to try again and has written nothing", async () => {
    const order = { source_id: "cart", amount: 1000 };
    await project.post("/v1/orders", order);
    const reply = await redeemIn(inTheGap(rewriteOrder, 9), { order });
    expect(reply).toMatchObject({ status: 400, batches: 18, body: { key: "multiple_requests" } });
    expect(reply.headers.get("retry-after")).toBe("1");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    await expectSound(project.id);
  });
});

describe("between the load and the commit of a rollback", () => {
  let project: TestProject;

  beforeEach(async () => {
    project = await newProject();
    await giftCard(project, "CARD", 1000);
    await sendPausing(
      project,
      { path: "/v1/validations", body: { redeemables: redeemables("CARD") } },
      {},
      deaf,
    );
  });

  const order = { source_id: "cart", amount: 400 };
  const rollbackIn = (pauses: Pauses, id: string) =>
    sendPausing(project, { path: `/v1/redemptions/${id}/rollback` }, pauses, deaf);

  it("another rolls it back: recorded as a failure, and given back once", async () => {
    const { id } = (await redeem(project, "CARD", { order })).body.redemptions[0];
    const other = inTheGap(() => project.post(`/v1/redemptions/${id}/rollback`));
    const reply = await rollbackIn(other, id);
    expect(reply).toMatchObject({ status: 400, batches: 4, body: { key: "already_rolled_back" } });
    expect(reply.body.resource_id).toMatch(/^rrf_/);
    expect((await project.get("/v1/vouchers/CARD")).body.gift.balance).toBe(1000);
    await expectSound(project.id);
  });

  it("the card is charged again: the answer tells the balance that was left", async () => {
    const { id } = (await redeem(project, "CARD", { order })).body.redemptions[0];
    const more = { order: { source_id: "next", amount: 100 } };
    const reply = await rollbackIn(
      inTheGap(() => redeem(project, "CARD", more)),
      id,
    );
    expect(reply.body.voucher.gift.balance).toBe(900);
    await expectSound(project.id);
  });

  it("the card is deleted: the redemption is rolled back all the same", async () => {
    const { id } = (await redeem(project, "CARD", { order })).body.redemptions[0];
    const remove = inTheGap(() => project.delete("/v1/vouchers/CARD?force=true"));
    expect((await rollbackIn(remove, id)).status).toBe(200);
    expect((await project.get(`/v1/redemptions/${id}`)).body.status).toBe("ROLLED_BACK");
  });
});
