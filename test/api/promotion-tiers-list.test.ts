import { describe, expect, it } from "vitest";
import { ClientTierList, TierList } from "../../src/resources/campaigns/promotions/tiers/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";
import { promotion, TEN_OFF, tier } from "../support/promotions";

const PAST = "2020-01-01T00:00:00.000Z";
const FUTURE = "2099-01-01T00:00:00.000Z";

const page = async (project: TestProject, query: string) => {
  const list = parsed(TierList, await project.get(`/v1/promotions/tiers${query}`));
  return { names: list.tiers.map(({ name }) => name), total: list.total, more: list.has_more };
};

describe("GET /v1/promotions/{campaignId}/tiers", () => {
  it("200: all of them in the order of their hierarchy, none of another promotion", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    await tier(project, await promotion(project, "Other"), "Other");
    for (let at = 0; at < 12; at++) await tier(project, id, `t${at}`, { hierarchy: 1 });
    const reply = await project.get("/v1/promotions/Spring/tiers");
    expect(costOf(reply).roundTrips).toBe(1);
    const list = parsed(TierList, reply);
    expect(list.tiers.map(({ name }) => name)).toEqual([
      "t11",
      "t10",
      "t9",
      "t8",
      "t7",
      "t6",
      "t5",
      "t4",
      "t3",
      "t2",
      "t1",
      "t0",
    ]);
    expect(list).toMatchObject({ data_ref: "tiers", total: 12, has_more: false });
  });

  it("404: unknown, and of another project; 400: no promotion", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await promotion(other, "Far");
    const coupons = await campaign(project, "Coupons");
    for (const id of ["camp_none", "Far", foreign]) {
      failure(await project.get(`/v1/promotions/${id}/tiers`), 404, "not_found");
    }
    failure(await project.get(`/v1/promotions/${coupons}/tiers`), 400, "invalid_campaign");
  });
});

describe("GET /v1/promotions/tiers", () => {
  it("200: of all promotions, newest first, by page and in every order", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await tier(other, await promotion(other, "Far"), "Far");
    expect(await page(project, "")).toEqual({ names: [], total: 0, more: false });
    const [one, two] = [await promotion(project, "One"), await promotion(project, "Two")];
    const a = await tier(project, one, "a");
    await tier(project, two, "b");
    await tier(project, one, "c");
    await project.put(`/v1/promotions/tiers/${a.id}`, { banner: "Hi" });
    expect(await page(project, "")).toEqual({ names: ["c", "b", "a"], total: 3, more: false });
    expect(await page(project, "?limit=2")).toEqual({ names: ["c", "b"], total: 3, more: true });
    expect(await page(project, "?limit=2&page=2")).toEqual({ names: ["a"], total: 3, more: false });
    expect((await page(project, "?order=created_at")).names).toEqual(["a", "b", "c"]);
    expect((await page(project, "?order=-updated_at")).names).toEqual(["a", "c", "b"]);
    expect((await page(project, "?order=updated_at")).names).toEqual(["b", "c", "a"]);
    for (const query of ["limit=101", "is_available=maybe"]) {
      failure(await project.get(`/v1/promotions/tiers?${query}`), 400, "invalid_query_params");
    }
  });

  it("200: one round trip", async () => {
    const project = await newProject();
    await tier(project, await promotion(project, "One"), "a");
    expect(costOf(await project.get("/v1/promotions/tiers")).roundTrips).toBe(1);
  });
});

/** Days of the week but for today's in UTC: tests that ask for it run in less than a day. */
const otherDays = [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== new Date().getUTCDay());

/** A project with one open tier, and one for each reason to be closed. */
async function closedAndOpen(): Promise<TestProject> {
  const project = await newProject();
  const open = await promotion(project, "Open", { start_date: PAST, expiration_date: FUTURE });
  await tier(project, open, "off", { active: false });
  await tier(project, open, "early", { start_date: FUTURE });
  await tier(project, open, "late", { expiration_date: PAST });
  await tier(project, open, "other day", { validity_day_of_week: otherDays });
  const frame = { interval: "P9999Y", duration: "PT1S" };
  await tier(project, open, "outside", { start_date: PAST, validity_timeframe: frame });
  await tier(project, open, "now", {
    banner: "10 % off",
    metadata: { margin: 3 },
    start_date: PAST,
    expiration_date: FUTURE,
  });
  const closed = {
    Off: { active: false },
    Early: { start_date: FUTURE },
    Late: { expiration_date: PAST },
    Outside: { validity_day_of_week: otherDays },
  };
  for (const [name, sent] of Object.entries(closed)) {
    await tier(project, await promotion(project, name, sent), `in ${name}`);
  }
  await tier(project, await promotion(project, "Gone"), "in Gone");
  await project.delete("/v1/campaigns/Gone");
  return project;
}

