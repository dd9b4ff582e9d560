import { describe, expect, it } from "vitest";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { countsOf, parallel, redeem, redeemables, voucher } from "../support/redeeming";

const AT_MOST = (limit: number) => ({ $less_than_or_equal: [limit] });
const REFUSED = "400 redemption_rules_violated";

async function limited(project: TestProject, name: string, fact: string, limit: number) {
  const validation_rules = [await rule(project, fact, AT_MOST(limit))];
  return campaign(project, name, { validation_rules });
}

async function codes(project: TestProject, campaignId: string, prefix: string, count: number) {
  for (let at = 0; at < count; at++) await code(project, campaignId, `${prefix}${at}`);
}

describe("a limit of a campaign", () => {
  it.each([
    [1, { "200": 1, [REFUSED]: 49 }],
    [10, { "200": 10, [REFUSED]: 40 }],
  ])("of %i and 50 different codes in parallel", async (limit, expected) => {
    const project = await newProject();
    const id = await limited(project, "Spring", "campaign.redemptions.count", limit);
    await codes(project, id, "S", 50);
    const replies = await parallel(50, (at) =>
      redeem(project, `S${at}`, { order: { source_id: `order-${at}`, amount: 1000 } }),
    );
    expect(countsOf(replies)).toEqual(expected);
    const refused = replies.find(({ status }) => status === 400);
    expect(refused?.body.error.message).toBe("campaign.redemptions.count is used up");
    const [counter] = (await rowsOf("usage_v", project.id)).filter(
      ({ owner_id, subject }) => owner_id === id && subject === "",
    );
    expect(counter).toMatchObject({
      count: limit,
      day_count: limit,
      discounted_amount: 100 * limit,
    });
    await expectSound(project.id);
  });

  it("on the discounted amount: the last that fits, and no cent more", async () => {
    const project = await newProject();
    const id = await limited(project, "Spring", "campaign.orders.amount_discounted", 750);
    await codes(project, id, "S", 20);
    const replies = await parallel(20, (at) =>
      redeem(project, `S${at}`, { order: { source_id: `order-${at}`, amount: 1000 } }),
    );
    expect(countsOf(replies)).toEqual({ "200": 7, [REFUSED]: 13 });
    await expectSound(project.id);
  });
});

