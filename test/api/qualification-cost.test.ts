import { describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, rowsOf } from "../support/api";
import { homeDb } from "../support/places";
import { promotion, tier } from "../support/promotions";
import { manyCampaigns, qualify } from "../support/qualifying";

const FEW = 10;
const MANY = 10_000;

/** Gives campaigns a rule each that wants a segment of its own. */
const WANTING = [
  `INSERT INTO validation_rules (project_id, id, name, rules, applicable_to, type, context_type, segments, terms, created_at)
   SELECT project_id, 'val_' || id, 'R', '{"1":{"name":"customer.segment","conditions":{"$is":["seg_' || id || '"]}}}',
     '{"included":[],"excluded":[],"included_all":false}', 'expression', 'global', '["seg_' || id || '"]', '["segment:seg_' || id || '"]', created_at
   FROM campaigns WHERE project_id = ?1 AND id >= ?2`,
  `INSERT INTO segments (project_id, id, name, type, created_at)
   SELECT project_id, 'seg_' || id, id, 'static', created_at FROM campaigns WHERE project_id = ?1 AND id >= ?2`,
  `INSERT INTO validation_rules_assignments (project_id, related_object_id, rule_id, id, related_object_type, created_at)
   SELECT project_id, id, 'val_' || id, 'asgm_' || id, 'campaign', created_at FROM campaigns WHERE project_id = ?1 AND id >= ?2`,
];

const at = (place: number) => `camp_${String(place).padStart(8, "0")}`;

