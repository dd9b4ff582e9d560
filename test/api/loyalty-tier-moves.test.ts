import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { outboxJob } from "../../src/async/jobs/outbox";
import { LISTENERS } from "../../src/async/listeners";
import type { Heard } from "../../src/events/listeners";
import { followPoints } from "../../src/resources/loyalties/tiers/follow-points";
import { moveMembers } from "../../src/resources/loyalties/tiers/move";
import { TierList } from "../../src/resources/loyalties/tiers/schema";
import { jobScope } from "../../src/scope/job-scope";
import { costOf, eventsOf, parsed, rowsOf, type TestProject } from "../support/api";
import { earningRule, fixed } from "../support/earning";
import { failure } from "../support/failure";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { nightOf, type Program, program } from "../support/loyalty";
import { PATIENCE } from "../support/patience";
import { homeDb } from "../support/places";

const SILVER = { name: "Silver", points: { from: 100, to: 499 } };
const GOLD = { name: "Gold", points: { from: 500 } };

const BY_MONTH = {
  qualification_type: "POINTS_IN_PERIOD",
  qualification_period: "MONTH",
  start_date: { type: "IMMEDIATE" },
  expiration_date: { type: "END_OF_NEXT_PERIOD" },
};
const FOR_A_QUARTER = {
  qualification_type: "BALANCE",
  start_date: { type: "IMMEDIATE" },
  expiration_date: { type: "CUSTOM", extend: "P3M" },
};

const at = (instant: string) => vi.setSystemTime(Date.parse(instant));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-01-10T12:00:00Z");
});
afterEach(() => vi.useRealTimers());

const quiet = { ...env, ...DEAF_QUEUES };

/** Lets every listener hear whatever has happened so far. */
async function heard({ id }: TestProject): Promise<void> {
  const [tally] = await rowsOf("tallies", id);
  if (tally?.events_taken === tally?.event_sequence) return;
  await outboxJob(quiet, { job: "outbox", project_id: id });
  await heard({ id } as TestProject);
}

/** A whole night, of this program alone: one message may end among what others have left due. */
const night = ({ project }: Program) => nightOf(project, quiet);