describe("a limit of a customer", () => {
  it("of one in a campaign, with 50 different codes in parallel", async () => {
    const project = await newProject();
    const id = await limited(project, "Spring", "campaign.redemptions.customers_count", 1);
    await codes(project, id, "S", 50);
    await project.post("/v1/customers", { source_id: "alice" });
    const replies = await parallel(50, (at) =>
      redeem(project, `S${at}`, {
        customer: { source_id: "alice" },
        order: { source_id: `order-${at}`, amount: 1000 },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, [REFUSED]: 49 });
    await expectSound(project.id);
  });

  it("of one in each of two campaigns, whose codes come in opposite order", async () => {
    const project = await newProject();
    const spring = await limited(project, "Spring", "campaign.redemptions.customers_count", 1);
    const summer = await limited(project, "Summer", "campaign.redemptions.customers_count", 1);
    await codes(project, spring, "S", 20);
    await codes(project, summer, "U", 20);
    await project.post("/v1/customers", { source_id: "alice" });
    const replies = await parallel(20, (at) => {
      const both = at % 2 === 0 ? [`S${at}`, `U${at}`] : [`U${at}`, `S${at}`];
      return redeem(project, both, {
        customer: { source_id: "alice" },
        order: { source_id: `order-${at}`, amount: 1000 },
      });
    });
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const counters = await rowsOf("usage_v", project.id);
    for (const owner of [spring, summer]) {
      const own = counters.filter(({ owner_id }) => owner_id === owner);
      expect(own.map(({ count }) => count)).toEqual([1, 1]);
    }
    await expectSound(project.id);
  });

  it("of two with one code, first redemptions of somebody new", async () => {
    const project = await newProject();
    const limit = await rule(project, "redemption.count.per_customer", AT_MOST(2));
    await voucher(project, "OPEN", { validation_rules: [limit] });
    const replies = await parallel(20, (at) =>
      redeem(project, "OPEN", {
        customer: { source_id: "bob" },
        order: { source_id: `order-${at}`, amount: 1000 },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 2, [REFUSED]: 18 });
    await expectSound(project.id);
  });
});

describe("rolled back in parallel with redemptions", () => {
  it("gives each use back once, and the limit holds", async () => {
    const project = await newProject();
    const id = await limited(project, "Spring", "campaign.redemptions.count", 5);
    await codes(project, id, "S", 20);
    const first = await parallel(5, (at) => redeem(project, `S${at}`));
    await Promise.all([
      ...first.map(({ body }) =>
        project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`),
      ),
      ...first.map(({ body }) =>
        project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`),
      ),
      ...Array.from({ length: 15 }, (_, at) => redeem(project, `S${at + 5}`)),
    ]);
    const [counter] = (await rowsOf("usage_v", project.id)).filter(
      ({ owner_id, subject }) => owner_id === id && subject === "",
    );
    expect(Number(counter?.count)).toBeLessThanOrEqual(5);
    await expectSound(project.id);
  });
});

describe("a limit that is tightened from 1,000 to 30", () => {
  const tightened = {
    rules: { 1: { name: "redemption.count.per_api_key", conditions: AT_MOST(30) } },
  };

  async function loose(project: TestProject) {
    const id = await rule(project, "redemption.count.per_api_key", AT_MOST(1000));
    await voucher(project, "CODE", { validation_rules: [id] });
    return id;
  }

  const tighten = (project: TestProject, id: string) =>
    project.put(`/v1/validation-rules/${id}`, tightened);

  it("while 100 redemptions are under way: none passes after it but the first thirty", async () => {
    const project = await newProject();
    const id = await loose(project);
    const [changed, replies] = await Promise.all([
      tighten(project, id),
      parallel(100, () => redeem(project, "CODE")),
    ]);
    expect(changed.status).toBe(200);
    const kinds = await eventKinds(project.id);
    const at = kinds.indexOf("business_validation_rule.updated");
    const passed = (told: string[]) =>
      told.filter((kind) => kind === "redemption.succeeded").length;
    const [before, after] = [passed(kinds.slice(0, at)), passed(kinds.slice(at))];
    expect(after).toBe(Math.max(0, 30 - before));
    const others = 100 - before - after;
    expect(countsOf(replies)).toEqual({
      ...(before + after > 0 && { "200": before + after }),
      ...(others > 0 && { [REFUSED]: others }),
    });
    await expectSound(project.id);
  });

  it("in the gap between a redemption's load and its commit: decided anew", async () => {
    const project = await newProject();
    const id = await loose(project);
    await parallel(30, () => redeem(project, "CODE"));
    const request = { path: "/v1/redemptions", body: { redeemables: redeemables("CODE") } };
    const reply = await sendPausing(project, request, {
      after: async (batch) => {
        if (batch === 1) await tighten(project, id);
      },
    });
    expect(reply).toMatchObject({
      status: 400,
      batches: 4,
      body: { key: "redemption_rules_violated" },
    });
    expect((await project.get("/v1/vouchers/CODE")).body.redemption.redeemed_quantity).toBe(30);
    await expectSound(project.id);
  });

  it("by a second rule, assigned to the campaign in that gap: decided anew", async () => {
    const project = await newProject();
    const campaignId = await campaign(project, "Spring", {});
    await code(project, campaignId, "SPRING");
    const id = await rule(project, "redemption.count.per_api_key", AT_MOST(0));
    const request = { path: "/v1/redemptions", body: { redeemables: redeemables("SPRING") } };
    const related = { related_object_type: "campaign", related_object_id: campaignId };
    const reply = await sendPausing(project, request, {
      after: async (batch) => {
        if (batch === 1) await project.post(`/v1/validation-rules/${id}/assignments`, related);
      },
    });
    expect(reply).toMatchObject({
      status: 400,
      batches: 4,
      body: { key: "redemption_rules_violated" },
    });
    await expectSound(project.id);
  });
});

describe("a limit for each customer, where the customer's row is nearly full of counters", () => {
  it("of 2 and 40 requests for four codes at once", async () => {
    const project = await newProject();
    const ada = { customer: { source_id: "ada" } };
    for (let at = 0; at < 30; at++) {
      await voucher(project, `C${at}`);
      expect((await redeem(project, `C${at}`, ada)).status).toBe(200);
    }
    const fact = "redemption.count.per_customer";
    for (const code of ["A", "B", "C", "D"]) {
      const validation_rules = [await rule(project, fact, AT_MOST(2))];
      await voucher(project, code, { validation_rules });
    }
    const replies = await parallel(40, (at) => redeem(project, "ABCD"[at % 4] ?? "", ada));
    expect(countsOf(replies)).toEqual({ "200": 8, [REFUSED]: 32 });
    await expectSound(project.id);
  });
});
