import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { outboxJob } from "../../src/async/jobs/outbox";
import { reactionJob } from "../../src/async/jobs/reaction";
import { LISTENERS } from "../../src/async/listeners";
import { reactionBody } from "../../src/async/react";
import { markPayingCards } from "../../src/resources/loyalties/auto-redeem/listen";
import { eventPoints } from "../../src/resources/loyalties/earning-rules/listen-events";
import { followPoints } from "../../src/resources/loyalties/tiers/follow-points";
import { segmentMembership } from "../../src/resources/segments/listen";
import { rowsOf, type TestProject } from "../support/api";
import { earningRule } from "../support/earning";
import { DEAF_QUEUES, pausing } from "../support/faults";
import { expectSound, nightOf, type Program, program } from "../support/loyalty";
import { homeDb, homeName } from "../support/places";

// A night moves many cards in one commit: its events are of one request, and are heard together.

const quiet = { ...env, ...DEAF_QUEUES };
const LONG_AGO = "2020-01-01T00:00:00.000Z";
/** Points that each has before the night, and how many of them are left. */
const HOLDERS = { ada: [600, 20], bob: [600, 150], cat: [110, 90], dan: [50, 10] } as const;

async function heard({ id }: TestProject, on = quiet, listeners = LISTENERS): Promise<void> {
  const [tally] = await rowsOf("tallies", id);
  if (tally?.events_taken === tally?.event_sequence) return;
  await outboxJob(on, { job: "outbox", project_id: id }, listeners);
  await heard({ id } as TestProject, on, listeners);
}

const add = async ({ project, cards }: Program, holder: string, points: number, day?: string) => {
  const sent = { points, ...(day !== undefined && { expiration_date: day }) };
  const { status } = await project.post(`/v1/loyalties/members/${cards[holder]}/balance`, sent);
  expect(status).toBe(200);
};

/** Cards in tiers, their holders in a segment, and everything heard but for what a night did. */
async function afterNight(copies = 1): Promise<Program> {
  const names = Array.from({ length: copies }, (_, at) => at || "");
  const holders = names.flatMap((suffix) => Object.keys(HOLDERS).map((name) => name + suffix));
  const made = await program(holders);
  const { project, id } = made;
  const tiers = [
    { name: "Silver", points: { from: 100, to: 499 } },
    { name: "Gold", points: { from: 500 } },
  ];
  expect((await project.post(`/v1/loyalties/${id}/tiers`, tiers)).status).toBe(200);
  const filter = { "loyalty.points": { conditions: { $more_than: [100] } } };
  const segment = { name: "Rich", type: "auto-update", filter };
  expect((await project.post("/v1/segments", segment)).status).toBe(200);
  for (const suffix of names) {
    for (const [name, [before, left]] of Object.entries(HOLDERS)) {
      await add(made, name + suffix, left);
      await add(made, name + suffix, before - left, "2099-06-30");
    }
  }
  await heard(project);
  await homeDb()
    .prepare(
      `UPDATE loyalty_points_buckets SET due_at = ?2
     WHERE project_id = ?1 AND expires_at LIKE '209%'`,
    )
    .bind(project.id, LONG_AGO)
    .run();
  await nightOf(project, quiet);
  return made;
}

/** What was told of tiers and segments in the night, in its order. */
async function told({ project: { id } }: Program): Promise<string[]> {
  const customers = await rowsOf("customers", id);
  const names = new Map(customers.map((row) => [row.id, row.source_id]));
  return (await rowsOf("outbox", id))
    .filter(({ kind, group_id }) => group_id === "night" && /tier|segment/.test(String(kind)))
    .map((row) => `${names.get(row.customer_id)} ${String(row.kind).slice("customer.".length)}`)
    .sort();
}

const TOLD = [
  "ada loyalty.tier.left",
  "ada segment.left",
  "bob loyalty.tier.downgraded",
  "cat loyalty.tier.left",
  "cat segment.left",
];

/** Where everybody stands, without ids and times. */
async function standing({ project: { id } }: Program) {
  const [members, stands] = [
    await rowsOf("loyalty_members", id),
    await rowsOf("segment_standing", id),
  ];
  return {
    members: members.map(({ counted, tier_id }) => `${counted} ${tier_id !== null}`).sort(),
    stands: stands.length,
  };
}