/** A program with two tiers, and a card for each of these customers. */
async function tiered(settings: object | null, holders?: string[], timezone?: string) {
  const made = await program(holders, { settings: timezone ? { timezone } : {} });
  const { project, id } = made;
  if (settings) {
    const changed = await project.put(`/v1/loyalties/${id}`, {
      loyalty_tiers_expiration: settings,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  }
  const tiers = await project.post(`/v1/loyalties/${id}/tiers`, [SILVER, GOLD]);
  expect(tiers.status, JSON.stringify(tiers.body)).toBe(200);
  return made;
}

async function add({ project, cards }: Program, points: number, holder = "ada"): Promise<void> {
  const reply = await project.post(`/v1/loyalties/members/${cards[holder]}/balance`, { points });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await heard(project);
}

/** What was told of customers' tiers: the kind's last word, and the tiers by name. */
async function told({ project }: Program): Promise<string[]> {
  const events = (await eventsOf(project.id)).filter(({ kind }) =>
    kind.startsWith("customer.loyalty.tier."),
  );
  return events.map(({ kind, data }) => {
    const tier = data.loyalty_tier ?? data.loyalty_tier_to;
    const names = [data.loyalty_tier_from?.name, tier?.name].filter(Boolean).join(">");
    const end = tier?.expiration?.expiration_date;
    return `${kind.slice("customer.loyalty.tier.".length)} ${names}${end ? ` until ${end}` : ""}`;
  });
}

async function tierOf({ project, cards }: Program, holder = "ada") {
  const reply = await project.get(`/v1/loyalties/members/${cards[holder]}/tiers`);
  const list = parsed(TierList, reply);
  expect(list.total).toBe(list.data.length);
  return list.data[0] ?? null;
}

describe("a member whose card was in the bin", () => {
  it("has the tier of what was taken off it there a minute after it is back", async () => {
    const made = await tiered(null);
    const { project, cards } = made;
    await earningRule(project, "Points", fixed(100));
    const customer = { source_id: "ada" };
    const { body } = await project.post("/v1/orders", { status: "PAID", amount: 100, customer });
    await heard(project);
    expect((await tierOf(made))?.name).toBe("Silver");
    expect((await project.delete(`/v1/vouchers/${cards.ada}`)).status).toBe(204);
    await project.put(`/v1/orders/${body.id}`, { status: "CANCELED" });
    await heard(project);
    const [entry] = (await project.get("/v1/trash-bin")).body.data;
    expect((await project.post(`/v1/trash-bin/${entry.id}/restore`)).status).toBe(200);
    await heard(project);
    at("2026-01-10T12:01:00Z");
    await night(made);
    await heard(project);
    expect(await tierOf(made)).toBe(null);
    expect(await told(made)).toEqual(["joined Silver", "left Silver"]);
  });
});

describe("a member whose points move", () => {
  it("joins, rises, falls and leaves with its balance, and each is told once", async () => {
    const made = await tiered(null);
    for (const points of [99, 1, 400, -1, -400, -99]) await add(made, points);
    expect(await told(made)).toEqual([
      "joined Silver",
      "upgraded Silver>Gold",
      "downgraded Gold>Silver",
      "left Silver",
    ]);
    expect(await tierOf(made)).toBe(null);
  });

  it("is shown with its tier, and who joined has it among its activities", async () => {
    const made = await tiered(FOR_A_QUARTER);
    await add(made, 150);
    const [member] = await rowsOf("loyalty_members", made.project.id);
    const tier = await tierOf(made);
    expect(tier).toMatchObject({
      name: "Silver",
      expiration: {
        customer_id: member?.customer_id,
        campaign_id: made.id,
        tier_id: tier?.id,
        start_date: "2026-01-10",
        expiration_date: "2026-04-10",
      },
    });
    const { body } = await made.project.get("/v1/customers/ada/activity?limit=100");
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type.includes("tier"))).toEqual([
      "customer.loyalty.tier.joined",
    ]);
    const [event] = (await eventsOf(made.project.id)).filter(({ kind }) => kind.includes("joined"));
    expect(event?.data).toMatchObject({
      customer: { source_id: "ada" },
      campaign: { id: made.id, name: "Points" },
      loyalty_tier: tier,
      created_at: "2026-01-10T12:00:00.000Z",
    });
  });

  it("of a tier for nobody's points joins with its card", async () => {
    const made = await tiered(null, []);
    const { project, id } = made;
    await project.post(`/v1/loyalties/${id}/tiers`, [{ name: "Basic", points: { to: 99 } }]);
    const joined = await project.post(`/v1/loyalties/${id}/members`, {
      customer: { source_id: "eve" },
    });
    await heard(project);
    expect(await told(made)).toEqual(["joined Basic"]);
    const path = `/v1/loyalties/members/${joined.body.code}/tiers`;
    expect((await project.get(path)).body.data[0].name).toBe("Basic");
  });

  it("counts points of a month, whatever is spent of them, in the project's zone", async () => {
    const made = await tiered(BY_MONTH, ["ada"], "America/New_York");
    at("2026-02-01T04:59:59Z");
    await add(made, 60);
    await add(made, -50);
    expect(await told(made)).toEqual([]);
    // A second later it is February in New York.
    at("2026-02-01T05:00:00Z");
    await add(made, 60);
    expect(await told(made)).toEqual([]);
    at("2026-02-20T12:00:00Z");
    await add(made, 40);
    expect(await told(made)).toEqual(["joined Silver until 2026-03-31"]);
  });

  it("does not count points that came from another card", async () => {
    const made = await tiered(BY_MONTH, ["ada", "bob"]);
    await add(made, 90);
    await add(made, 99, "bob");
    const transfer = [{ code: made.cards.bob, points: 99 }];
    const path = `/v1/loyalties/${made.id}/members/${made.cards.ada}/transfers`;
    expect((await made.project.post(path, transfer)).status).toBe(200);
    await heard(made.project);
    expect(await told(made)).toEqual([]);
    await add(made, 10);
    expect(await told(made)).toEqual(["joined Silver until 2026-02-28"]);
  });

  it("of a program that has tiers only later counts what it got in the period before", async () => {
    const made = await program();
    const { project, id } = made;
    await project.put(`/v1/loyalties/${id}`, { loyalty_tiers_expiration: BY_MONTH });
    await add(made, 300);
    at("2026-02-03T12:00:00Z");
    await add(made, 60);
    await project.post(`/v1/loyalties/${id}/tiers`, [SILVER, GOLD]);
    await add(made, 39);
    expect(await told(made)).toEqual(["joined Silver until 2026-02-28"]);
    await add(made, 1);
    expect(await told(made)).toEqual([
      "joined Silver until 2026-02-28",
      "prolonged Silver until 2026-03-31",
    ]);
  });
});

