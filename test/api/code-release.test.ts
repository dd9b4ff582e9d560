import { beforeEach, describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { finish } from "../support/generating";
import { homeDb } from "../support/places";
import { referralCampaign, referrer } from "../support/referrals";

let project: TestProject;
let campaignId: string;
let code: string;

beforeEach(async () => {
  project = await newProject();
  campaignId = await referralCampaign(project, "Friends");
  code = await referrer(project, campaignId, "ada");
});

/** Gives the code to so many beside its referrer, straight into the table. */
const given = (to: number) =>
  homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO redeemable_holders (project_id, redeemable_id, customer_id, id, redeemable_object,
       campaign_id, campaign_type, voucher_type, holder_role, metadata, created_at)
     SELECT h.project_id, h.redeemable_id, 'cust_' || n.i, 'rh_' || n.i || h.id, 'voucher', h.campaign_id,
       h.campaign_type, h.voucher_type, 'REFEREE', '{}', h.created_at
     FROM redeemable_holders h, n WHERE h.project_id = ?1`,
    )
    .bind(project.id, to)
    .run();

const holders = async () => (await rowsOf("redeemable_holders", project.id)).length;

const remove = (path: string) => sendPausing(project, { method: "DELETE", path }, {}, DEAF_QUEUES);

const actions = async (type: string) =>
  (await rowsOf("async_actions", project.id)).filter((row) => row.type === type);

describe("a deleted referral code", () => {
  it("is held by nobody with the answer, where it was by up to a hundred", async () => {
    await given(99);
    expect((await remove(`/v1/vouchers/${code}`)).status).toBe(204);
    expect(await holders()).toBe(0);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("leaves the first hundred with the answer and the rest in steps", async () => {
    await given(1_299);
    expect((await remove(`/v1/vouchers/${code}`)).status).toBe(204);
    expect(await holders()).toBe(1_200);
    const path = `/v1/referrals/members/${code}/holders`;
    expect((await project.get(path)).status).toBe(404);
    const [action] = await actions("CODE_RELEASE");
    expect(await finish(project, String(action?.id))).toMatchObject({
      operation_status: "SUCCESS",
      cursor: 2,
      result: { holders_count: 1_200 },
    });
    expect(await holders()).toBe(0);
    const [tally] = await rowsOf("tallies", project.id);
    expect(tally).toMatchObject({ async_actions: 1 });
  });

  it("has its code free for another that the old holders do not hold", async () => {
    await given(150);
    expect((await remove(`/v1/vouchers/${code}?force=true`)).status).toBe(204);
    await referrer(project, campaignId, "bob", code);
    const { body } = await project.get(`/v1/referrals/members/${code}/holders`);
    expect(body).toMatchObject({ total: 1, data: [{ holder_role: "REFERRER" }] });
    const [action] = await actions("CODE_RELEASE");
    await finish(project, String(action?.id));
    expect(await holders()).toBe(1);
  });

  it("comes back from the bin with who gives it out, once the others are gone", async () => {
    await given(150);
    expect((await remove(`/v1/vouchers/${code}`)).status).toBe(204);
    const entry = (await project.get("/v1/trash-bin")).body.data[0].id;
    const [action] = await actions("CODE_RELEASE");
    const early = await project.post(`/v1/trash-bin/${entry}/restore`);
    const { related_object_ids } = failure(early, 400, "resource_in_use");
    expect(related_object_ids).toEqual([action?.id]);
    expect((await project.get(`/v1/vouchers/${code}`)).status).toBe(404);
    await finish(project, String(action?.id));
    expect((await project.post(`/v1/trash-bin/${entry}/restore`)).status).toBe(200);
    expect(await rowsOf("redeemable_holders", project.id)).toMatchObject([
      { holder_role: "REFERRER" },
    ]);
  });
});

describe("a deleted referral campaign", () => {
  it("has no holders any more, at most two thousand gone in a step", async () => {
    await referrer(project, campaignId, "bob");
    await given(2_500);
    expect(await holders()).toBe(5_002);
    expect((await remove(`/v1/campaigns/${campaignId}?force=true`)).status).toBe(202);
    const [action] = await actions("CAMPAIGN_DELETION");
    expect(await finish(project, String(action?.id))).toMatchObject({
      operation_status: "SUCCESS",
      // No free codes; twice two thousand holders; the codes with the rest.
      cursor: 4,
      result: { done_count: 2 },
    });
    expect(await holders()).toBe(0);
  });

  it("comes back from the bin with who gives out each of its codes", async () => {
    await referrer(project, campaignId, "bob");
    const referrers = await rowsOf("redeemable_holders", project.id);
    await given(2_500);
    expect((await remove(`/v1/campaigns/${campaignId}`)).status).toBe(202);
    const [deletion] = await actions("CAMPAIGN_DELETION");
    await finish(project, String(deletion?.id));
    expect(await holders()).toBe(0);
    const entry = (await project.get("/v1/trash-bin")).body.data[0].id;
    const { body } = await project.post(`/v1/trash-bin/${entry}/restore`);
    await finish(project, body.async_action_id);
    expect(await rowsOf("redeemable_holders", project.id)).toEqual(referrers);
  });
});
