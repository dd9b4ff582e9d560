import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { loyaltyNightJob } from "../../src/async/jobs/loyalty-night";
import { nightPartJob } from "../../src/async/jobs/night-part";
import { expireCards } from "../../src/resources/loyalties/night/expire";
import { jobScope } from "../../src/scope/job-scope";
import { eventsOf, rowsOf, type TestProject } from "../support/api";
import { withBatch } from "../support/batches";
import { bucketsOf, expectSound, type Program, pendPoints, program } from "../support/loyalty";
import { homeDb, homeName } from "../support/places";
import { coinReward } from "../support/rewarding";
import { ADA, assigned, paying } from "../support/spending";

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** Lets every point fall due that expires in the 2090s, as if that time had come. */
const letFallDue = (project: TestProject) =>
  homeDb()
    .prepare(
      `UPDATE loyalty_points_buckets SET due_at = ?2
     WHERE project_id = ?1 AND expires_at LIKE '209%'`,
    )
    .bind(project.id, LONG_AGO)
    .run();

/**
 * A night that nothing disturbs goes on until it has come to this project too: a turn may end among
 * what other tests have left due, and what is done does not come again.
 */
async function night(on = env): Promise<void> {
  const turns = on === env ? 5 : 1;
  for (let turn = 0; turn < turns; turn++) await loyaltyNightJob(on, { place: homeName() });
}

const add = ({ project, cards }: Program, holder: string, points: number, day: string) =>
  project.post(`/v1/loyalties/members/${cards[holder]}/balance`, { points, expiration_date: day });

const cardOf = async ({ project, cards }: Program, holder: string) =>
  (await project.get(`/v1/loyalties/members/${cards[holder]}`)).body.loyalty_card;

async function due(holders = ["ada"]): Promise<Program> {
  const made = await program(holders);
  for (const holder of holders) {
    await add(made, holder, 30, "2099-06-30");
    await add(made, holder, 10, "2098-06-30");
    await add(made, holder, 5, "3000-06-30");
  }
  await letFallDue(made.project);
  return made;
}

/** What a night leaves behind, without ids and times. */
async function outcome({ project }: Program) {
  const entries = await rowsOf("voucher_transactions", project.id);
  const cards = await rowsOf("vouchers", project.id);
  const events = await eventsOf(project.id);
  return {
    entries: entries.map(({ type, amount, balance }) => [type, amount, balance].join()).sort(),
    cards: cards.map(({ balance, subtracted_amount }) => `${balance} ${subtracted_amount}`).sort(),
    buckets: (await bucketsOf(project)).toSorted(),
    kinds: events.map(({ kind }) => kind).sort(),
  };
}