describe("a tier that a member leaves", () => {
  const days = (tier: { name: string; expiration?: Record<string, string> }) => [
    tier.name,
    tier.expiration?.start_date,
    tier.expiration?.expiration_date,
  ];

  it("is told with its own days, beside those of the next one", async () => {
    const made = await tiered(FOR_A_QUARTER);
    await add(made, 150);
    at("2026-01-20T12:00:00Z");
    await add(made, 400);
    await add(made, -550);
    at("2026-04-21T00:00:00Z");
    await night(made);
    const events = (await eventsOf(made.project.id)).filter(({ kind }) => kind.includes(".tier."));
    expect(events.map(({ kind }) => kind.split(".").at(-1))).toEqual([
      "joined",
      "upgraded",
      "left",
    ]);
    const [, upgraded, left] = events.map(({ data }) => data);
    expect(days(upgraded.loyalty_tier_from)).toEqual(["Silver", "2026-01-10", "2026-04-10"]);
    expect(days(upgraded.loyalty_tier_to)).toEqual(["Gold", "2026-01-20", "2026-04-20"]);
    expect(days(left.loyalty_tier)).toEqual(["Gold", "2026-01-20", "2026-04-20"]);
  });

  it("tells until when it was where it was passed through in one look", async () => {
    const made = await tiered({ ...BY_MONTH, expiration_date: { type: "END_OF_PERIOD" } });
    await add(made, 1);
    await made.project.post(`/v1/loyalties/members/${made.cards.ada}/balance`, { points: 150 });
    await made.project.post(`/v1/loyalties/members/${made.cards.ada}/balance`, { points: 400 });
    await heard(made.project);
    const events = (await eventsOf(made.project.id)).filter(({ kind }) => kind.includes(".tier."));
    expect(events.map(({ kind }) => kind.split(".").at(-1))).toEqual(["joined", "upgraded"]);
    expect(days(events[1]?.data.loyalty_tier_from)).toEqual(["Silver", undefined, "2026-01-31"]);
    expect(days(events[1]?.data.loyalty_tier_to)).toEqual(["Gold", "2026-01-10", "2026-01-31"]);
  });
});

describe("a day that comes", () => {
  it("ends a tier whose points are gone, and prolongs one whose points are there", async () => {
    const made = await tiered(FOR_A_QUARTER, ["ada", "bob"]);
    await add(made, 150);
    await add(made, 150, "bob");
    await add(made, -100);
    at("2026-04-10T23:59:59Z");
    await night(made);
    expect(await told(made)).toHaveLength(2);
    at("2026-04-11T00:00:00Z");
    await night(made);
    expect((await told(made)).slice(2).sort()).toEqual([
      "left Silver until 2026-04-10",
      "prolonged Silver until 2026-07-11",
    ]);
    await night(made);
    expect(await told(made)).toHaveLength(4);
    expect((await rowsOf("loyalty_members", made.project.id)).map(({ due_at }) => due_at)).toEqual(
      expect.arrayContaining([null, "2026-07-12T00:00:00.000Z"]),
    );
  });

  it("begins a tier with the period behind the one that led into it", async () => {
    const made = await tiered({ ...BY_MONTH, start_date: { type: "NEXT_PERIOD" } });
    await add(made, 500);
    expect(await told(made)).toEqual([]);
    at("2026-02-01T00:00:00Z");
    await night(made);
    expect(await told(made)).toEqual(["joined Gold until 2026-02-28"]);
    at("2026-03-01T00:00:00Z");
    await night(made);
    expect((await told(made)).slice(1)).toEqual(["left Gold until 2026-02-28"]);
    expect((await rowsOf("loyalty_members", made.project.id))[0]).toMatchObject({ due_at: null });
  });

  it("is made up for after the program was in the bin, also of a night on the way there", async () => {
    const made = await tiered(FOR_A_QUARTER);
    await add(made, 150);
    const { project, id } = made;
    const carriedOut = async (request: { method?: string; path: string }) => {
      const { body } = await sendPausing(project, request, {}, DEAF_QUEUES);
      return { project_id: project.id, action_id: body.async_action_id };
    };
    const going = await carriedOut({ method: "DELETE", path: `/v1/loyalties/${id}` });
    at("2026-05-01T00:00:00Z");
    await night(made);
    const [member] = await rowsOf("loyalty_members", project.id);
    expect(member?.due_at).not.toBe("2026-04-11T00:00:00.000Z");
    await actionJob(quiet, going);
    expect(await rowsOf("loyalty_members", project.id)).toEqual([]);
    const [entry] = (await project.get("/v1/trash-bin")).body.data;
    await actionJob(quiet, await carriedOut({ path: `/v1/trash-bin/${entry.id}/restore` }));
    expect((await rowsOf("loyalty_members", project.id))[0]).toMatchObject({
      due_at: "2026-04-11T00:00:00.000Z",
    });
    await night(made);
    expect((await told(made)).slice(1)).toEqual(["prolonged Silver until 2026-07-11"]);
  });

  it("does nothing for a card that somebody else holds, and comes no more", async () => {
    const made = await tiered(FOR_A_QUARTER);
    await add(made, 150);
    const { project } = made;
    await homeDb()
      .prepare("UPDATE vouchers SET holder_id = 'cust_other' WHERE project_id = ?1")
      .bind(project.id)
      .run();
    at("2026-05-01T00:00:00Z");
    await night(made);
    expect(await told(made)).toHaveLength(1);
    expect((await rowsOf("loyalty_members", project.id))[0]).toMatchObject({ due_at: null });
    expect(await tierOf(made)).toBe(null);
  });
});

