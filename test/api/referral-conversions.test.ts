import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { hearAgain, hearAll } from "../support/earning";
import { countsOf, parallel, redeemables } from "../support/redeeming";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

async function friends(sent: object = {}): Promise<{ project: TestProject; id: string }> {
  const project = await newProject();
  const id = await referralCampaign(project, "Friends", sent as Record<string, unknown>);
  await referrer(project, id, "anna");
  return { project, id };
}

const customer = async (project: TestProject, who: string): Promise<Customer> =>
  parsed(Customer, await project.get(`/v1/customers/${who}`));

/** Redeems as the customer, and lets everything follow from it. */
async function refer(project: TestProject, who: string, code: string) {
  const reply = await redeemAs(project, who, code);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await hearAll(project);
  return reply.body.redemptions[0].id as string;
}

const referralsOf = (project: TestProject) => rowsOf("referrals", project.id);

describe("a redemption of a referral code", () => {
  it("converts the referral: it is told of both, of the campaign, code and order", async () => {
    const { project, id } = await friends();
    const redemption = await refer(project, "ben", "BY-ANNA");
    const [anna, ben] = [await customer(project, "anna"), await customer(project, "ben")];
    expect(ben.referrals).toEqual({
      total: 1,
      campaigns: [
        {
          campaign_id: id,
          referrer_id: anna.id,
          related_object_id: redemption,
          related_object_type: "redemption",
          date: expect.any(String),
        },
      ],
    });
    expect(ben.loyalty).toEqual({ points: 0, referred_customers: 0, campaigns: {} });
    expect(anna.referrals).toEqual({ total: 0, campaigns: [] });
    expect(anna.loyalty).toEqual({
      points: 0,
      referred_customers: 1,
      campaigns: { Friends: { points: 0, referred_customers: 1 } },
    });
    const summary = await project.get(`/v1/campaigns/${id}/summary`);
    expect(summary.body.referred_customers).toBe(1);
    const code = (await project.get("/v1/vouchers/BY-ANNA")).body;
    expect(code.referrer_id).toBe(anna.id);
    const [order] = await rowsOf("orders", project.id);
    expect(order).toMatchObject({ customer_id: ben.id, referrer_id: anna.id });
    const holders = await project.get("/v1/referrals/members/BY-ANNA/holders");
    expect(holders.body.data).toMatchObject([
      { customer_id: ben.id, holder_role: "REFEREE" },
      { customer_id: anna.id, holder_role: "REFERRER" },
    ]);
    const told = (await eventsOf(project.id)).filter(({ kind }) => kind === "customer.referred");
    expect(told).toMatchObject([
      {
        entity_id: ben.id,
        data: { customer: { id: ben.id }, referrer: { id: anna.id }, campaign: { id } },
      },
    ]);
    const activity = await project.get("/v1/customers/ben/activity?limit=100");
    type Item = { type: string; data: { event_source: { channel: string } } };
    const items: Item[] = activity.body.data;
    const channels = items.map(({ type, data }) => [type, data.event_source.channel]);
    // The conversion follows by itself from what a key has done.
    expect(Object.fromEntries(channels)).toMatchObject({
      "customer.redemption.succeeded": "API",
      "customer.referred": "INTERNAL",
    });
  });

  it("converts once in a campaign, whoever's code the referee redeems next", async () => {
    const { project, id } = await friends();
    await referrer(project, id, "zoe");
    const other = await referralCampaign(project, "Others");
    await referrer(project, other, "zoe", "ZOE-2");
    await refer(project, "ben", "BY-ANNA");
    await refer(project, "ben", "BY-ANNA");
    await refer(project, "ben", "BY-ZOE");
    expect(await referralsOf(project)).toHaveLength(1);
    expect((await customer(project, "zoe")).loyalty.referred_customers).toBe(0);
    await refer(project, "ben", "ZOE-2");
    expect((await customer(project, "ben")).referrals).toMatchObject({
      total: 2,
      campaigns: [{ campaign_id: id }, { campaign_id: other }],
    });
    expect((await customer(project, "zoe")).loyalty.campaigns).toEqual({
      Others: { points: 0, referred_customers: 1 },
    });
  });

  it("leads into segments of those who were referred, and of those who refer", async () => {
    const { project } = await friends();
    const segment = async (field: string) => {
      const filter = { junction: "and", [field]: { conditions: { $more_than: [0] } } };
      const body = { name: field, type: "auto-update", filter };
      const reply = await project.post("/v1/segments", body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return reply.body.id as string;
    };
    const [referred, referring] = [
      await segment("referrals.total"),
      await segment("loyalty.referred_customers"),
    ];
    await refer(project, "ben", "BY-ANNA");
    const entered = (await eventsOf(project.id))
      .filter(({ kind }) => kind === "customer.segment.entered")
      .map(({ entity_id, data }) => [entity_id, (data as { segment: { id: string } }).segment.id]);
    const [anna, ben] = [await customer(project, "anna"), await customer(project, "ben")];
    const of = (id: string) => entered.filter(([who]) => who === id).map(([, name]) => name);
    expect({ anna: of(anna.id), ben: of(ben.id) }).toEqual({ anna: [referring], ben: [referred] });
  });

  it("converts once of fifty at once", async () => {
    const { project } = await friends();
    await project.post("/v1/customers", { source_id: "ben" });
    const replies = await parallel(50, () => redeemAs(project, "ben", "BY-ANNA"));
    expect(countsOf(replies)["200"]).toBeGreaterThan(0);
    await hearAll(project);
    expect(await referralsOf(project)).toHaveLength(1);
    expect((await customer(project, "anna")).loyalty.referred_customers).toBe(1);
    expect((await customer(project, "ben")).referrals.total).toBe(1);
  });

  it("converts once however often and in whatever order it is heard of", async () => {
    const { project } = await friends();
    await refer(project, "ben", "BY-ANNA");
    await refer(project, "cleo", "BY-ANNA");
    await hearAgain(project);
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await referralsOf(project)).toHaveLength(2);
    expect((await customer(project, "anna")).loyalty.referred_customers).toBe(2);
    expect((await customer(project, "ben")).referrals.total).toBe(1);
  });

  it("stays converted when it is rolled back", async () => {
    const { project, id } = await friends();
    const redemption = await refer(project, "ben", "BY-ANNA");
    const back = await project.post(`/v1/redemptions/${redemption}/rollback`);
    expect(back.status).toBe(200);
    await hearAll(project);
    await refer(project, "ben", "BY-ANNA");
    expect(await referralsOf(project)).toHaveLength(1);
    expect((await customer(project, "anna")).loyalty.referred_customers).toBe(1);
    const summary = await project.get(`/v1/campaigns/${id}/summary`);
    expect(summary.body.referred_customers).toBe(1);
  });

  it("converts nothing without a customer, nor where an event converts", async () => {
    const { project } = await friends();
    const order = { amount: 2_000 };
    const reply = await project.post("/v1/redemptions", {
      redeemables: redeemables("BY-ANNA"),
      order,
    });
    expect(reply.status).toBe(200);
    await hearAll(project);
    expect(await referralsOf(project)).toEqual([]);
  });
});