describe("what many cards did in one night", () => {
  it("is told of each of them, once, as part of that night", async () => {
    const made = await afterNight();
    await heard(made.project);
    expect(await told(made)).toEqual(TOLD);
    expect(await standing(made)).toEqual({
      members: ["3 false", "3 false", "3 false", "3 true"],
      stands: 1,
    });
    expect(await rowsOf("dead_jobs", made.project.id)).toEqual([]);
    await expectSound(made.project);
  });

  it("costs those who look at cards and holders the same for many cards as for few", async () => {
    const lookers = [followPoints, segmentMembership, markPayingCards, eventPoints];
    const cost = async (copies: number) => {
      const { project } = await afterNight(copies);
      let statements = 0;
      const alter = (_: number, sent: D1PreparedStatement[]) => {
        statements += sent.length;
        return sent;
      };
      const DB = pausing(homeDb(), { alter }, { count: 0 });
      await heard(project, { ...quiet, [homeName()]: DB }, lookers);
      return statements;
    };
    const few = await cost(1);
    expect(await cost(4)).toBe(few);
  });

  it("earns by rules for what happened to tiers, once for each member", async () => {
    const made = await afterNight();
    const { project } = made;
    await earningRule(project, "Points", {
      event: "customer.loyalty.tier.left",
      loyalty_tier: { id: "__ANY__" },
      loyalty: { type: "FIXED", points: 7 },
    });
    await heard(project);
    const awards = await rowsOf("loyalty_awards", project.id);
    const cards = await rowsOf("vouchers", project.id);
    const balances = cards.map(({ code, balance }) => [code, balance]);
    expect(awards).toHaveLength(2);
    expect(Object.fromEntries(balances)).toEqual({
      [made.cards.ada ?? ""]: 20 + 7,
      [made.cards.bob ?? ""]: 150,
      [made.cards.cat ?? ""]: 90 + 7,
      [made.cards.dan ?? ""]: 10,
    });
    await expectSound(project);
  });

  it("comes to the same end wherever hearing of it is killed", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const clean = await afterNight();
    const batches = { count: 0 };
    await heard(clean.project, { ...quiet, [homeName()]: pausing(homeDb(), {}, batches) });
    expect(batches.count).toBeGreaterThanOrEqual(6);
    for (let at = 1; at <= batches.count; at++) {
      const killed = await afterNight();
      const before = (batch: number) => {
        // A worker that is gone sends nothing more.
        if (batch >= at) throw new Error("cut off");
      };
      const DB = pausing(homeDb(), { before }, { count: 0 });
      await heard(killed.project, { ...quiet, [homeName()]: DB }).catch(() => {});
      await heard(killed.project);
      expect(await told(killed), `killed at batch ${at}`).toEqual(TOLD);
      expect(await standing(killed)).toEqual(await standing(clean));
      expect(await rowsOf("dead_jobs", killed.project.id)).toEqual([]);
    }
    log.mockRestore();
  });

  it("changes nothing when it is heard again, together, by itself and backwards", async () => {
    const made = await afterNight();
    const { project } = made;
    await heard(project);
    const [before, events] = [await standing(made), await rowsOf("outbox", project.id)];
    await homeDb()
      .prepare("UPDATE tallies SET events_taken = 0 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    await homeDb()
      .prepare("DELETE FROM listener_cursors WHERE project_id = ?1")
      .bind(project.id)
      .run();
    await heard(project);
    for (const { sequence, kind } of events.toReversed()) {
      for (const { name } of LISTENERS.filter(({ kinds }) => kinds.some((one) => one === kind))) {
        const reaction = { project_id: project.id, listener: name, sequence: Number(sequence) };
        await reactionJob(quiet, reactionBody(reaction));
      }
    }
    expect(await told(made)).toEqual(TOLD);
    expect(await standing(made)).toEqual(before);
    expect(await rowsOf("outbox", project.id)).toHaveLength(events.length);
    await expectSound(project);
  });

  it("reaches all others where one card cannot be looked at, which is parked", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const made = await afterNight();
    const { project } = made;
    const bad = (await rowsOf("vouchers", project.id)).find(({ code }) => code === made.cards.bob);
    await homeDb()
      .prepare("UPDATE vouchers SET loyalty = 'unreadable' WHERE project_id = ?1 AND id = ?2")
      .bind(project.id, String(bad?.id))
      .run();
    await heard(project);
    log.mockRestore();
    expect(await told(made)).toEqual(TOLD.filter((each) => !each.startsWith("bob")));
    const parked = (await rowsOf("dead_jobs", project.id)).map(({ body }) =>
      JSON.parse(String(body)),
    );
    const about = (await rowsOf("outbox", project.id)).filter(({ sequence }) =>
      parked.some((each) => each.sequence === sequence),
    );
    expect(parked.map(({ listener }) => listener)).toEqual(["loyalty-tiers.follow-points"]);
    expect(about.map(({ entity_id }) => entity_id)).toEqual([bad?.id]);
    await homeDb()
      .prepare("UPDATE vouchers SET loyalty = ?3 WHERE project_id = ?1 AND id = ?2")
      .bind(project.id, String(bad?.id), String(bad?.loyalty))
      .run();
    for (const body of parked) await reactionJob(quiet, body);
    await heard(project);
    expect(await told(made)).toEqual(TOLD);
    expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
  });
});