describe("a member whose card or account is deleted", () => {
  it.each(["voucher", "customer", "program"])("is no member any more: %s", async (what) => {
    const made = await tiered(FOR_A_QUARTER, ["ada", "bob"]);
    await add(made, 150);
    await add(made, 150, "bob");
    const { project, id, cards } = made;
    expect(await rowsOf("loyalty_members", project.id)).toHaveLength(2);
    const paths: Record<string, string> = {
      voucher: `/v1/vouchers/${cards.ada}`,
      customer: "/v1/customers/ada",
      program: `/v1/loyalties/${id}`,
    };
    const gone = await project.delete(paths[what] ?? "");
    expect(gone.status).toBe(what === "program" ? 202 : 204);
    const left = what === "program" ? 0 : 1;
    await vi.waitUntil(
      async () => (await rowsOf("loyalty_members", project.id)).length === left,
      PATIENCE,
    );
    expect(await rowsOf("loyalty_tiers", project.id)).toHaveLength(left * 2);
  });
});

describe("points of an order that is canceled", () => {
  const buy = async ({ project }: Program) => {
    const body = { amount: 100, status: "PAID", customer: { source_id: "ada" } };
    const reply = await project.post("/v1/orders", body);
    expect(reply.status).toBe(200);
    await heard(project);
    return () => project.put(`/v1/orders/${reply.body.id}`, { status: "CANCELED" });
  };
  const periodPoints = async ({ project }: Program) =>
    (await rowsOf("loyalty_members", project.id))[0]?.period_points;

  it("do not count for the period, whenever it is looked at", async () => {
    const made = await tiered(BY_MONTH);
    await earningRule(made.project, "Points", fixed(90));
    const cancel = await buy(made);
    expect(await periodPoints(made)).toBe(90);
    await cancel();
    await heard(made.project);
    expect(await periodPoints(made)).toBe(0);
    await buy(made);
    expect(await periodPoints(made)).toBe(90);
    expect(await told(made)).toEqual([]);
    // A removal by hand is spending, and the whole period is read where settings are new.
    await add(made, -20);
    expect(await periodPoints(made)).toBe(90);
    await made.project.put(`/v1/loyalties/${made.id}`, {
      loyalty_tiers_expiration: { ...BY_MONTH, expiration_date: { type: "END_OF_PERIOD" } },
      options: { recalculate_tiers: true },
    });
    await heard(made.project);
    expect(await periodPoints(made)).toBe(90);
    await homeDb()
      .prepare("UPDATE loyalty_members SET counted = NULL WHERE project_id = ?")
      .bind(made.project.id)
      .run();
    await add(made, 5);
    expect(await periodPoints(made)).toBe(95);
    expect(await told(made)).toEqual([]);
  });

  it("never make fewer than none", async () => {
    const made = await tiered(BY_MONTH);
    await earningRule(made.project, "Points", fixed(90));
    const cancel = await buy(made);
    at("2026-02-10T12:00:00Z");
    await cancel();
    await heard(made.project);
    expect(await periodPoints(made)).toBe(0);
    // Where the whole period is read, it comes to the same.
    await homeDb()
      .prepare("UPDATE loyalty_members SET counted = NULL WHERE project_id = ?")
      .bind(made.project.id)
      .run();
    await add(made, 5);
    expect(await periodPoints(made)).toBe(5);
    await add(made, 30);
    expect(await periodPoints(made)).toBe(35);
  });
});

