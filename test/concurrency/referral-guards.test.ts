import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type Cause, convert } from "../../src/resources/referrals/convert";
import { jobScope } from "../../src/scope/job-scope";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { DEAF_QUEUES, pausing, sendPausing } from "../support/faults";
import { homeDb, homeName } from "../support/places";
import { referralCampaign, referrer } from "../support/referrals";

let project: TestProject;
let campaignId: string;

beforeEach(async () => {
  project = await newProject();
  campaignId = await referralCampaign(project, "Friends");
});

/** Does something once, between a request's reading and its writing. */
const meanwhile = (act: () => Promise<unknown>) => ({
  before: async (batch: number) => {
    if (batch === 2) await act();
  },
});

const holders = async () =>
  (await rowsOf("redeemable_holders", project.id)).map(({ holder_role }) => holder_role);

describe("holders that are given a code", () => {
  const give = (code: string, named: object[], act: () => Promise<unknown>) =>
    sendPausing(
      project,
      { path: `/v1/referrals/members/${code}/holders`, body: { holders: named } },
      meanwhile(act),
    );

  it("are none of a code that is deleted meanwhile", async () => {
    const code = await referrer(project, campaignId, "ada");
    const reply = await give(code, [{ source_id: "bob" }], () =>
      project.delete(`/v1/vouchers/${code}`),
    );
    failure(reply, 404, "not_found");
    expect(await holders()).toEqual([]);
    expect((await project.get("/v1/customers/bob")).status).toBe(404);
  });

  it("are none of a code whose referrer is deleted meanwhile", async () => {
    const code = await referrer(project, campaignId, "ada");
    const reply = await give(code, [{ source_id: "bob" }], () =>
      project.delete("/v1/customers/ada"),
    );
    failure(reply, 400, "not_published");
    expect(await holders()).toEqual([]);
  });

  it("are all or none where one of them is deleted meanwhile", async () => {
    const code = await referrer(project, campaignId, "ada");
    const { body } = await project.post("/v1/customers", { source_id: "bob" });
    const reply = await give(code, [{ id: body.id }, { source_id: "cyd" }], () =>
      project.delete("/v1/customers/bob"),
    );
    failure(reply, 404, "not_found");
    expect(await holders()).toEqual(["REFERRER"]);
    expect((await project.get("/v1/customers/cyd")).status).toBe(404);
  });
});

describe("a conversion", () => {
  /** Hears of a redemption while its referee or referrer is deleted. */
  async function converted(deleted: string) {
    const code = await referrer(project, campaignId, "ada");
    const { body } = await sendPausing(
      project,
      {
        path: "/v1/redemptions",
        body: {
          redeemables: [{ object: "voucher", id: code }],
          customer: { source_id: "bob" },
          order: { amount: 2_000 },
        },
      },
      {},
      DEAF_QUEUES,
    );
    const [{ id, voucher, customer_id }] = body.redemptions;
    const cause: Cause = {
      code: voucher.id,
      refereeId: customer_id,
      referrerId: null,
      id,
      type: "redemption",
      event: null,
      at: Date.now(),
      schema: null,
      byBrowser: false,
    };
    const remove = meanwhile(() =>
      sendPausing(project, { method: "DELETE", path: `/v1/customers/${deleted}` }, {}, DEAF_QUEUES),
    );
    const batches = { count: 0 };
    const bound = { ...env, ...DEAF_QUEUES, [homeName()]: pausing(homeDb(), remove, batches) };
    const job = await jobScope(bound, { projectId: project.id, requestId: "v-1", baseUrl: "" });
    if (!job) throw new Error("the project is there");
    // What is read of the project is none of the conversion's own batches.
    batches.count = 0;
    await convert(job.scope, cause);
    expect(batches.count).toBeGreaterThan(2);
  }

  it.each(["ada", "bob"])("is none where %s is deleted meanwhile", async (who) => {
    await converted(who);
    expect((await project.get(`/v1/customers/${who}`)).status).toBe(404);
    expect(await rowsOf("referrals", project.id)).toEqual([]);
    expect(await rowsOf("referrers", project.id)).toEqual([]);
    expect((await holders()).includes("REFEREE")).toBe(false);
  });
});

describe("referral tiers", () => {
  it("are ten at most, whoever adds the last ones at once", async () => {
    const tier = (name: string) => ({
      name,
      condition: { type: "EACH_REFEREE" },
      reward: {
        type: "LOYALTY_CARD",
        amount: 5,
        related_object_parent: { id: program, object: "CAMPAIGN" },
      },
    });
    const { body } = await project.post("/v1/campaigns", {
      name: "Points",
      campaign_type: "LOYALTY_PROGRAM",
      type: "AUTO_UPDATE",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    const program = body.id;
    const path = `/v1/referrals/${campaignId}/tiers`;
    const eight = Array.from({ length: 8 }, (_, at) => tier(`Tier ${at}`));
    const added = await project.post(path, eight);
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const reply = await sendPausing(
      project,
      { path, body: [tier("A"), tier("B")] },
      meanwhile(() => project.post(path, [tier("C")])),
    );
    failure(reply, 400, "invalid_campaign");
    const rows = await rowsOf("referral_tiers", project.id);
    expect(rows.map(({ name }) => name).slice(8)).toEqual(["C"]);
  });
});
