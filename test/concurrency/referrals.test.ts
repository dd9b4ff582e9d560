import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { type Cause, convert } from "../../src/resources/referrals/convert";
import { jobScope } from "../../src/scope/job-scope";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

async function scopeOf({ id: projectId }: TestProject) {
  const job = await jobScope(env, { projectId, requestId: "v-1", baseUrl: "" });
  if (!job) throw new Error("the project is there");
  return job.scope;
}

it("of two who refer each other at once one has referred the other", async () => {
  const project = await newProject();
  const campaign = await referralCampaign(project, "Friends");
  const scope = await scopeOf(project);
  const pairs = Array.from({ length: 8 }, (_, at) => [`anna${at}`, `ben${at}`] as const);
  for (const [anna, ben] of pairs) {
    const codes = [await referrer(project, campaign, anna), await referrer(project, campaign, ben)];
    const redeemed = [
      await redeemAs(project, ben, codes[0] ?? ""),
      await redeemAs(project, anna, codes[1] ?? ""),
    ];
    const causes = redeemed.map(({ status, body }): Cause => {
      expect(status, JSON.stringify(body)).toBe(200);
      const { id, voucher, customer_id } = body.redemptions[0];
      const none = {
        referrerId: null,
        event: null,
        at: Date.now(),
        schema: null,
        byBrowser: false,
      };
      return { ...none, code: voucher.id, refereeId: customer_id, id, type: "redemption" };
    });
    // Nobody has heard of either, so that both look before one has written.
    await Promise.all(causes.map((cause) => convert(scope, cause)));
  }
  const rows = await rowsOf("referrals", project.id);
  const names = rows.map(({ referee_id, referrer_id }) => [referee_id, referrer_id].sort().join());
  expect(new Set(names).size).toBe(names.length);
  expect(rows).toHaveLength(8);
});
