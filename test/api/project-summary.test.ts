import { getTableColumns } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { projectDays } from "../../src/db/tables/campaigns";
import { ProjectSummary } from "../../src/resources/management/summary/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { PATIENCE } from "../support/patience";
import { homeDb } from "../support/places";
import { giftCard, parallel, redeem, redeemables, voucher } from "../support/redeeming";
import { runs } from "../support/runs";

const COLUMNS = Object.keys(getTableColumns(projectDays)).filter(
  (name) => !["project_id", "day"].includes(name),
);

const read = (project: TestProject, query = "") =>
  project.get(`/management/v1/projects/${project.id}/summary${query}`, project.management);

async function summary(project: TestProject, query = "") {
  const reply = await read(project, query);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(ProjectSummary, reply);
}

/** What a summary says beside zeros. */
const moved = (counters: object) =>
  Object.fromEntries(Object.entries(counters).filter(([, count]) => count !== 0));

/** A counter of each day. */
const byDay = (days: readonly { day: string }[], counter: string) =>
  days.map((each) => [each.day, Reflect.get(each, counter)]);

const totalOf = async (project: TestProject) => moved((await summary(project)).total);

/** Writes a day on which each counter moved by its place in the table plus `from`. */
const day = (project: TestProject, date: string, from: number) =>
  homeDb()
    .prepare(
      `INSERT INTO project_days (project_id, day, ${COLUMNS.join(", ")})
     VALUES (?, ?, ${COLUMNS.map(() => "?").join(", ")})`,
    )
    .bind(project.id, date, ...COLUMNS.map((_, at) => from + at))
    .run();

const at = (date: string) => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(date) });

afterEach(() => {
  vi.useRealTimers();
});

describe("GET /management/v1/projects/{projectId}/summary", () => {
  it("200: every counter of a day, and what succeeded and failed together", async () => {
    const project = await newProject();
    await day(project, "2031-05-01", 500);
    const { total, days } = await summary(project, "?start_date=2031-05-01&end_date=2031-05-01");
    expect(days).toEqual([{ day: "2031-05-01", ...total }]);
    expect(total).toEqual({
      validations: 1001,
      validations_succeeded: 500,
      validations_failed: 501,
      redemptions: 1005,
      redemptions_succeeded: 502,
      redemptions_failed: 503,
      rollbacks: 1009,
      rollbacks_succeeded: 504,
      rollbacks_failed: 505,
      publications: 1013,
      publications_succeeded: 506,
      publications_failed: 507,
      discounted_amount: 508,
      rolledback_discounted_amount: 509,
      orders_count: 510,
      orders_rolledback_count: 511,
      orders_amount: 512,
      orders_rolledback_amount: 513,
      amount_redeemed: 514,
      amount_rolledback: 515,
      points_rewarded: 516,
      points_added: 517,
      pending_points_activated: 518,
      points_redeemed: 519,
      points_rolledback: 520,
      points_expired: 521,
    });
  });

  it("200: the last 30 days up to today, those without anything too", async () => {
    const project = await newProject();
    at("2031-03-01T12:00:00Z");
    await day(project, "2031-01-30", 1);
    await day(project, "2031-01-31", 10);
    await day(project, "2031-03-01", 100);
    await day(project, "2031-03-02", 1000);
    const body = await summary(project);
    expect(body).toMatchObject({ start_date: "2031-01-31", end_date: "2031-03-01" });
    expect(byDay(body.days, "validations_succeeded")).toEqual([
      ["2031-01-31", 10],
      ...Array.from({ length: 28 }, (_, of) => [`2031-02-${String(of + 1).padStart(2, "0")}`, 0]),
      ["2031-03-01", 100],
    ]);
    expect(body.total.validations_succeeded).toBe(110);
  });

  it.each<[string, string[]]>([
    ["?start_date=2031-02-28", ["2031-02-28", "2031-03-01"]],
    ["?start_date=2031-02-01&end_date=2031-02-01", ["2031-02-01"]],
    ["?start_date=2031-02-02&end_date=2031-02-01", []],
    ["?start_date=2031-03-05", []],
    // 13 hours ahead of UTC.
    [
      "?start_date=2031-02-01T10:59:59Z&end_date=2031-02-01T11:00:00Z",
      ["2031-02-01", "2031-02-02"],
    ],
  ])("200: %s names the days %j of the project's own calendar", async (query, expected) => {
    const project = await newProject({ timezone: "Pacific/Auckland" });
    at("2031-02-28T12:00:00Z");
    expect((await summary(project, query)).days.map((each) => each.day)).toEqual(expected);
  });

  it("200: a year costs one round trip, and a row for each day with something in it", async () => {
    const project = await newProject();
    const query = "?start_date=2031-01-01&end_date=2032-01-01";
    await day(project, "2031-06-10", 1);
    expect((await summary(project, query)).days).toHaveLength(366);
    const one = costOf(await read(project, query));
    for (let of = 11; of <= 30; of++) await day(project, `2031-06-${of}`, 1);
    const more = costOf(await read(project, query));
    expect([one.roundTrips, more.roundTrips]).toEqual([1, 1]);
    expect(more.read - one.read).toBe(20);
  });

  it("400: more than 366 days, and bounds that are no dates", async () => {
    const project = await newProject();
    const long = await read(project, "?start_date=2031-01-01&end_date=2032-01-02");
    expect(failure(long, 400, "invalid_query_params").details).toBe(
      "Property .start_date must be less than 366 days before .end_date",
    );
    const wrong = await read(project, "?end_date=2031-02-30");
    expect(failure(wrong, 400, "invalid_query_params").details).toBe(
      "Property .end_date cannot be recognized as a ISO-8601 compliant date",
    );
  });
});