describe("the nightly run", () => {
  it("takes the points whose day has passed, and tells of them", async () => {
    const made = await due();
    await night();
    expect(await cardOf(made, "ada")).toEqual({
      points: 45,
      balance: 5,
      next_expiration_date: "3000-06-30",
      next_expiration_points: 5,
      pending_points: 0,
      expired_points: 40,
      subtracted_points: 0,
    });
    const [told] = (await eventsOf(made.project.id)).filter(({ kind }) =>
      kind.endsWith("points_expired"),
    );
    expect(told?.data).toMatchObject({
      points: 40,
      customer: { source_id: "ada" },
      voucher: { loyalty_card: { balance: 5, next_expiration_date: "3000-06-30" } },
      transaction: { type: "POINTS_EXPIRATION", source: "Automation" },
    });
    const path = `/v1/loyalties/Points/members/${made.cards.ada}/points-expiration`;
    const { data } = (await made.project.get(path)).body;
    expect(
      data.map((each: { status: string; bucket: object }) => [each.status, each.bucket]),
    ).toEqual([
      ["EXPIRED", { total_points: 10 }],
      ["EXPIRED", { total_points: 30 }],
      ["ACTIVE", { total_points: 5 }],
    ]);
    await expectSound(made.project);
  });

  it("does nothing more when it runs twice", async () => {
    const made = await due(["ada", "bob"]);
    await night();
    const after = await outcome(made);
    await night();
    expect(await outcome(made)).toEqual(after);
  });

  it("comes to the same end wherever it is killed", async () => {
    const clean = await due(["ada", "bob"]);
    await pendPoints(clean, { code: clean.cards.ada, points: 7, due: LONG_AGO });
    let batches = 0;
    const counting = faulty(() => {
      batches += 1;
      return false;
    });
    await night(counting);
    const expected = await outcome(clean);
    expect(batches).toBeGreaterThan(4);
    for (let at = 1; at <= batches; at++) {
      const killed = await due(["ada", "bob"]);
      await pendPoints(killed, { code: killed.cards.ada, points: 7, due: LONG_AGO });
      let seen = 0;
      const broken = faulty(() => {
        seen += 1;
        // A worker that is gone sends nothing more.
        return seen >= at;
      });
      await night(broken).catch(() => {});
      await night();
      expect(await outcome(killed), `killed at batch ${at}`).toEqual(expected);
      await expectSound(killed.project);
    }
  });

  it("reads the same for each card, however many expire in one batch", async () => {
    const read = async (count: number) => {
      const { project } = await due(Array.from({ length: count }, (_, at) => `holder-${at}`));
      const job = await jobScope(env, { projectId: project.id, requestId: "night", baseUrl: "" });
      if (!job) throw new Error("the project is there");
      const ids = (await rowsOf("vouchers", project.id)).map(({ id }) => String(id));
      await expireCards(job.scope, ids);
      await Promise.all(job.sent);
      return job.scope.db.cost.rows_read;
    };
    const [four, eight, twelve] = [await read(4), await read(8), await read(12)];
    expect((twelve - eight) / (eight - four)).toBeLessThan(1.1);
  });

  it("goes on behind what fails, in the same project and in others", async () => {
    const made = await due(["ada", "bob"]);
    const other = await due();
    // The first in the night, and nothing can be made of it.
    const bad = { code: made.cards.ada, points: 5, due: "2019-01-01T00:00:00.000Z" };
    const id = await pendPoints(made, bad);
    await homeDb()
      .prepare("UPDATE loyalty_pending_points SET details = ?2 WHERE id = ?1")
      .bind(id, '{"event":"unreadable"}')
      .run();
    await pendPoints(made, { code: made.cards.bob, points: 7, due: LONG_AGO });
    await night();
    expect(await cardOf(made, "bob")).toMatchObject({ balance: 12, pending_points: 0 });
    expect(await cardOf(made, "ada")).toMatchObject({ balance: 5, pending_points: 5 });
    expect(await cardOf(other, "ada")).toMatchObject({ balance: 5 });
    const states = (await rowsOf("loyalty_pending_points", made.project.id)).map(
      ({ points, status }) => [points, status].join(" "),
    );
    expect(states.toSorted()).toEqual(["5 PENDING", "7 ACTIVATED"]);
    await homeDb().prepare("DELETE FROM loyalty_pending_points WHERE id = ?").bind(id).run();
  });

  it.each([
    ["cannot be read", "unreadable"],
    ["has entries that it does not know of", '{"entries":0,"pending":0,"expired":0}'],
  ])("parks a card that %s, and goes on with all others", async (_, state) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const made = await due(["ada", "bob", "cat", "dan", "eve"]);
    const [own, other] = [made.project.id, await due()];
    const rows = await rowsOf("vouchers", own);
    const bad = rows.find(({ code }) => code === made.cards.cat);
    const damage = (loyalty: unknown) =>
      homeDb()
        .prepare("UPDATE vouchers SET loyalty = ?3 WHERE project_id = ?1 AND id = ?2")
        .bind(own, bad?.id, loyalty)
        .run();
    await damage(state);
    const before = await rowsOf("voucher_transactions", own);
    await night();
    await night();
    for (const name of ["ada", "bob", "dan", "eve"]) {
      expect(await cardOf(made, name), name).toMatchObject({ balance: 5, expired_points: 40 });
    }
    expect(await cardOf(other, "ada")).toMatchObject({ balance: 5, expired_points: 40 });
    const after = await rowsOf("voucher_transactions", own);
    expect(after).toHaveLength(before.length + 4);
    const isBad = ({ voucher_id }: { voucher_id?: unknown }) => voucher_id === bad?.id;
    expect(after.filter(isBad)).toEqual(before.filter(isBad));
    const body = { job: "night-part", project_id: own, phase: "points", id: bad?.id };
    // What listeners cannot read of it is parked too.
    const parts = async () => {
      const list = await made.project.get(`/management/v1/projects/${own}/dead-jobs`);
      return list.body.dead_jobs.filter((each: { body: object }) => "phase" in each.body);
    };
    expect(await parts()).toMatchObject([{ body, attempts: 1 }]);
    await nightPartJob(env, body);
    expect(await parts()).toMatchObject([{ body, attempts: 2 }]);
    log.mockRestore();
    await damage(bad?.loyalty);
    await nightPartJob(env, body);
    expect(await parts()).toEqual([]);
    expect(await cardOf(made, "cat")).toMatchObject({ balance: 5, expired_points: 40 });
    await expectSound(made.project);
  });

  it("leaves what a session holds until the hold is over", async () => {
    const made = await due();
    const coin = await coinReward(made.project, {
      name: "A cent each",
      parameters: { coin: { exchange_ratio: 1, points_ratio: 1 } },
    });
    await assigned(made.project, { reward: coin, campaign: made.id });
    const held = await made.project.post("/v1/validations", {
      redeemables: [paying(made.cards.ada ?? "", coin, 25)],
      order: { amount: 2_500 },
      customer: ADA,
      session: { type: "LOCK", key: "basket" },
    });
    expect(held.body.valid).toBe(true);
    await night();
    expect(await cardOf(made, "ada")).toMatchObject({ balance: 25, expired_points: 20 });
    await expectSound(made.project);
    await made.project.delete(`/v1/vouchers/${made.cards.ada}/sessions/basket`);
    await night();
    expect(await cardOf(made, "ada")).toMatchObject({ balance: 5, expired_points: 40 });
    // Each time it tells of what went then, bucket by bucket.
    const told = (await eventsOf(made.project.id)).filter(({ kind }) => kind.endsWith("expired"));
    expect(
      told.map(({ data }) => [
        data.points,
        data.buckets.map(({ bucket }: { bucket: { total_points: number } }) => bucket.total_points),
      ]),
    ).toEqual([
      [20, [10, 10]],
      [20, [20]],
    ]);
    await expectSound(made.project);
  });

  it("is not held up by cards that are gone", async () => {
    const made = await due(["ada", "bob"]);
    expect((await made.project.delete(`/v1/vouchers/${made.cards.ada}`)).status).toBe(204);
    await night();
    expect(await cardOf(made, "bob")).toMatchObject({ balance: 5 });
    const left = await rowsOf("loyalty_points_buckets", made.project.id);
    expect(left.filter(({ due_at, points }) => due_at === LONG_AGO && Number(points) > 0)).toEqual(
      [],
    );
  });

  it("cancels the pending points of cards that are gone, so that it ends", async () => {
    const made = await program(["ada", "bob"]);
    await pendPoints(made, { code: made.cards.ada, points: 7, due: LONG_AGO });
    await pendPoints(made, { code: made.cards.bob, points: 8, due: LONG_AGO });
    await made.project.delete(`/v1/vouchers/${made.cards.ada}?force=true`);
    await night();
    const rows = await rowsOf("loyalty_pending_points", made.project.id);
    expect(rows.map(({ points, status }) => [points, status].join(" ")).toSorted()).toEqual([
      "7 CANCELED",
      "8 ACTIVATED",
    ]);
    const listed = await made.project.get(`/v1/loyalties/${made.id}/pending-points`);
    expect(listed.body.data).toEqual([]);
    expect(await cardOf(made, "bob")).toMatchObject({ balance: 8, pending_points: 0 });
    await expectSound(made.project);
  });

  it("lets pending points count before others expire", async () => {
    const made = await due();
    await pendPoints(made, { code: made.cards.ada, points: 7, due: LONG_AGO });
    await night();
    expect(await cardOf(made, "ada")).toMatchObject({ balance: 12, pending_points: 0 });
    const types = (await eventsOf(made.project.id))
      .filter(({ kind }) => kind === "voucher.loyalty_card.transaction.created")
      .map(({ data }) => (data.transaction as { type: string }).type);
    expect(types.slice(-2)).toEqual(["PENDING_POINTS_ACTIVATION", "POINTS_EXPIRATION"]);
  });

  it("is begun by the minute's sweep, by one worker at a time", async () => {
    await due();
    const sent: unknown[] = [];
    const LONG_JOBS = { ...env.LONG_JOBS, sendBatch: async (each: unknown) => sent.push(each) };
    const at = Date.now() + 3_600_000;
    const heard = { ...env, LONG_JOBS } as unknown as typeof env;
    await Promise.all([
      sweep(heard, at, undefined, homeName()),
      sweep(heard, at, undefined, homeName()),
    ]);
    expect(JSON.stringify(sent).split("loyalty-night").length - 1).toBe(1);
    await night();
  });
});

/** The database, but for batches that are cut off. */
function faulty(isCutOff: () => boolean): typeof env {
  const DB = withBatch(homeDb(), (statements) => {
    if (isCutOff()) throw new Error("cut off");
    return homeDb().batch(statements);
  });
  return { ...env, [homeName()]: DB };
}
