import { describe, expect, it, vi } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { expectSound } from "../support/invariants";
import { PATIENCE } from "../support/patience";
import { redeem, redeemables } from "../support/redeeming";

const summaryOf = async (project: TestProject, id: string) =>
  (await project.get(`/v1/campaigns/${id}/summary`)).body;

const order = (source_id: string, amount: number) => ({ order: { source_id, amount } });

describe("a campaign's summary", () => {
  it("200: counts redemptions and rollbacks exactly, in the batch of their effect", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring", { voucher: coupons({ quantity: 1 }) });
    for (const name of ["S1", "S2", "S3"]) await code(project, id, name);
    const first = await redeem(project, "S1", order("a", 1000));
    await redeem(project, "S2", order("b", 60));
    expect((await redeem(project, "S1", order("c", 1000))).status).toBe(400);
    const rollback = `/v1/redemptions/${first.body.redemptions[0].id}/rollback`;
    expect((await project.post(rollback)).status).toBe(200);
    expect((await project.post(rollback)).status).toBe(400);
    expect(await summaryOf(project, id)).toMatchObject({
      redemptions: 3,
      redemptions_succeeded: 2,
      redemptions_failed: 1,
      rollbacks: 2,
      rollbacks_succeeded: 1,
      rollbacks_failed: 1,
      discounted_amount: 160,
      rolledback_discounted_amount: 100,
      orders_amount: 1060,
      orders_rolledback_amount: 1000,
      vouchers_created: 3,
      vouchers_deleted: 0,
    });
    await expectSound(project.id);
  });

  it("200: two codes of one campaign on one order are two redemptions of one order", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    const other = await campaign(project, "Summer");
    await code(project, id, "S1");
    await code(project, id, "S2");
    await code(project, other, "U1");
    expect((await redeem(project, ["S1", "U1", "S2"], order("a", 1000))).status).toBe(200);
    expect(await summaryOf(project, id)).toMatchObject({
      redemptions_succeeded: 2,
      orders_amount: 1000,
      discounted_amount: 200,
    });
    expect(await summaryOf(project, other)).toMatchObject({
      redemptions_succeeded: 1,
      orders_amount: 1000,
      discounted_amount: 100,
    });
    await expectSound(project.id);
  });

  it("200: gift cards tell what was redeemed, given back, added and left when deleted", async () => {
    const project = await newProject();
    const id = await campaign(project, "Gifts", {
      campaign_type: "GIFT_VOUCHERS",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 1000 } },
    });
    await code(project, id, "G1");
    await code(project, id, "G2");
    const redeemed = await redeem(project, "G1", order("a", 300));
    expect(redeemed.status).toBe(200);
    await redeem(project, "G1", order("b", 50));
    await project.post(`/v1/redemptions/${redeemed.body.redemptions[0].id}/rollback`);
    await project.post("/v1/vouchers/G1/balance", { amount: 500 });
    await project.post("/v1/vouchers/G1/balance", { amount: -20 });
    await project.delete("/v1/vouchers/G2");
    expect(await summaryOf(project, id)).toMatchObject({
      created_vouchers_amount: 2000,
      amount_redeemed: 350,
      amount_rolledback: 300,
      amount_added: 500,
      amount_subtracted: 20,
      amount_deleted: 1000,
      vouchers_created: 2,
      vouchers_deleted: 1,
    });
    await expectSound(project.id);
  });

  it("200: counts validations through the queue, some seconds late", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring", { voucher: coupons({ quantity: 1 }) });
    await code(project, id, "S1");
    await code(project, id, "S2");
    await redeem(project, "S2");
    const validate = (name: string) =>
      project.post("/v1/validations", { redeemables: redeemables(name) });
    for (let time = 0; time < 3; time++) await validate("S1");
    await validate("S2");
    await vi.waitUntil(async () => (await summaryOf(project, id)).validations === 4, PATIENCE);
    expect(await summaryOf(project, id)).toMatchObject({
      validations: 4,
      validations_succeeded: 3,
      validations_failed: 1,
    });
  });

  it("200: a validation itself writes nothing", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await code(project, id, "S1");
    const before = await rowsOf("campaign_days", project.id);
    const reply = await project.post("/v1/validations", { redeemables: redeemables("S1") });
    expect(reply.headers.get("server-timing")).toContain("1 round trips");
    expect(reply.headers.get("server-timing")).toContain("0 rows written");
    expect(await rowsOf("campaign_days", project.id)).toEqual(before);
  });
});

const coupons = (redemption: object) => ({
  type: "DISCOUNT_VOUCHER",
  discount: { type: "AMOUNT", amount_off: 100 },
  redemption,
});