describe("a project's day", () => {
  it("counts an order once, whatever campaigns and codes without one were redeemed on it", async () => {
    const project = await newProject();
    const [spring, summer] = [await campaign(project, "Spring"), await campaign(project, "Summer")];
    await code(project, spring, "S1");
    await code(project, summer, "U1");
    await voucher(project, "ALONE", { redemption: { quantity: 2 } });
    const order = { source_id: "a", amount: 1000 };
    const stack = await redeem(project, ["S1", "U1", "ALONE"], { order });
    expect(stack.status).toBe(200);
    expect((await redeem(project, "ALONE", { order })).status).toBe(200);
    expect((await redeem(project, "ALONE", { order: { amount: 70 } })).status).toBe(400);
    const before = {
      redemptions: 5,
      redemptions_succeeded: 4,
      redemptions_failed: 1,
      discounted_amount: 400,
      orders_count: 1,
      orders_amount: 1000,
    };
    expect(await totalOf(project)).toEqual(before);
    const undo = `/v1/redemptions/${stack.body.parent_redemption.id}/rollbacks`;
    expect((await project.post(undo)).status).toBe(200);
    const back = { rollbacks: 3, rollbacks_succeeded: 3, rolledback_discounted_amount: 300 };
    expect(await totalOf(project)).toEqual({ ...before, ...back });
    await expectSound(project.id);
  });

  it("counts what an undone order came to once more, and a second rollback as failed", async () => {
    const project = await newProject();
    await voucher(project, "ALONE");
    const { body } = await redeem(project, "ALONE", { order: { source_id: "a", amount: 1000 } });
    const undo = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
    expect((await project.post(undo)).status).toBe(200);
    expect((await project.post(undo)).status).toBe(400);
    expect(await totalOf(project)).toEqual({
      redemptions: 1,
      redemptions_succeeded: 1,
      rollbacks: 2,
      rollbacks_succeeded: 1,
      rollbacks_failed: 1,
      discounted_amount: 100,
      rolledback_discounted_amount: 100,
      orders_count: 1,
      orders_rolledback_count: 1,
      orders_amount: 1000,
      orders_rolledback_amount: 1000,
    });
    await expectSound(project.id);
  });

  it("counts orders that are paid without any code, and what they change to", async () => {
    const project = await newProject();
    const put = (sent: object) => project.post("/v1/orders", { source_id: "a", ...sent });
    await put({ amount: 500 });
    expect(await totalOf(project)).toEqual({});
    await put({ status: "PAID" });
    await put({ amount: 700 });
    await put({ amount: 650, status: "FULFILLED" });
    expect(await totalOf(project)).toEqual({
      orders_count: 1,
      orders_amount: 700,
      orders_rolledback_amount: 50,
    });
    await expectSound(project.id);
  });

  it("counts a card and a publication that belong to no campaign", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    const customer = { source_id: "ada" };
    const given = { voucher: "CARD", customer };
    expect((await project.post("/v1/publications", given)).status).toBe(200);
    const order = { source_id: "a", amount: 300 };
    const paid = await redeem(project, "CARD", { order });
    expect(paid.status).toBe(200);
    await project.post(`/v1/redemptions/${paid.body.redemptions[0].id}/rollback`);
    expect(await totalOf(project)).toMatchObject({
      publications: 1,
      publications_succeeded: 1,
      amount_redeemed: 300,
      amount_rolledback: 300,
    });
    await expectSound(project.id);
  });

  it("counts validations of codes without a campaign through the queue, some seconds late", async () => {
    const project = await newProject();
    const spring = await campaign(project, "Spring");
    await code(project, spring, "S1");
    await voucher(project, "ALONE");
    await voucher(project, "OFF", { active: false });
    for (const sent of [["S1", "ALONE"], ["ALONE"], ["OFF"], ["NONE"]]) {
      const reply = await project.post("/v1/validations", { redeemables: redeemables(sent) });
      expect(reply.headers.get("server-timing")).toContain("0 rows written");
    }
    await vi.waitUntil(async () => (await summary(project)).total.validations === 4, PATIENCE);
    expect(await totalOf(project)).toEqual({
      validations: 4,
      validations_succeeded: 3,
      validations_failed: 1,
    });
  });

  it("ends at midnight of the project's own calendar", async () => {
    const project = await newProject({ timezone: "Pacific/Auckland" });
    await voucher(project, "ALONE");
    // 13 hours ahead of UTC.
    at("2031-02-01T10:59:59.999Z");
    await redeem(project, "ALONE");
    at("2031-02-01T11:00:00Z");
    await redeem(project, "ALONE");
    await redeem(project, "ALONE");
    const counted = async () => {
      const { days } = await summary(project, "?start_date=2031-01-31&end_date=2031-02-03");
      return byDay(days, "redemptions_succeeded").map(([, count]) => count);
    };
    expect(await counted()).toEqual([0, 1, 2, 0]);
    // A clock that is behind counts on its own day.
    at("2031-02-01T10:59:59.999Z");
    await redeem(project, "ALONE");
    at("2031-02-01T11:00:01Z");
    await redeem(project, "ALONE");
    expect(await counted()).toEqual([0, 2, 3, 0]);
  });

  it("keeps every counter of a day that is over", async () => {
    const project = await newProject();
    await voucher(project, "ALONE");
    await day(project, "2031-05-01", 1000);
    await homeDb()
      .prepare(
        `UPDATE tallies SET ${COLUMNS.map((name, of) => `day_${name} = ${of + 1}`).join(", ")},
          day = '2031-05-01' WHERE project_id = ?1`,
      )
      .bind(project.id)
      .run();
    at("2031-05-02T12:00:00Z");
    await redeem(project, "ALONE");
    const [before, today] = (await summary(project, "?start_date=2031-05-01")).days;
    const { day: _, ...counters } = before ?? {};
    const columns = Object.entries(counters).filter(([name]) => COLUMNS.includes(name));
    expect(Object.fromEntries(columns)).toEqual(
      Object.fromEntries(COLUMNS.map((name, of) => [name, 1000 + of + of + 1])),
    );
    expect(moved(today ?? {})).toEqual({
      day: "2031-05-02",
      redemptions: 1,
      redemptions_succeeded: 1,
    });
  });

  it("counts all of 50 redemptions at once", async () => {
    const project = await newProject();
    await voucher(project, "ALONE");
    const replies = await parallel(50, (of) =>
      redeem(project, "ALONE", { order: { source_id: `o-${of}`, amount: 1000 } }),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await totalOf(project)).toEqual({
      redemptions: 50,
      redemptions_succeeded: 50,
      discounted_amount: 5000,
      orders_count: 50,
      orders_amount: 50_000,
    });
    await expectSound(project.id);
  });
});