describe("events that are heard again", () => {
  /** All events that the listener hears, thrice, the last one first. */
  async function again({ project }: Program): Promise<void> {
    const events = (await eventsOf(project.id)).filter(({ kind }) =>
      followPoints.kinds.some((each) => each === kind),
    );
    const from = { projectId: project.id, requestId: "again", baseUrl: "" };
    const job = await jobScope(quiet, from);
    if (!job) throw new Error("the project is there");
    for (const event of [...events, ...events, ...events].toReversed()) {
      await followPoints.react(job.scope, event as unknown as Heard<"voucher.published">);
    }
  }

  it("thrice and in another order change nothing", async () => {
    const made = await tiered(BY_MONTH);
    for (const points of [60, -20, 40, 300, 100]) await add(made, points);
    const before = await rowsOf("loyalty_members", made.project.id);
    const moves = await told(made);
    expect(before[0]).toMatchObject({ period_points: 500, counted: 5 });
    await again(made);
    expect(await rowsOf("loyalty_members", made.project.id)).toEqual(before);
    expect(await told(made)).toEqual(moves);
  });

  it("only at the end come to the same tier", async () => {
    const made = await tiered(BY_MONTH);
    const path = `/v1/loyalties/members/${made.cards.ada}/balance`;
    await heard(made.project);
    for (const points of [60, -20, 40, 300, 100]) await made.project.post(path, { points });
    await again(made);
    expect((await rowsOf("loyalty_members", made.project.id))[0]).toMatchObject({
      period_points: 500,
      counted: 5,
    });
    expect(await told(made)).toEqual([
      "joined Silver until 2026-02-28",
      "upgraded Silver>Gold until 2026-02-28",
    ]);
  });

  it("at once by several count once", async () => {
    const made = await tiered(BY_MONTH);
    const path = `/v1/loyalties/members/${made.cards.ada}/balance`;
    await heard(made.project);
    for (const points of [60, 40]) await made.project.post(path, { points });
    await Promise.all(Array.from({ length: 10 }, () => again(made)));
    expect((await rowsOf("loyalty_members", made.project.id))[0]).toMatchObject({
      period_points: 100,
      counted: 2,
    });
    expect(await told(made)).toEqual(["joined Silver until 2026-02-28"]);
  });
});

describe("a look at a member", () => {
  /** Rows that one look reads once points were added to a card of so many entries. */
  async function readWith(entries: number): Promise<number> {
    const made = await tiered(BY_MONTH);
    const { project, cards } = made;
    await add(made, 10);
    await homeDb().batch([
      homeDb()
        .prepare(
          `INSERT INTO voucher_transactions (project_id, voucher_id, id, type, amount, total, balance,
           details, created_at, sequence)
         WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         SELECT project_id, id, 'vtx_19' || printf('%016d', i), 'POINTS_ADDITION', 1, 0, 0, '{}',
           created_at, i FROM vouchers CROSS JOIN n WHERE project_id = ?1`,
        )
        .bind(project.id, entries),
      homeDb()
        .prepare(
          `UPDATE vouchers SET loyalty = json_set(loyalty, '$.entries', ?2) WHERE project_id = ?1`,
        )
        .bind(project.id, entries),
      homeDb()
        .prepare("UPDATE loyalty_members SET counted = ?2 WHERE project_id = ?1")
        .bind(project.id, entries),
    ]);
    const path = `/v1/loyalties/members/${cards.ada}/balance`;
    const request = { path, body: { points: 5 } };
    expect((await sendPausing(project, request, {}, DEAF_QUEUES)).status).toBe(200);
    const [card] = await rowsOf("vouchers", project.id);
    const job = await jobScope(quiet, { projectId: project.id, requestId: "look", baseUrl: "" });
    if (!job) throw new Error("the project is there");
    const before = { ...job.scope.db.cost };
    await moveMembers(job.scope, [String(card?.id)]);
    const [member] = await rowsOf("loyalty_members", project.id);
    expect(member).toMatchObject({ counted: entries + 1, period_points: 15 });
    expect(job.scope.db.cost.round_trips - before.round_trips).toBe(2);
    return job.scope.db.cost.rows_read - before.rows_read;
  }

  it("reads as much of a long ledger as of a short one", async () => {
    expect(await readWith(10)).toBeLessThanOrEqual(30);
    expect(await readWith(10_000)).toBeLessThanOrEqual(30);
  });
});

