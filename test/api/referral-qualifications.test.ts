import { beforeEach, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { hearAll } from "../support/earning";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";
import { qualify, qualifyAsShopper } from "../support/qualifying";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

let project: TestProject;
let campaignId: string;

beforeEach(async () => {
  project = await newProject();
  campaignId = await referralCampaign(project, "Friends");
});

const give = async (code: string, ...customers: string[]) => {
  const holders = customers.map((source_id) => ({ source_id }));
  const reply = await project.post(`/v1/referrals/members/${code}/holders`, { holders });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};

const of = (source_id: string) => ({ customer: { source_id }, order: { amount: 2_000 } });
const wallet = { scenario: "CUSTOMER_WALLET" };

/** Codes alone: the campaign would give anybody one. */
const codes = async (who: string, options: object = {}) =>
  (await qualify(project, { ...of(who), ...wallet }, { ...options })).ids.filter((id) =>
    id.startsWith("BY-"),
  );

describe("a referral code qualifies", () => {
  it("for whom it was given to by who refers them, and for nobody else", async () => {
    const code = await referrer(project, campaignId, "ada");
    await project.post("/v1/customers", { source_id: "zoe" });
    await give(code, "bob");
    expect(await codes("bob")).toEqual([code]);
    expect((await qualify(project, of("bob"))).ids).toContain(code);
    expect(await codes("ada")).toEqual([]);
    expect(await codes("zoe")).toEqual([]);
    expect((await qualify(project, { order: { amount: 2_000 } })).ids).not.toContain(code);
    const [entry] = (await qualify(project, { ...of("bob"), ...wallet })).entries;
    expect(entry).toMatchObject({ object: "voucher", result: { discount: { amount_off: 100 } } });
  });

  it("under the filter for what the customer holds it as", async () => {
    const code = await referrer(project, campaignId, "ada");
    await give(code, "bob");
    const asRole = (role: string) =>
      codes("bob", { filters: { holder_role: { conditions: { $is: [role] } } } });
    expect(await asRole("REFEREE")).toEqual([code]);
    expect(await asRole("OWNER")).toEqual([]);
    expect(await asRole("REFERRER")).toEqual([]);
    const named = { filters: { code: { conditions: { $is: [code] } } } };
    expect(await codes("bob", named)).toEqual([code]);
  });

  it("no longer once it was taken back, or is off", async () => {
    const code = await referrer(project, campaignId, "ada");
    await give(code, "bob", "cyd");
    const { body } = await project.get(`/v1/referrals/members/${code}/holders`);
    const bob = body.data.find(
      ({ holder_role }: { holder_role: string }) => holder_role === "REFEREE",
    );
    await project.delete(`/v1/referrals/members/${code}/holders/${bob.id}`);
    const still = [...(await codes("bob")), ...(await codes("cyd"))];
    expect(still).toEqual([code]);
    await project.post(`/v1/vouchers/${code}/disable`, {});
    expect([...(await codes("bob")), ...(await codes("cyd"))]).toEqual([]);
  });

  it("not in a circle, over however many, as validation says", async () => {
    const byAda = await referrer(project, campaignId, "ada");
    await redeemAs(project, "bob", byAda);
    const byBob = await referrer(project, campaignId, "bob");
    await hearAll(project);
    await redeemAs(project, "cyd", byBob);
    const byCyd = await referrer(project, campaignId, "cyd");
    await hearAll(project);
    await give(byCyd, "ada", "dan");
    await give(byBob, "ada");
    expect(await codes("dan")).toEqual([byCyd]);
    expect(await codes("ada")).toEqual([]);
    const sent = { redeemables: [{ object: "voucher", id: byCyd }], ...of("ada") };
    const { body } = await project.post("/v1/validations", sent);
    expect(body.inapplicable_redeemables ?? body.redeemables).toMatchObject([
      { result: { error: { key: "referrer_not_permitted_to_redeem" } } },
    ]);
    failure(await redeemAs(project, "ada", byCyd), 400, "referrer_not_permitted_to_redeem");
  });

  it("is told to a browser where it opens wallets, and to no other", async () => {
    const code = await referrer(project, campaignId, "ada");
    await give(code, "bob");
    const seen = async () => (await qualifyAsShopper(project, { ...of("bob"), ...wallet })).ids;
    expect(await seen()).toEqual([]);
    await project.put(`/management/v1/projects/${project.id}`, { client_wallet_enabled: true });
    expect(await seen()).toEqual([code]);
  });

  it("at the cost of the hundred that the customer got last, whatever there is", async () => {
    const code = await referrer(project, campaignId, "ada");
    await give(code, "bob");
    const few = (await qualify(project, { ...of("bob"), ...wallet })).cost;
    expect(few.roundTrips).toBe(1);
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO redeemable_holders (project_id, redeemable_id, customer_id, id, redeemable_object,
         campaign_id, campaign_type, voucher_type, holder_role, metadata, created_at)
       SELECT h.project_id, h.redeemable_id || iif(n.i % 2, '', n.i), iif(n.i % 2, 'cust_' || n.i, h.customer_id),
         'rh_0' || n.i, 'voucher', h.campaign_id, h.campaign_type, h.voucher_type, 'REFEREE', '{}', h.created_at
       FROM redeemable_holders h, n WHERE h.project_id = ?1 AND h.holder_role = 'REFEREE'`,
      )
      .bind(project.id)
      .run();
    const many = (await qualify(project, { ...of("bob"), ...wallet })).cost;
    expect(many.roundTrips).toBe(1);
    expect(many.read - few.read).toBeLessThan(320);
  });
});
