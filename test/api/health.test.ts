import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { sweep } from "../../src/async/cron";
import { loyaltyNightJob } from "../../src/async/jobs/loyalty-night";
import { lookAtPlace } from "../../src/async/sweeps/look-at-place";
import { beginLoyaltyNight } from "../../src/async/sweeps/loyalty-night";
import type { Sweep } from "../../src/async/sweeps/sweep";
import { callLanes } from "../../src/async/sweeps/webhooks";
import { Health } from "../../src/resources/management/health/schema";
import {
  BASE,
  DEPLOYMENT,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { Crash, DEAF_QUEUES, pausing } from "../support/faults";
import { hooksOf, newHook, newReceiver } from "../support/hooks";
import { bucketsOf, program } from "../support/loyalty";
import { liveIn, visitOf } from "../support/places";

// Of the places it is the first whose sweeps stop and whose work waits.
liveIn("DB");

const NOW = Date.parse("2031-05-01T12:00:00.000Z");
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

/** Sweeps of its own names, so that what the service's did stays what it is. */
const named = (name: string, run: Sweep["run"]): Sweep => ({ name, statements: 0, run });

async function health(): Promise<Health> {
  const reply = await send("GET", "/management/v1/health", DEPLOYMENT);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Health, reply);
}

const PLACES = ["DB", "DB_1", "DB_2"];