describe("a chain of referrals", () => {
  const REFUSED = {
    status: 400,
    body: { key: "referrer_not_permitted_to_redeem" },
  };

  it("does not come round: not over one, and not over several", async () => {
    const { project, id } = await friends();
    for (const who of ["ben", "cleo", "dora"]) await referrer(project, id, who);
    await refer(project, "ben", "BY-ANNA");
    await refer(project, "cleo", "BY-BEN");
    await refer(project, "dora", "BY-CLEO");
    for (const code of ["BY-BEN", "BY-CLEO", "BY-DORA"]) {
      expect(await redeemAs(project, "anna", code), code).toMatchObject(REFUSED);
      const validation = await project.post("/v1/validations", {
        redeemables: redeemables(code),
        customer: { source_id: "anna" },
        order: { amount: 2_000 },
      });
      expect(validation.body).toMatchObject({
        valid: false,
        redeemables: [{ result: { error: { key: "referrer_not_permitted_to_redeem" } } }],
      });
    }
    expect(await redeemAs(project, "ben", "BY-DORA")).toMatchObject(REFUSED);
    expect((await redeemAs(project, "dora", "BY-ANNA")).status).toBe(200);
    expect(await referralsOf(project)).toHaveLength(3);
  });

  it("comes round in another campaign, where nobody referred anybody", async () => {
    const { project } = await friends();
    await refer(project, "ben", "BY-ANNA");
    const other = await referralCampaign(project, "Others");
    await referrer(project, other, "ben", "BEN-2");
    await refer(project, "anna", "BEN-2");
    expect(await referralsOf(project)).toHaveLength(2);
  });

  it("does not come round where two refer each other before either is heard of", async () => {
    const { project, id } = await friends();
    await referrer(project, id, "ben");
    for (const [who, code] of [
      ["ben", "BY-ANNA"],
      ["anna", "BY-BEN"],
    ] as const) {
      expect((await redeemAs(project, who, code)).status).toBe(200);
    }
    await hearAll(project);
    expect(await referralsOf(project)).toHaveLength(1);
  });
});

describe("an event that callers tell", () => {
  async function byEvent() {
    const project = await newProject();
    const at = `/management/v1/projects/${project.id}/custom-event-schemas`;
    for (const name of ["signed_up", "left"]) {
      expect((await project.post(at, { name, schema: { properties: {} } })).status).toBe(200);
    }
    const id = await referralCampaign(project, "Friends", {
      referral_program: {
        conversion_event_type: "custom_event",
        custom_event: { name: "signed_up" },
      },
    });
    await referrer(project, id, "anna");
    const tell = async (event: string, sent: object) => {
      const told = { event, customer: { source_id: "ben" }, ...sent };
      const reply = await project.post("/v1/events", told);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      await hearAll(project);
    };
    return { project, id, tell };
  }

  it("converts where the program names it and it names the code, however often it comes", async () => {
    const { project, id, tell } = await byEvent();
    await refer(project, "ben", "BY-ANNA");
    const referral = { code: "BY-ANNA" };
    await tell("left", { referral });
    await tell("signed_up", {});
    await tell("signed_up", { referral: { code: "NONE" } });
    await tell("signed_up", { referral: { ...referral, referrer_id: "cust_other" } });
    await tell("signed_up", { referral, customer: { source_id: "anna" } });
    expect(await referralsOf(project)).toEqual([]);
    const anna = await customer(project, "anna");
    await tell("signed_up", { referral: { ...referral, referrer_id: anna.id } });
    await tell("signed_up", { referral });
    expect(await referralsOf(project)).toHaveLength(1);
    expect((await customer(project, "ben")).referrals).toMatchObject({
      total: 1,
      campaigns: [
        {
          campaign_id: id,
          referrer_id: anna.id,
          related_object_id: expect.stringMatching(/^cev_/),
          related_object_type: "custom_event",
        },
      ],
    });
  });

  it("converts nothing by a code that could not be redeemed", async () => {
    const { project, tell } = await byEvent();
    expect((await project.post("/v1/vouchers/BY-ANNA/disable")).status).toBe(200);
    await tell("signed_up", { referral: { code: "BY-ANNA" } });
    expect(await referralsOf(project)).toEqual([]);
  });
});