describe("tiers that are calculated anew", () => {
  it("are those of today's points, by the settings of today, for all members", async () => {
    const made = await tiered(FOR_A_QUARTER, ["ada", "bob", "eve"]);
    const { project, id } = made;
    await add(made, 150);
    await add(made, 500, "bob");
    await add(made, -450, "bob");
    at("2026-01-20T12:00:00Z");
    const reply = await project.put(`/v1/campaigns/${id}`, {
      loyalty_tiers_expiration: {
        ...FOR_A_QUARTER,
        expiration_date: { type: "CUSTOM", extend: "P1Y" },
      },
      options: { recalculate_tiers: true },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const done = async () =>
      (await rowsOf("async_actions", project.id)).filter(
        ({ type, status }) => type === "LOYALTY_TIERS_RECALCULATION" && status === "DONE",
      );
    await vi.waitUntil(async () => (await done()).length === 1, PATIENCE);
    // Bob's points are spent, and his Gold runs on until the 10th of April.
    expect((await told(made)).slice(2)).toEqual(["expiration.changed Silver until 2027-01-20"]);
    const changed = (await eventsOf(project.id)).find(({ kind }) => kind.endsWith("on.changed"));
    expect(changed?.data).toMatchObject({ expiration_date: "2027-01-21T00:00:00.000Z" });
    expect((await done())[0]).toMatchObject({ done: 3 });
  });

  it("are those of the period that has just ended, also before the night has looked", async () => {
    const later = { ...BY_MONTH, start_date: { type: "NEXT_PERIOD" } };
    const made = await tiered(later, ["ada", "bob"]);
    const { project, id } = made;
    await add(made, 150);
    at("2026-02-01T00:00:00Z");
    await night(made);
    await add(made, 600);
    await add(made, 150, "bob");
    at("2026-03-01T00:00:10Z");
    const reply = await project.put(`/v1/loyalties/${id}`, {
      options: { recalculate_tiers: true },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    await vi.waitUntil(
      async () => (await rowsOf("async_actions", project.id)).every((row) => row.status === "DONE"),
      PATIENCE,
    );
    await night(made);
    expect((await told(made)).toSorted()).toEqual([
      "joined Silver until 2026-02-28",
      "joined Silver until 2026-03-31",
      "upgraded Silver>Gold until 2026-03-31",
    ]);
  });

  it("are left alone where nobody asks, and in campaigns without points", async () => {
    const made = await tiered(FOR_A_QUARTER);
    await add(made, 150);
    await made.project.put(`/v1/campaigns/${made.id}`, {
      loyalty_tiers_expiration: BY_MONTH,
      options: { recalculate_tiers: false },
    });
    const gifts = await made.project.post("/v1/campaigns", {
      name: "Gifts",
      voucher: { gift: { amount: 1 } },
    });
    const options = { recalculate_tiers: true };
    await made.project.put(`/v1/campaigns/${gifts.body.id}`, { options });
    const actions = await rowsOf("async_actions", made.project.id);
    expect(actions.filter(({ type }) => type === "LOYALTY_TIERS_RECALCULATION")).toEqual([]);
    expect(await told(made)).toHaveLength(1);
  });
});

describe("tiers that are changed", () => {
  const changed = async ({ project }: Program, times: number) => {
    const done = async () =>
      (await rowsOf("async_actions", project.id)).filter(
        ({ type, status }) => type === "LOYALTY_TIERS_CHANGE" && status === "DONE",
      );
    await vi.waitUntil(async () => (await done()).length === times, PATIENCE);
  };
  const tiersOf = async ({ project, id }: Program) =>
    (await project.get(`/v1/loyalties/${id}/tiers`)).body.data as { id: string; name: string }[];
  const idOf = async (made: Program, name: string) =>
    (await tiersOf(made)).find((each) => each.name === name)?.id;

  it("reach members who are there: added, with other points, between two, and deleted", async () => {
    const made = await program(["ada", "bob"]);
    const { project, id } = made;
    const path = `/v1/loyalties/${id}/tiers`;
    await add(made, 150);
    await add(made, 60, "bob");
    const reply = await project.post(path, [SILVER]);
    expect(reply.status).toBe(200);
    expect(costOf(reply).roundTrips).toBe(2);
    await changed(made, 1);
    expect(await told(made)).toEqual(["joined Silver"]);
    const silver = await idOf(made, "Silver");
    await project.put(`${path}/${silver}`, { points: { from: 50, to: 499 } });
    await changed(made, 2);
    expect(await told(made)).toEqual(["joined Silver", "joined Silver"]);
    await project.put(`${path}/${silver}`, { points: { from: 50, to: 99 } });
    await changed(made, 3);
    expect((await told(made)).slice(2)).toEqual(["left Silver"]);
    await project.post(path, [{ name: "Gold", points: { from: 100 } }]);
    await changed(made, 4);
    expect((await told(made)).slice(3)).toEqual(["joined Gold"]);
    // A new name moves nobody, and looks at nobody.
    await project.put(`${path}/${silver}`, { name: "Second" });
    expect(await rowsOf("async_actions", project.id)).toHaveLength(4);
    await project.delete(`${path}/${silver}`);
    await changed(made, 5);
    expect(await told(made)).toHaveLength(4);
    const members = await rowsOf("loyalty_members", project.id);
    expect(members.filter(({ tier_id }) => tier_id === null)).toHaveLength(1);
  });

  it("count no codes, and keep no program in the bin, while members are looked at", async () => {
    const made = await program(["ada", "bob"]);
    const { project, id } = made;
    const silently = (request: { method?: string; path: string; body?: object[] }) =>
      sendPausing(project, request, {}, DEAF_QUEUES);
    await silently({ path: `/v1/loyalties/${id}/tiers`, body: [SILVER] });
    await homeDb()
      .prepare("UPDATE async_actions SET done = 1 WHERE project_id = ? AND status = 'IN_PROGRESS'")
      .bind(project.id)
      .run();
    expect((await project.get(`/v1/campaigns/${id}`)).body.vouchers_count).toBe(2);
    const gone = await silently({ method: "DELETE", path: `/v1/loyalties/${id}` });
    await actionJob(quiet, { project_id: project.id, action_id: gone.body.async_action_id });
    const [entry] = (await project.get("/v1/trash-bin")).body.data;
    expect((await silently({ path: `/v1/trash-bin/${entry.id}/restore` })).status).toBe(202);
  });

  it("lead only up where tiers have an end", async () => {
    const made = await tiered(FOR_A_QUARTER, ["ada", "bob"]);
    const { project, id } = made;
    const before = (await rowsOf("async_actions", project.id)).length;
    await add(made, 150);
    await add(made, 450, "bob");
    const path = `/v1/loyalties/${id}/tiers`;
    const [silver, gold] = [await idOf(made, "Silver"), await idOf(made, "Gold")];
    at("2026-02-10T12:00:00Z");
    await project.put(`${path}/${silver}`, { points: { from: 200, to: 399 } });
    await project.put(`${path}/${gold}`, { points: { from: 400 } });
    await changed(made, before + 2);
    expect((await told(made)).toSorted()).toEqual([
      "joined Silver until 2026-04-10",
      "joined Silver until 2026-04-10",
      "upgraded Silver>Gold until 2026-05-10",
    ]);
    const found = await rowsOf("loyalty_members", project.id);
    expect(found.map(({ tier_id, expiration_date }) => [tier_id, expiration_date])).toEqual(
      expect.arrayContaining([
        [silver, "2026-04-10"],
        [gold, "2026-05-10"],
      ]),
    );
  });
});

describe("GET a member's tiers", () => {
  it("200: none yet; 404: a card that is none, or unknown", async () => {
    const made = await tiered(null);
    const reply = await made.project.get(`/v1/loyalties/members/${made.cards.ada}/tiers`);
    expect(parsed(TierList, reply)).toMatchObject({ data: [], total: 0 });
    expect(costOf(reply).roundTrips).toBe(1);
    await made.project.post("/v1/vouchers/GIFT", { gift: { amount: 1 } });
    for (const name of ["GIFT", "nobody"]) {
      failure(await made.project.get(`/v1/loyalties/members/${name}/tiers`), 404, "not_found");
    }
  });
});

it("is in the table of listeners", () => {
  expect(LISTENERS).toContain(followPoints);
});
