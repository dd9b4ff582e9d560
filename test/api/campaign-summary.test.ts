import { getTableColumns } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignDays } from "../../src/db/tables/campaigns";
import { CampaignSummary } from "../../src/resources/campaigns/summary-shape";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";
import { redeem } from "../support/redeeming";

const COLUMNS = Object.keys(getTableColumns(campaignDays)).filter(
  (name) => !["project_id", "campaign_id", "day"].includes(name),
);

/** Writes a day on which each counter moved by its place in the table plus `from`. */
async function day(project: TestProject, campaignId: string, date: string, from: number) {
  await homeDb()
    .prepare(
      `INSERT INTO campaign_days (project_id, campaign_id, day, ${COLUMNS.join(", ")})
     VALUES (?, ?, ?, ${COLUMNS.map(() => "?").join(", ")})`,
    )
    .bind(project.id, campaignId, date, ...COLUMNS.map((_, at) => from + at))
    .run();
}

async function summary(project: TestProject, name: string, query = "") {
  const reply = await project.get(`/v1/campaigns/${name}/summary${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(CampaignSummary, reply);
}

const base = {
  validations: 1001,
  validations_succeeded: 500,
  validations_failed: 501,
  redemptions: 1005,
  redemptions_succeeded: 502,
  redemptions_failed: 503,
  rollbacks: 1009,
  rollbacks_succeeded: 504,
  rollbacks_failed: 505,
  orders_amount: 512,
  orders_rolledback_amount: 513,
  object: "campaign_summary",
};

const codes = {
  publications: 1013,
  publications_succeeded: 506,
  publications_failed: 507,
  vouchers_created: 508,
  vouchers_deleted: 509,
};

const discounts = { discounted_amount: 510, rolledback_discounted_amount: 511 };

const SHAPES: [string, object, object][] = [
  ["DISCOUNT_COUPONS", {}, { ...base, ...codes, ...discounts }],
  ["PROMOTION", { voucher: null }, { ...base, ...discounts }],
  [
    "GIFT_VOUCHERS",
    { voucher: { gift: { amount: 1 } } },
    {
      ...base,
      ...codes,
      created_vouchers_amount: 514,
      amount_added: 515,
      amount_deleted: 516,
      amount_redeemed: 517,
      amount_rolledback: 518,
      amount_subtracted: 519,
    },
  ],
  ["REFERRAL_PROGRAM", {}, { ...base, ...codes, referred_customers: 520 }],
  [
    "LOYALTY_PROGRAM",
    { voucher: { loyalty_card: { points: 1 } } },
    {
      ...base,
      ...codes,
      created_vouchers_points: 521,
      points_deleted: 522,
      points_subtracted: 523,
      points_added: 524,
      points_rewarded: 525,
      points_redeemed: 526,
      points_rolledback: 527,
      points_expired: 528,
      points_transferred_out: 529,
      points_transferred_in: 530,
      pending_points_added: 531,
      pending_points_subtracted: 532,
      pending_points_activated: 533,
      pending_points_canceled: 534,
    },
  ],
];

describe("GET /v1/campaigns/{campaignId}/summary", () => {
  it.each(SHAPES)(
    "200: the counters of %s, and no others",
    async (campaign_type, sent, counters) => {
      const project = await newProject();
      const id = await campaign(project, "C", { campaign_type, ...sent });
      await day(project, id, "2026-01-01", 500);
      const body = await summary(project, id);
      expect(body).toEqual({ ...counters, campaign: body.campaign });
      expect(body.campaign).toEqual((await project.get(`/v1/campaigns/${id}`)).body);
    },
  );

  it("200: a campaign to which nothing happened has zeros", async () => {
    const project = await newProject();
    await campaign(project, "Quiet");
    const reply = await project.get("/v1/campaigns/Quiet/summary");
    expect(parsed(CampaignSummary, reply)).toMatchObject({
      redemptions: 0,
      vouchers_created: 0,
      discounted_amount: 0,
    });
    expect(costOf(reply).roundTrips).toBe(1);
  });

  it("200: days add up from the first to the last of the bounds", async () => {
    const project = await newProject();
    const id = await campaign(project, "Days");
    const other = await campaign(project, "Other");
    for (const [date, from] of [
      ["2026-01-31", 1],
      ["2026-02-01", 10],
      ["2026-02-02", 100],
      ["2026-03-01", 1000],
    ] as const) {
      await day(project, id, date, from);
    }
    await day(project, other, "2026-02-01", 50_000);
    const cases: [string, number][] = [
      ["", 1111],
      ["?start_date=2026-02-01", 1110],
      ["?end_date=2026-02-01", 11],
      ["?start_date=2026-02-01&end_date=2026-02-02", 110],
      ["?start_date=2026-02-01T23:59:59Z&end_date=2026-02-02T00:00:00Z", 110],
      ["?start_date=2026-02-02T00:00:00%2B02:00&end_date=2026-02-01", 10],
      ["?start_date=2026-02-03&end_date=2026-02-01", 0],
    ];
    for (const [query, expected] of cases) {
      expect(await summary(project, "Days", query), query).toMatchObject({
        validations_succeeded: expected,
      });
    }
  });

  it("200: an instant is a day of the project's own calendar", async () => {
    const project = await newProject({ timezone: "Pacific/Auckland" });
    const id = await campaign(project, "Days");
    await day(project, id, "2026-02-01", 10);
    await day(project, id, "2026-02-02", 100);
    // 13 hours ahead of UTC in February.
    const query = "?start_date=2026-02-01T11:00:00Z&end_date=2026-02-01T12:00:00Z";
    expect(await summary(project, "Days", query)).toMatchObject({ validations_succeeded: 100 });
    const date = "?start_date=2026-02-01&end_date=2026-02-01";
    expect(await summary(project, "Days", date)).toMatchObject({ validations_succeeded: 10 });
  });

  it("200: what requests did is counted with them", async () => {
    const project = await newProject();
    const id = await campaign(project, "Live", { vouchers_count: 1 });
    await code(project, id, "A");
    await code(project, id, "B");
    const reply = await redeem(project, "A", { order: { amount: 500 } });
    await project.post(`/v1/redemptions/${reply.body.redemptions[0].id}/rollback`);
    await project.delete("/v1/vouchers/B");
    expect(await summary(project, "Live")).toMatchObject({
      redemptions: 1,
      redemptions_succeeded: 1,
      rollbacks: 1,
      rollbacks_succeeded: 1,
      vouchers_created: 3,
      vouchers_deleted: 1,
      discounted_amount: 100,
      rolledback_discounted_amount: 100,
    });
  });

  it("200: a year of days costs a row for each, whatever the vouchers", async () => {
    const project = await newProject();
    const id = await campaign(project, "Year");
    await project.get(`/v1/campaigns/${id}/summary`);
    const few = costOf(await project.get(`/v1/campaigns/${id}/summary`)).read;
    for (let at = 0; at < 20; at++) await code(project, id, `C${at}`);
    const many = costOf(await project.get(`/v1/campaigns/${id}/summary`)).read;
    // One day with something in it.
    expect(many - few).toBeLessThanOrEqual(1);
  });

  it("400: bounds that are no dates", async () => {
    const project = await newProject();
    await campaign(project, "C");
    for (const query of ["start_date=soon", "end_date=2026-02-30", "end_date=01.02.2026"]) {
      const reply = await project.get(`/v1/campaigns/C/summary?${query}`);
      const name = query.split("=")[0];
      expect(failure(reply, 400, "invalid_query_params").details).toBe(
        `Property .${name} cannot be recognized as a ISO-8601 compliant date`,
      );
    }
  });

  it("404: an unknown campaign", async () => {
    const project = await newProject();
    const reply = await project.get("/v1/campaigns/nobody/summary");
    expect(failure(reply, 404, "not_found").resource_type).toBe("campaign");
  });
});