/** Every place is swept, and by nothing that fails. */
beforeEach(async () => {
  await Promise.all(PLACES.map((place) => sweep(env, NOW, [named("all", async () => {})], place)));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("GET /health", () => {
  it("answers whoever asks, and reads nothing", async () => {
    const reply = await send("GET", "/health", {});
    expect([reply.status, reply.body]).toEqual([200, { status: "ok" }]);
    expect(reply.headers.get("server-timing")).toContain("0 round trips");
  });
});

describe("GET /management/v1/health", () => {
  it("200: the database and its size, each queue, each sweep and when the last ones ran", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    await sweep(env, NOW - 60_000, [
      named("first", async () => {}),
      named("second", async () => null),
    ]);
    const found = await health();
    expect(found.places).toEqual(
      PLACES.map((name) => ({
        name,
        milliseconds: expect.any(Number),
        size_bytes: expect.any(Number),
        object: "place",
      })),
    );
    for (const { size_bytes } of found.places) expect(size_bytes).toBeGreaterThan(100_000);
    expect(found.queues.map(({ name }) => name)).toEqual([
      "vouchsafe-jobs",
      "vouchsafe-long-jobs",
      "vouchsafe-deliveries",
      "vouchsafe-dead-jobs",
    ]);
    expect(found.sweeps.filter(({ place }) => place === "DB")).toEqual([
      { name: "first", place: "DB", ran_at: ago(1), milliseconds: 0, cause: null, object: "sweep" },
      {
        name: "second",
        place: "DB",
        ran_at: ago(1),
        milliseconds: 0,
        cause: null,
        object: "sweep",
      },
    ]);
    expect(found.last_sweep_at).toBe(ago(1));
    expect(found.checked_at).toBe(ago(0));
  });

  it("200: who would redeem more often a second if it were busy, by its fastest ten seconds of late", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const [project, other] = [await newProject(), await newProject()];
    // Seconds of one minute in which so many redeem: 20.5 a second at most, from 11:59:20 on.
    const redeemed = { "11:59:19": 90, "11:59:20": 100, "11:59:29": 105, "11:49:59": 900 };
    const insert = env.DB.prepare(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
        WHERE i < ?3)
      INSERT INTO redemptions (project_id, sort_key, id, object, result, status, effects, channel,
        created_at)
      SELECT ?1, ?2 || printf('%05d', i), 'r_' || ?2 || i, 'redemption', 'SUCCESS', 'SUCCEEDED',
        '{}', '{}', '2031-05-01T' || ?2 || '.000Z' FROM n`);
    const counted = env.DB.prepare(
      "INSERT INTO tallies (project_id, day, day_redemptions_succeeded) VALUES (?1, ?2, ?3)",
    );
    await env.DB.batch([
      env.DB.prepare("UPDATE places SET counted_at = NULL, rush_at = NULL"),
      ...Object.entries(redeemed).map(([at, count]) => insert.bind(project.id, at, count)),
      counted.bind(project.id, "2031-05-01", 1_000_000),
      // It had its rush long ago.
      counted.bind(other.id, "2031-04-01", 2_000_000),
    ]);
    const rushes = async (minute: number) => {
      await lookAtPlace.run(visitOf("DB", NOW + minute * 60_000));
      return (await health()).rushes;
    };
    const rush = {
      project_id: project.id,
      place: "DB",
      redemptions_per_second: 20.5,
      seen_at: ago(0),
      object: "rush",
    };
    expect(await rushes(0)).toEqual([rush]);
    // A smaller one leaves it as it is.
    await insert.bind(project.id, "12:05:00", 201).run();
    expect(await rushes(10)).toEqual([rush]);
    // Who is busy, or was fast more than a day ago, is not named.
    const setBusy = (busy: number) =>
      env.DB.prepare("UPDATE projects SET busy = ?2 WHERE id = ?1").bind(project.id, busy).run();
    await setBusy(1);
    expect((await health()).rushes).toEqual([]);
    await setBusy(0);
    vi.setSystemTime(NOW + 24 * 3_600_000);
    expect((await health()).rushes).toEqual([]);
  });

  it("calls attention to a sweep that failed, until it runs again", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = named("broken", async () => {
      throw new TypeError("no");
    });
    await expect(sweep(env, NOW, [broken])).rejects.toThrow("a sweep failed");
    const found = await health();
    expect([found.status, found.attention]).toEqual(["attention", ["sweeps.broken"]]);
    expect(found.sweeps[0]?.cause).toBe("TypeError");
    await sweep(env, NOW, [named("broken", async () => {})]);
    expect((await health()).sweeps[0]?.cause).toBeNull();
  });

  it.each([
    [3, []],
    [4, ["last_sweep_at"]],
  ])("sweeps that stopped %i minutes ago: %j", async (minutes, attention) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    await sweep(env, NOW - minutes * 60_000, [named("stopped", async () => {})]);
    expect((await health()).attention).toEqual(attention);
  });

  it.each([
    ["DB", "does_not_answer"],
    ["DB_2", "DB_2.does_not_answer"],
  ] as const)("calls attention to %s where it does not answer", async (name, attention) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const down = pausing(
      env[name],
      { before: () => Promise.reject(new Crash("the database is down")) },
      { count: 0 },
    );
    const context = createExecutionContext();
    const request = new Request(`${BASE}/management/v1/health`, { headers: DEPLOYMENT });
    const response = await app.fetch(request, { ...env, [name]: down }, context);
    // Its entry in the audit log, which nobody waits for.
    await waitOnExecutionContext(context).catch(() => {});
    const found = Health.parse(await response.json());
    expect(found.attention).toEqual([attention]);
    expect(found.places.flatMap((each) => (each.milliseconds === null ? each : []))).toEqual([
      { name, milliseconds: null, size_bytes: null, object: "place" },
    ]);
    expect(log.mock.calls).toContainEqual([
      JSON.stringify({ level: "error", health: name, cause: "Error" }),
    ]);
  });

  it("calls attention to places that no sweep has come to, until one does", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    await env.DB.prepare("DELETE FROM sweep_runs").run();
    await env.DB_2.prepare("DELETE FROM sweep_runs").run();
    expect((await health()).attention).toEqual(["last_sweep_at", "DB_2.last_sweep_at"]);
    await sweep(env, NOW, [named("first", async () => {})], "DB_2");
    expect((await health()).attention).toEqual(["last_sweep_at"]);
  });

  it("calls attention to places of projects that are not bound, as long as some live there", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const one = await newProject({ place: "DB_10" });
    const other = await newProject({ place: "DB_3" });
    await newProject({ place: "DB_1" });
    const found = await health();
    expect(found.attention).toEqual(["DB_10.unbound", "DB_3.unbound"]);
    expect(found.places.map(({ name }) => name)).toEqual(PLACES);
    for (const { id } of [one, other]) {
      await env.DB.prepare("UPDATE projects SET place = 'DB' WHERE id = ?1").bind(id).run();
    }
    expect((await health()).attention).toEqual([]);
  });

  it("tells nothing more of a sweep that a later version has not", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    vi.spyOn(console, "error").mockImplementation(() => {});
    const gone = named("gone", () => Promise.reject(new TypeError("no")));
    const stays = named("stays", async () => {});
    await expect(sweep(env, NOW - 4 * 60_000, [gone, stays])).rejects.toThrow("a sweep failed");
    expect((await health()).attention).toEqual(["last_sweep_at", "sweeps.gone"]);
    await sweep(env, NOW, [stays]);
    const found = await health();
    expect([found.attention, found.last_sweep_at]).toEqual([[], ago(0)]);
    expect(found.sweeps.map(({ name }) => name)).toEqual(["stays", "all", "all"]);
  });

  it("tells since when deliveries are due, however often their lanes were called", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const project = await newProject();
    const { id } = await newHook(project, { target_url: newReceiver().url });
    const due = (lane: number, minutes: number) =>
      env.DB.batch([
        env.DB.prepare(
          "UPDATE webhook_lanes SET due_at = ?4 WHERE project_id = ?1 AND webhook_id = ?2 AND lane = ?3",
        ).bind(project.id, id, lane, ago(minutes)),
        env.DB.prepare(
          `INSERT INTO webhook_deliveries
            (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
          VALUES (?1, ?2, ?3, ?3, 'voucher.created', 'PENDING', ?4, ?4)`,
        ).bind(project.id, id, lane, ago(minutes)),
      ]);
    await due(0, 1);
    await due(1, 12);
    await callLanes.run({ ...visitOf("DB", NOW), env: { ...env, ...DEAF_QUEUES } });
    const lanes = await rowsOf("webhook_lanes", project.id);
    const called = "2031-05-01T11:59:55.000Z";
    expect(lanes.map(({ due_at }) => due_at)).toEqual([called, called, null, null]);
    const found = await health();
    expect(found.oldest_due_delivery_at).toBe(ago(12));
    expect(found.attention).toEqual(["oldest_due_delivery_at"]);
    const path = `${hooksOf(project)}/${id}`;
    expect((await send("DELETE", path, project.management)).status).toBe(204);
    expect((await health()).oldest_due_delivery_at).toBeNull();
  });

  it("does not wait for what is due behind a slow receiver while somebody delivers to it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const project = await newProject();
    const { id } = await newHook(project, { target_url: newReceiver().url });
    const lane = (isSlow: number, leasedUntil: string | null) =>
      env.DB.prepare(
        `UPDATE webhook_lanes SET due_at = ?3, is_slow = ?4,
          lease = iif(?5 IS NULL, NULL, 'worker'), leased_until = ?5
        WHERE project_id = ?1 AND webhook_id = ?2 AND lane = 0`,
      )
        .bind(project.id, id, ago(12), isSlow, leasedUntil)
        .run();
    await env.DB.prepare(
      `INSERT INTO webhook_deliveries
        (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
      VALUES (?1, ?2, 1, 0, 'voucher.created', 'PENDING', ?3, ?3)`,
    )
      .bind(project.id, id, ago(12))
      .run();
    const due = async () => (await health()).oldest_due_delivery_at;
    await lane(1, ago(-1));
    expect([await due(), (await health()).attention]).toEqual([null, []]);
    // Nobody delivers to it any more, or nobody has begun to.
    for (const until of [ago(1), null]) {
      await lane(1, until);
      expect(await due()).toBe(ago(12));
    }
    await lane(0, ago(-1));
    expect(await due()).toBe(ago(12));
    await send("DELETE", `${hooksOf(project)}/${id}`, project.management);
  });

  it("tells what waits longest: an event and background work", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const project = await newProject();
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id, created_at, updated_at)
         VALUES (?1, 'aa_1', 'NONE', 'IN_PROGRESS', '{}', '{}', 'r', ?2, ?2)`,
      ).bind(project.id, ago(11)),
    ]);
    await sweep(env, NOW, [named("ring-for-events", async () => ago(12))]);
    const found = await health();
    expect(found.oldest_open_action_at).toBe(ago(11));
    expect(found.oldest_unheard_event_at).toBe(ago(12));
    expect(found.attention).toEqual(["oldest_unheard_event_at", "oldest_open_action_at"]);
    await env.DB.prepare("DELETE FROM async_actions WHERE project_id = ?1").bind(project.id).run();
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("tells since when a nightly run stands still, and of none that goes on or is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(ago(2 * 1440)) });
    const { project, cards } = await program(["ada"]);
    await project.post(`/v1/loyalties/members/${cards.ada}/balance`, {
      points: 30,
      expiration_date: "2031-04-30",
    });
    vi.setSystemTime(NOW);
    // The run is asked for, and the queue brings nothing.
    const quiet = { ...env, ...DEAF_QUEUES };
    const swept = (minutes: number) =>
      sweep(quiet, Date.parse(ago(minutes)), [beginLoyaltyNight], "DB");
    const seen = async () => {
      const { oldest_open_night_at: at, attention } = await health();
      return [at, attention.filter((name) => name.includes("night"))];
    };
    await swept(12);
    expect(await seen()).toEqual([null, []]);
    await swept(0);
    expect(await seen()).toEqual([ago(12), ["oldest_open_night_at"]]);
    // A turn in which the clock goes on leaves the rest to the next.
    const after = () => void vi.setSystemTime(NOW + 6_000);
    const DB = pausing(env.DB, { after }, { count: 0 });
    await loyaltyNightJob({ ...quiet, DB }, { place: "DB" });
    await swept(0);
    expect(await seen()).toEqual([new Date(NOW + 6_000).toISOString(), []]);
    expect(await bucketsOf(project)).toEqual([["2031-04-30", 30]]);
    await loyaltyNightJob(quiet, { place: "DB" });
    await swept(0);
    expect(await seen()).toEqual([null, []]);
    expect(await bucketsOf(project)).toEqual([["2031-04-30", 0]]);
    // What was due and is so no more, as of a project that moved away, leaves no run behind.
    await env.DB.prepare("INSERT INTO job_leases VALUES ('loyalty-night-went-on', ?1)")
      .bind(ago(12))
      .run();
    await swept(0);
    expect(await seen()).toEqual([null, []]);
    expect((await env.DB.prepare("SELECT name FROM job_leases").all()).results).toEqual([
      { name: "loyalty-night" },
    ]);
  });

  describe("of background work", () => {
    /** Work that was asked for at one minute and has moved last at another. */
    const action = (
      { id: projectId }: Pick<TestProject, "id">,
      [id, type]: readonly [string, string],
      [asked, moved]: readonly [number, number],
    ) =>
      env.DB.prepare(
        `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id,
          created_at, updated_at)
        VALUES (?1, ?2, ?3, 'IN_PROGRESS', '{}', '{}', 'r', ?4, ?5)`,
      ).bind(projectId, id, type, ago(asked), ago(moved));
    /** Two that go on. */
    const going = (project: TestProject) => [
      action(project, ["aa_1", "EXPORT"], [70, 1]),
      action(project, ["aa_2", "VOUCHERS_IMPORT"], [70, 1]),
    ];
    const found = async () => {
      const { attention, oldest_open_action_at, oldest_waiting_action_at } = await health();
      return [attention, oldest_open_action_at, oldest_waiting_action_at];
    };
    const LATE = ["oldest_open_action_at"];

    beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
    afterEach(() => env.DB.prepare("DELETE FROM async_actions").run());

    it("tells what waits for its turn apart from what stands still", async () => {
      const project = await newProject();
      await env.DB.batch([
        ...going(project),
        action(project, ["aa_3", "CAMPAIGN_DELETION"], [30, 30]),
      ]);
      expect(await found()).toEqual([[], ago(1), ago(30)]);
      // None waits for what has stood still itself for ten minutes.
      const second = (minutes: number) =>
        env.DB.prepare(
          "UPDATE async_actions SET updated_at = ?2 WHERE project_id = ?1 AND id = 'aa_2'",
        )
          .bind(project.id, ago(minutes))
          .run();
      await second(9);
      expect(await found()).toEqual([[], ago(9), ago(30)]);
      await second(11);
      expect(await found()).toEqual([LATE, ago(30), null]);
    });

    it("finds what stands still behind however many that wait", async () => {
      const [busy, other] = [await newProject(), await newProject()];
      const waiting = Array.from({ length: 201 }, (_, at) =>
        action(busy, [`aa_3_${at}`, "EXPORT"], [60, 60]),
      );
      const still = action(other, ["aa_1", "ORDERS_IMPORT"], [50, 30]);
      await env.DB.batch([...going(busy), ...waiting, still]);
      expect(await found()).toEqual([LATE, ago(30), ago(60)]);
    });

    it("knows that light work waits for none", async () => {
      const project = await newProject();
      await env.DB.batch([
        ...going(project),
        action(project, ["aa_3", "CUSTOMERS_BULK_UPDATE"], [12, 12]),
      ]);
      expect(await found()).toEqual([LATE, ago(12), null]);
    });
  });

  it("calls attention to moves, backups and restores that stand still, not to those that wait", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const run = (statement: string, ...values: unknown[]) =>
      env.DB.prepare(statement)
        .bind(...values)
        .run();
    const move = (id: string, status: string, due: string | null) =>
      run(
        `INSERT INTO project_moves (project_id, id, from_place, to_place, status, phase, due_at,
          started_at, updated_at) VALUES (?1, ?1, 'DB', 'DB_1', ?2, 'COPYING', ?3, ?4, ?4)`,
        id,
        status,
        due,
        ago(40),
      );
    const backup = (of: string, minutes: number) =>
      run(
        `INSERT INTO backups (id, project_id, project, status, state, created_at, updated_at)
          VALUES (?1, ?1, '{}', 'IN_PROGRESS', '{}', ?2, ?2)`,
        of,
        ago(minutes),
      );
    const found = async () => {
      const { attention, ...told } = await health();
      return [
        attention,
        told.oldest_open_move_at,
        told.oldest_open_backup_at,
        told.oldest_open_restore_at,
      ];
    };
    // The first waits for a backup of its project, the second for the first, the third until then.
    await move("m1", "IN_PROGRESS", null);
    await move("m2", "IN_PROGRESS", null);
    await move("m3", "DONE", ago(-4));
    await backup("m1", 10);
    expect(await found()).toEqual([[], null, ago(10), null]);
    await run("UPDATE backups SET updated_at = ?1", ago(11));
    await run("UPDATE project_moves SET due_at = ?1 WHERE id = 'm3'", ago(12));
    await run(
      `INSERT INTO restores (id, backup_id, project_id, project, status, created_at, updated_at)
        VALUES ('r', 'b', 'r', '{}', 'IN_PROGRESS', ?1, ?1)`,
      ago(13),
    );
    const late = ["oldest_open_move_at", "oldest_open_backup_at", "oldest_open_restore_at"];
    expect(await found()).toEqual([late, ago(12), ago(11), ago(13)]);
    await run("DELETE FROM backups");
    expect(await found()).toEqual([[late[0], late[2]], ago(40), null, ago(13)]);
    // One that tries to switch notes each time that somebody does.
    const tries =
      "UPDATE project_moves SET updated_at = ?1, cursor = json_object('switching_since', ?2)";
    await run(tries, ago(1), ago(39));
    expect(await found()).toEqual([[late[0], late[2]], ago(39), null, ago(13)]);
    await run("UPDATE project_moves SET phase = 'OVER' WHERE status = 'IN_PROGRESS'");
    expect(await found()).toEqual([[late[2]], ago(1), null, ago(13)]);
    await env.DB.batch(
      ["project_moves", "restores"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    );
  });

  it("calls attention for a day to a job that failed and waits for somebody", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const project = await newProject();
    const died = (id: string, hours: number, due: string | null) =>
      env.DB.prepare(
        `INSERT INTO dead_jobs (project_id, id, queue, body, attempts, died_at, due_at)
        VALUES (?1, ?2, 'q', '{}', 11, ?3, ?4)`,
      )
        .bind(project.id, id, ago(hours * 60), due)
        .run();
    // That one is tried again by itself.
    await died("dj_1", 1, ago(-5));
    await died("dj_2", 25, null);
    const found = async () => {
      const { attention, last_dead_job_at } = await health();
      return [attention, last_dead_job_at];
    };
    expect(await found()).toEqual([[], ago(25 * 60)]);
    await died("dj_3", 24, null);
    expect(await found()).toEqual([["last_dead_job_at"], ago(24 * 60)]);
    await env.DB.prepare("DELETE FROM dead_jobs WHERE project_id = ?1").bind(project.id).run();
  });

  it("403 for a project's own key, 401 without any", async () => {
    const project = await newProject();
    failure(
      await send("GET", "/management/v1/health", project.management),
      403,
      "missing_required_permission",
    );
    failure(await send("GET", "/management/v1/health", {}), 401, "unauthorized");
  });
});