describe("tiers that a shopper can have now", () => {
  it("GET /v1/promotions/tiers?is_available=true: 200", async () => {
    const project = await closedAndOpen();
    const before = await page(project, "?is_available=true");
    expect(before).toEqual({ names: ["now"], total: 1, more: false });
    expect((await page(project, "?is_available=false")).total).toBe(10);
  });

  it("GET /client/v1/promotions/tiers: 200, and only what is a shopper's business", async () => {
    const project = await closedAndOpen();
    // The first request reads the key and the project's settings.
    await project.get("/client/v1/promotions/tiers");
    const reply = await project.get("/client/v1/promotions/tiers");
    expect(costOf(reply).roundTrips).toBe(2);
    const list = parsed(ClientTierList, reply);
    expect(list).toEqual({
      object: "list",
      data_ref: "tiers",
      tiers: [
        {
          id: expect.stringMatching(/^promo_/),
          name: "now",
          banner: "10 % off",
          action: { discount: TEN_OFF },
          hierarchy: 6,
          metadata: {},
          active: true,
          category_id: null,
          categories: [],
          campaign_id: expect.stringMatching(/^camp_/),
          start_date: PAST,
          expiration_date: FUTURE,
          created_at: expect.stringMatching(/Z$/),
          campaign: {
            id: expect.stringMatching(/^camp_/),
            start_date: PAST,
            expiration_date: FUTURE,
            active: true,
            category_id: null,
            object: "campaign",
          },
          object: "promotion_tier",
        },
      ],
      total: 1,
      has_more: false,
    });
  });

  it("GET /client/v1/promotions/tiers: 200, by page, none of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await tier(other, await promotion(other, "Far"), "Far");
    const id = await promotion(project, "Spring");
    for (const name of ["a", "b", "c"]) await tier(project, id, name);
    const names = async (query: string) => {
      const path = `/client/v1/promotions/tiers?${query}`;
      const { tiers, total, has_more } = parsed(ClientTierList, await project.get(path));
      return [tiers.map(({ name }) => name), total, has_more];
    };
    expect(await names("limit=2")).toEqual([["c", "b"], 3, true]);
    expect(await names("limit=2&page=2")).toEqual([["a"], 3, false]);
    expect(await names("limit=2&page=3")).toEqual([[], 3, false]);
    expect(await names("order=created_at&is_available=true")).toEqual([["a", "b", "c"], 3, false]);
    for (const [query, named] of [
      ["limit=0", ".limit"],
      ["is_available=false", ".is_available must be true"],
    ]) {
      const refused = await project.get(`/client/v1/promotions/tiers?${query}`);
      expect(failure(refused, 400, "invalid_query_params").details).toContain(named);
    }
  });

  it("what a tier says itself goes before its campaign, as where it is validated", async () => {
    const project = await newProject();
    const ids = new Map<string, string>();
    const place = async (
      name: string,
      promotionSent: Record<string, unknown>,
      sent: Record<string, unknown>,
    ) => {
      await tier(project, await promotion(project, `of ${name}`, promotionSent), name, sent);
      const { tiers } = (await project.get("/v1/promotions/tiers?limit=1")).body;
      ids.set(name, tiers[0].id);
    };
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const daily = { interval: "P1D", duration: "PT2H" };
    await place("longer", { expiration_date: PAST }, { expiration_date: FUTURE });
    await place("sooner", { start_date: FUTURE }, { start_date: PAST });
    await place(
      "own days",
      { validity_day_of_week: otherDays },
      { validity_day_of_week: [0, 1, 2, 3, 4, 5, 6] },
    );
    await place(
      "own start",
      { start_date: hoursAgo(1), validity_timeframe: daily },
      { start_date: hoursAgo(27) },
    );
    const open = ["own days", "sooner", "longer"];
    expect((await page(project, "?is_available=true")).names).toEqual(open);
    for (const [name, id] of ids) {
      const redeemables = [{ object: "promotion_tier", id }];
      const reply = await project.post("/v1/validations", { redeemables, order: { amount: 1000 } });
      expect([name, reply.body.valid]).toEqual([name, open.includes(name)]);
    }
  });

  it("hours are read in the project's time zone", async () => {
    const project = await newProject({ timezone: "Pacific/Kiritimati" });
    const id = await promotion(project, "Spring");
    // UTC+14 all year round: the hour on the wall there is the one of UTC plus 14.
    const local = (new Date().getUTCHours() + 14) % 24;
    const clock = (hour: number) => `${String((hour + 24) % 24).padStart(2, "0")}:00`;
    const daily = (from: number, to: number) => ({
      validity_hours: { daily: [{ start_time: clock(from), expiration_time: clock(to) }] },
    });
    await tier(project, id, "there", daily(local - 1, local + 2));
    await tier(project, id, "here", daily(local - 15, local - 12));
    expect((await page(project, "?is_available=true")).names).toEqual(["there"]);
  });
});

describe("what lists cost", () => {
  it("a page of tiers reads as many rows with 5 as with 500 of them", async () => {
    const project = await newProject();
    const id = await promotion(project, "Spring");
    const few = 5;
    for (let at = 0; at < few; at++) await tier(project, id, `t${at}`);
    const read = async () => costOf(await project.get("/v1/promotions/tiers?limit=5")).read;
    const before = await read();
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO promotion_tiers (project_id, id, campaign_id, name, metadata, hierarchy, active, created_at)
       SELECT ?1, printf('promo_z%023d', i), ?2, printf('n%d', i), '{}', 9, 1, '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, id)
      .run();
    expect(await read()).toBe(before);
  });
});
