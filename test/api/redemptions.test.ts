import { describe, expect, it } from "vitest";
import { Redemption, RedemptionAnswer, Rollback } from "../../src/resources/redemptions/schema";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";

const percent = (project: TestProject, code: string, quantity: number | null = null) =>
  project.post("/v1/vouchers", {
    code,
    type: "DISCOUNT_VOUCHER",
    discount: { type: "PERCENT", percent_off: 20 },
    redemption: { quantity },
  });

describe("POST /v1/redemptions", () => {
  it("200: redeems one voucher, pays the order and keeps the customer", async () => {
    const project = await newProject();
    await percent(project, "P20", 2);
    const reply = await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "P20" }],
      order: { source_id: "order-1", amount: 5000 },
      customer: { source_id: "alice", name: "Alice" },
      metadata: { shop: "web" },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const answer = parsed(RedemptionAnswer, reply);
    expect(costOf(reply).roundTrips).toBe(2);
    const redemption = answer.redemptions[0];
    expect(redemption?.order?.total_amount).toBe(4000);
    expect(redemption?.order?.status).toBe("PAID");
    expect(redemption?.voucher?.redemption.redeemed_quantity).toBe(1);
    expect(await eventKinds(project.id)).toEqual([
      "voucher.created",
      "customer.created",
      "redemption.succeeded",
    ]);
    const got = await project.get(`/v1/redemptions/${redemption?.id}`);
    expect(parsed(Redemption, got).id).toBe(redemption?.id);
    expect(costOf(got).roundTrips).toBe(1);
    const back = await project.post(`/v1/redemptions/${redemption?.id}/rollback`, {});
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    expect(parsed(Rollback, back).order?.status).toBe("CANCELED");
    expect(costOf(back).roundTrips).toBe(2);
    const again = await project.post(`/v1/redemptions/${redemption?.id}/rollback`, {});
    expect(again.body.key).toBe("already_rolled_back");
    const voucher = await project.get("/v1/vouchers/P20");
    expect(voucher.body.redemption.redeemed_quantity).toBe(0);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(3);
    const list = await project.get("/v1/redemptions");
    expect(list.body.total).toBe(3);
  });
});
