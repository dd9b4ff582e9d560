import { describe, expect, it } from "vitest";
import { Voucher } from "../../src/resources/vouchers/schema";
import { costOf, eventKinds, newProject, parsed } from "../support/api";

describe("POST /v1/vouchers", () => {
  it("200: creates a voucher with the given code", async () => {
    const project = await newProject();
    const reply = await project.post("/v1/vouchers", {
      code: "SUMMER-20",
      type: "DISCOUNT_VOUCHER",
      discount: { type: "PERCENT", percent_off: 20 },
      redemption: { quantity: 3 },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const voucher = parsed(Voucher, reply);
    expect(voucher.code).toBe("SUMMER-20");
    expect(voucher.redemption.quantity).toBe(3);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
    const again = await project.get("/v1/vouchers/summer-20");
    expect(again.body).toEqual(reply.body);
    expect(costOf(again).roundTrips).toBe(1);
  });
});
