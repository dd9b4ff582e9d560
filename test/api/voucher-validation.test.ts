import { describe, expect, it } from "vitest";
import { VoucherValidation } from "../../src/resources/validations/schema";
import { costOf, newProject, parsed, rowsOf } from "../support/api";
import { stacked } from "../support/deciding";

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", {
    discount: { type: "PERCENT", percent_off: 20 },
    metadata: { note: "mine" },
  });
  await project.post("/v1/vouchers/GIFT", { gift: { amount: 300 } });
  return project;
}

describe("POST /v1/vouchers/{code}/validate", () => {
  it("200: what applies, flat", async () => {
    const project = await shop();
    const reply = await project.post("/v1/vouchers/p20/validate", {
      order: { amount: 1000 },
      customer: { source_id: "alice" },
    });
    expect(parsed(VoucherValidation, reply)).toMatchObject({
      valid: true,
      code: "p20",
      discount: { type: "PERCENT", percent_off: 20, effect: "APPLY_TO_ORDER", is_dynamic: false },
      applicable_to: { total: 0 },
      inapplicable_to: { total: 0 },
      metadata: { note: "mine" },
      order: { amount: 1000, discount_amount: 200, total_amount: 800 },
      tracking_id: expect.stringMatching(/^track_/),
    });
    expect(reply.body).not.toHaveProperty("error");
    expect(costOf(reply)).toMatchObject({ roundTrips: 1, written: 0 });
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("200: with a session, which it tells", async () => {
    const project = await shop();
    const session = { type: "LOCK", key: "cart-1" };
    const reply = await project.post("/v1/vouchers/p20/validate", { session });
    expect(parsed(VoucherValidation, reply)).toMatchObject({
      valid: true,
      session: { key: "cart-1", type: "LOCK", ttl: 7, ttl_unit: "DAYS" },
    });
    expect(costOf(reply).roundTrips).toBe(3);
  });

  it("200: credits of a gift card", async () => {
    const project = await shop();
    const reply = await project.post("/v1/vouchers/GIFT/validate", {
      gift: { credits: 100 },
      order: { amount: 1000 },
    });
    expect(parsed(VoucherValidation, reply)).toMatchObject({
      gift: { amount: 300, balance: 300, credits: 100 },
      order: { total_amount: 900 },
    });
  });

  it("200: the campaign and the dates of the voucher, its own before its campaign's", async () => {
    const project = await newProject();
    const { body: campaign } = await project.post("/v1/campaigns", {
      name: "Spring",
      start_date: "2020-01-01T00:00:00.000Z",
      expiration_date: "2999-01-01T00:00:00.000Z",
      voucher: { discount: { type: "AMOUNT", amount_off: 100 } },
    });
    const ends = { expiration_date: "2998-01-01T00:00:00.000Z" };
    await project.post(`/v1/campaigns/${campaign.id}/vouchers/ONE`, ends);
    const reply = await project.post("/v1/vouchers/ONE/validate", { order: { amount: 1000 } });
    expect(parsed(VoucherValidation, reply)).toMatchObject({
      valid: true,
      campaign: "Spring",
      campaign_id: campaign.id,
      start_date: "2020-01-01T00:00:00.000Z",
      expiration_date: "2998-01-01T00:00:00.000Z",
    });
    expect(costOf(reply)).toMatchObject({ roundTrips: 1, written: 0 });
  });

  it("200: who it was asked for, where it does not apply", async () => {
    const project = await shop();
    const { body: customer } = await project.post("/v1/customers", { source_id: "alice" });
    const asked = { customer: { source_id: "alice" } };
    const reply = await project.post("/v1/vouchers/NONE/validate", asked);
    expect(parsed(VoucherValidation, reply)).toMatchObject({
      valid: false,
      customer_id: customer.id,
      error: { key: "not_found" },
    });
  });

  it.each(["ALL", "PARTIAL"])(
    "200, mode %s: one that is passed over for it takes nothing off",
    async (mode) => {
      const project = await shop();
      await stacked(project, {
        redeemables_no_effect_rule: "SKIP",
        redeemables_application_mode: mode,
      });
      const reply = await project.post("/v1/vouchers/P20/validate", { order: { amount: 0 } });
      expect(parsed(VoucherValidation, reply)).toMatchObject({
        valid: false,
        code: "P20",
        error: {
          key: "no_applicable_redeemables",
          details: "The redeemable takes nothing off the order",
        },
      });
    },
  );

  it("200: one that lacks what it is spent on, with its error", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/CARD", { loyalty_card: { points: 100 } });
    await project.post("/v1/vouchers/ITEMS", { gift: { amount: 300, effect: "APPLY_TO_ITEMS" } });
    for (const [code, key] of [
      ["CARD", "missing_reward"],
      ["ITEMS", "missing_order_items_amount"],
    ]) {
      const reply = await project.post(`/v1/vouchers/${code}/validate`, { order: { amount: 1 } });
      expect(reply.status).toBe(200);
      expect(parsed(VoucherValidation, reply)).toMatchObject({ valid: false, error: { key } });
    }
  });

  it("200: one that cannot, with its error", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/P20/disable");
    for (const [code, status, key, metadata] of [
      ["NOPE", 404, "not_found", {}],
      ["P20", 400, "voucher_disabled", { note: "mine" }],
    ]) {
      const reply = await project.post(`/v1/vouchers/${code}/validate`, { order: { amount: 1 } });
      expect(reply.status).toBe(200);
      const answer = parsed(VoucherValidation, reply);
      expect(answer).toMatchObject({ valid: false, code, error: { code: status, key } });
      expect(answer.metadata).toEqual(metadata);
      expect(answer.reason).toBe(answer.error?.message);
      expect(answer).not.toHaveProperty("order");
    }
  });
});