describe("what a qualification costs", () => {
  it(`one round trip where that fills the page, and at most 10 rows for each returned one and 200 more, with ${FEW} and with ${MANY} campaigns`, async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "alice", metadata: { tier: "gold" } });
    const requests = [
      {},
      { order: { amount: 1000 }, customer: { source_id: "alice" } },
      { customer: { source_id: "alice" }, scenario: "CUSTOMER_WALLET" },
      {
        order: { items: [{ product_id: "shirt", amount: 1000 }] },
        scenario: "PRODUCTS_BY_CUSTOMER",
      },
    ];
    const reads: number[][] = [];
    for (const [from, to] of [
      [0, FEW],
      [FEW, MANY / 2],
      [MANY / 2, MANY],
    ] as const) {
      await manyCampaigns(project, from, to);
      await project.get("/v1/vouchers/warm");
      const row: number[] = [];
      for (const request of requests) {
        for (const [limit, returned] of [
          [5, 5],
          [25, 25],
          [50, 50],
        ] as const) {
          const { ids, cost } = await qualify(project, request, { limit });
          const isEmpty = request.scenario !== undefined;
          if (!isEmpty && to >= returned) expect(ids).toHaveLength(Math.min(returned, to));
          // Where the first look fills no page, 100 more are looked at.
          const isTwice = request.scenario === "PRODUCTS_BY_CUSTOMER" && to > limit + 10;
          expect(cost.roundTrips).toBe(isTwice ? 2 : 1);
          expect(cost.written).toBe(0);
          if (!isEmpty || limit < 25) {
            expect(cost.read, JSON.stringify({ to, limit, request })).toBeLessThanOrEqual(
              10 * (ids.length + (isTwice ? 100 : 0)) + 200,
            );
          }
          row.push(cost.read);
        }
      }
      reads.push(row);
    }
    expect(reads[2]).toEqual(reads[1]);
  });

  it("campaigns for other customers are not even looked at", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "alice" });
    const { body: alice } = await project.get("/v1/customers/alice");
    await manyCampaigns(project, 0, FEW);
    await manyCampaigns(project, FEW, 2_000);
    for (const sql of WANTING) await homeDb().prepare(sql).bind(project.id, at(FEW)).run();
    await homeDb()
      .prepare(
        "INSERT INTO segment_members (project_id, segment_id, customer_id) VALUES (?1, ?2, ?3)",
      )
      .bind(project.id, `seg_${at(777)}`, alice.id)
      .run();
    const shopper = await qualify(project, {}, { limit: 5 });
    expect(shopper.ids).toEqual([9, 8, 7, 6, 5].map(at));
    const member = await qualify(project, { customer: { source_id: "alice" } }, { limit: 5 });
    expect(member.ids).toEqual([777, 9, 8, 7, 6].map(at));
    for (const { cost } of [shopper, member]) expect(cost.read).toBeLessThanOrEqual(250);
  });

  it("near misses come in the same round trip, and cost the same with 1,000 and with 3,000 campaigns", async () => {
    const project = await newProject();
    const { body: rule } = await project.post("/v1/validation-rules", {
      name: "R",
      rules: { "1": { name: "order.amount", conditions: { $more_than_or_equal: [5000] } } },
    });
    const reads: number[] = [];
    for (const [from, to] of [
      [0, 1_000],
      [1_000, 3_000],
    ] as const) {
      await manyCampaigns(project, from, to);
      await homeDb()
        .prepare(
          `INSERT INTO validation_rules_assignments (project_id, related_object_id, rule_id, id, related_object_type, created_at)
         SELECT project_id, id, ?2, 'asgm_' || id, 'campaign', created_at FROM campaigns WHERE project_id = ?1 AND id >= ?3`,
        )
        .bind(project.id, rule.id, at(from))
        .run();
      await project.get("/v1/vouchers/warm");
      const asked = { order: { amount: 3800 } };
      const plain = await qualify(project, asked, { limit: 5 });
      const near = await qualify(project, asked, { limit: 5, expand: ["near_misses"] });
      expect(near.ids).toEqual([]);
      expect(near.near_misses?.data.map(({ id }) => id)).toEqual(
        [1, 2, 3, 4, 5].map((back) => at(to - back)),
      );
      expect(near.cost.roundTrips).toBe(1);
      expect(near.cost.written).toBe(0);
      expect(plain.cost.read).toBeLessThanOrEqual(250);
      expect(near.cost.read - plain.cost.read).toBeLessThanOrEqual(40 * 25);
      reads.push(near.cost.read);
    }
    expect(reads[1]).toBe(reads[0]);
  });

  it("what is made, changed and deleted costs the same however much can be had", async () => {
    const project = await newProject();
    const sale = await promotion(project, "Sale");
    await tier(project, sale, "First");
    const { body: rule } = await project.post("/v1/validation-rules", {
      name: "R",
      rules: { "1": { name: "customer.segment", conditions: { $is: ["seg_1"] } } },
    });
    const changes = async (round: string): Promise<Reply[]> => {
      const discount = { type: "AMOUNT", amount_off: 100 };
      const { post, put } = project;
      const made = await post("/v1/vouchers", { code: `V-${round}`, discount });
      const named = await post("/v1/campaigns", {
        name: `Coupons ${round}`,
        campaign_type: "DISCOUNT_COUPONS",
        voucher: { type: "DISCOUNT_VOUCHER", discount },
      });
      const assigned = await post(`/v1/validation-rules/${rule.id}/assignments`, {
        voucher: `V-${round}`,
      });
      return [
        made,
        named,
        assigned,
        await put(`/v1/validation-rules/${rule.id}`, { rules: {} }),
        await put(`/v1/validation-rules/${rule.id}`, { rules: rule.rules }),
        await post(`/v1/vouchers/V-${round}/disable`),
        await post(`/v1/campaigns/${sale}/disable`),
        await post(`/v1/campaigns/${sale}/enable`),
        await project.delete(`/v1/validation-rules/${rule.id}/assignments/${assigned.body.id}`),
        await project.delete(`/v1/vouchers/V-${round}`),
      ];
    };
    const costs = async (round: string) =>
      (await changes(round)).map((reply) => {
        expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
        return costOf(reply).read;
      });
    await manyCampaigns(project, 0, FEW);
    await costs("first");
    const few = await costs("few");
    await manyCampaigns(project, FEW, 3_000);
    expect(await costs("many")).toEqual(few);
  });

  it("codes of a campaign cost the index nothing until somebody holds one", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/campaigns", {
      name: "Coupons",
      campaign_type: "DISCOUNT_COUPONS",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
    });
    for (const name of ["A-1", "A-2"]) {
      await project.post(`/v1/campaigns/${body.id}/vouchers/${name}`, {});
    }
    expect(await rowsOf("qualifiables", project.id)).toHaveLength(1);
    await project.post("/v1/publications", { voucher: "A-1", customer: { source_id: "alice" } });
    expect(await rowsOf("qualifiables", project.id)).toHaveLength(2);
  });
});
