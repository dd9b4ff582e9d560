import { describe, expect, it } from "vitest";
import { newProject, rowsOf } from "../support/api";
import { redeemables } from "../support/redeeming";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

const REFUSED = {
  code: 400,
  key: "referrer_not_permitted_to_redeem",
  message: "voucher cannot be redeemed by referrer",
  details: "BY-ANNA",
};

describe("the code of who refers", () => {
  it("400: its referrer cannot redeem it, and anybody else can", async () => {
    const project = await newProject();
    await referrer(project, await referralCampaign(project, "Friends"), "anna");
    const reply = await redeemAs(project, "anna", "BY-ANNA");
    expect(reply.body).toMatchObject({ ...REFUSED, resource_type: "redemption" });
    const [held] = await rowsOf("vouchers", project.id);
    expect(held).toMatchObject({ redeemed_quantity: 0 });
    expect((await redeemAs(project, "ben", "BY-ANNA")).status).toBe(200);
  });

  it("is refused to its referrer by a validation, and open to anybody else", async () => {
    const project = await newProject();
    await referrer(project, await referralCampaign(project, "Friends"), "anna");
    const validate = (customer?: object) =>
      project.post("/v1/validations", {
        redeemables: redeemables("BY-ANNA"),
        order: { amount: 2_000 },
        ...(customer && { customer }),
      });
    const own = await validate({ source_id: "anna" });
    expect(own.body).toMatchObject({
      valid: false,
      redeemables: [{ status: "INAPPLICABLE", result: { error: REFUSED } }],
    });
    for (const customer of [{ source_id: "ben" }, undefined]) {
      expect((await validate(customer)).body).toMatchObject({ valid: true });
    }
  });

  it("stands in no wallet of its referrer that shows what can be redeemed", async () => {
    const project = await newProject();
    await referrer(project, await referralCampaign(project, "Friends"), "anna");
    const { status, body } = await project.post("/v1/qualifications", {
      customer: { source_id: "anna" },
      scenario: "CUSTOMER_WALLET",
    });
    expect(status).toBe(200);
    expect(body.redeemables.data).toEqual([]);
  });

  it("is spent by its holder where it is none of a referral campaign", async () => {
    const project = await newProject();
    const coupons = await referralCampaign(project, "Coupons", {
      campaign_type: "DISCOUNT_COUPONS",
      referral_program: null,
    });
    await referrer(project, coupons, "anna");
    expect((await redeemAs(project, "anna", "BY-ANNA")).status).toBe(200);
  });
});