/** What people do in a shop, one thing after the other. */
const CODES = ["S1", "U1", "ALONE", "FEW", "CARD"];
const order = fc.record({
  source_id: fc.constantFrom("a", "b", "c"),
  amount: fc.integer({ min: 0, max: 3000 }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ codes: fc.subarray(CODES, { minLength: 1 }), order }) },
  { weight: 3, arbitrary: fc.record({ rollback: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ order, status: fc.constantFrom("PAID", "FULFILLED", "CANCELED") }),
  },
  { weight: 1, arbitrary: fc.record({ give: fc.constantFrom(...CODES) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function act(project: TestProject, made: string[], doing: Step) {
  if ("codes" in doing) {
    const { body } = await redeem(project, doing.codes, { order: doing.order });
    made.push(...(body.redemptions ?? []).map(({ id }: { id: string }) => id));
  } else if ("rollback" in doing) {
    const id = made[doing.rollback % Math.max(1, made.length)];
    if (id) await project.post(`/v1/redemptions/${id}/rollback`);
  } else if ("give" in doing) {
    const given = { voucher: doing.give, customer: { source_id: "ada" } };
    await project.post("/v1/publications", given);
  } else await project.post("/v1/orders", { ...doing.order, status: doing.status });
}

describe("whatever happens in a project", () => {
  it("its days add up to its records", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const project = await newProject();
        await code(project, await campaign(project, "Spring"), "S1");
        await code(project, await campaign(project, "Summer"), "U1");
        await voucher(project, "ALONE");
        await voucher(project, "FEW", { redemption: { quantity: 1 } });
        await giftCard(project, "CARD", 1500);
        const made: string[] = [];
        for (const each of steps) await act(project, made, each);
        await expectSound(project.id);
      }),
      { numRuns: runs(20) },
    );
  });
});
