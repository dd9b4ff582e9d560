import { describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { redeem, redeemables } from "../support/redeeming";

const ALL_DAY = { interval: "P1D", duration: "P1D" };

/** A code of a campaign that began in 2020, with what the voucher says itself. */
async function framed(sent: Record<string, unknown> = {}): Promise<[TestProject, string]> {
  const project = await newProject();
  const id = await campaign(project, "Spring", { start_date: "2020-01-01T00:00:00Z" });
  await code(project, id, "S1", sent);
  return [project, id];
}

describe("a timeframe of a voucher, counted from its campaign's start", () => {
  it("200: is open, and not any more where the start is cleared", async () => {
    const [project, id] = await framed({ validity_timeframe: ALL_DAY });
    const asked = { redeemables: redeemables("S1") };
    expect((await project.post("/v1/validations", asked)).body.valid).toBe(true);
    expect((await project.put(`/v1/campaigns/${id}`, { start_date: null })).status).toBe(200);
    const reply = await project.post("/v1/validations", asked);
    expect(reply.status).toBe(200);
    expect(reply.body.redeemables[0].result.error.key).toBe("voucher_not_active_now");
    const refused = await redeem(project, "S1");
    expect([refused.status, refused.body.key]).toEqual([400, "voucher_not_active_now"]);
    const [row] = await rowsOf("vouchers", project.id);
    expect(row?.redeemed_quantity).toBe(0);
  });

  it("200: nor does it keep others out of a wallet", async () => {
    const [project, id] = await framed({ validity_timeframe: ALL_DAY });
    await code(project, id, "S2");
    for (const voucher of ["S1", "S2"]) {
      const sent = { voucher, customer: { source_id: "ann" } };
      expect((await project.post("/v1/publications", sent)).status).toBe(200);
    }
    await project.put(`/v1/campaigns/${id}`, { start_date: null });
    const reply = await project.post("/v1/qualifications", {
      customer: { source_id: "ann" },
      scenario: "CUSTOMER_WALLET",
    });
    expect(reply.body.redeemables.data.map((each: { id: string }) => each.id)).toEqual(["S2"]);
  });
});
