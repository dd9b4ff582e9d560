import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { sweep } from "../../src/async/cron";
import { lookAtPlace } from "../../src/async/sweeps/look-at-place";
import { ringForEvents } from "../../src/async/sweeps/ring-for-events";
import { textOf } from "../../src/resources/management/metrics/families";
import { BASE, costOf, DEPLOYMENT, newProject, send } from "../support/api";
import { failure } from "../support/failure";
import { Crash, pausing } from "../support/faults";
import { replacing } from "../support/replacing";

const NOW = "2031-05-01T12:00:00.000Z";

it("tells all of health and of the places in numbers, and nothing where nothing is known", () => {
  const text = textOf(
    {
      status: "attention",
      attention: ["sweeps.second"],
      checked_at: NOW,
      places: [
        { name: "DB", milliseconds: 3.5, size_bytes: 4096, object: "place" },
        { name: "DB_1", milliseconds: null, size_bytes: null, object: "place" },
      ],
      rushes: [],
      queues: [
        {
          name: "jobs",
          messages: 2,
          bytes: 300,
          oldest_at: "2031-05-01T11:59:30.500Z",
          object: "queue",
        },
        { name: "silent", messages: null, bytes: null, oldest_at: null, object: "queue" },
      ],
      sweeps: [
        {
          name: "second",
          place: "DB",
          ran_at: "2031-05-01T11:59:00.000Z",
          milliseconds: 250,
          cause: "Error",
          object: "sweep",
        },
      ],
      last_sweep_at: "2031-05-01T11:59:00.000Z",
      oldest_unheard_event_at: null,
      oldest_open_night_at: "2031-05-01T11:45:00.000Z",
      oldest_due_delivery_at: "2031-05-01T11:50:00.000Z",
      oldest_open_action_at: null,
      oldest_waiting_action_at: "2031-05-01T11:30:00.000Z",
      oldest_open_move_at: "2031-05-01T11:59:50.000Z",
      oldest_open_backup_at: null,
      oldest_open_restore_at: null,
      last_dead_job_at: "2031-05-01T11:00:00.000Z",
      object: "health",
    },
    [
      {
        name: "DB",
        projects: 7,
        size_bytes: 4096,
        milliseconds: 3,
        rows: 5000,
        events_per_minute: 12.5,
        seen_at: NOW,
        takes_new_projects: true,
        closed_because: null,
        object: "place",
      },
      {
        name: "DB_1",
        projects: 2,
        size_bytes: null,
        milliseconds: null,
        rows: 300,
        events_per_minute: 0.5,
        seen_at: "2031-05-01T11:40:00.000Z",
        takes_new_projects: false,
        closed_because: "unseen",
        object: "place",
      },
    ],
  );
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples).toEqual([
    "vouchsafe_attention 1",
    "vouchsafe_last_sweep_age_seconds 60",
    "vouchsafe_open_night_age_seconds 900",
    "vouchsafe_due_delivery_age_seconds 600",
    "vouchsafe_waiting_action_age_seconds 1800",
    "vouchsafe_open_move_age_seconds 10",
    "vouchsafe_dead_job_age_seconds 3600",
    'vouchsafe_place_up{place="DB"} 1',
    'vouchsafe_place_up{place="DB_1"} 0',
    'vouchsafe_place_answer_seconds{place="DB"} 0.0035',
    'vouchsafe_place_bytes{place="DB"} 4096',
    'vouchsafe_place_projects{place="DB"} 7',
    'vouchsafe_place_projects{place="DB_1"} 2',
    'vouchsafe_place_rows{place="DB"} 5000',
    'vouchsafe_place_events_per_minute{place="DB"} 12.5',
    'vouchsafe_place_open{place="DB"} 1',
    'vouchsafe_place_open{place="DB_1"} 0',
    'vouchsafe_queue_messages{queue="jobs"} 2',
    'vouchsafe_queue_bytes{queue="jobs"} 300',
    'vouchsafe_queue_age_seconds{queue="jobs"} 29.5',
    'vouchsafe_sweep_age_seconds{place="DB",sweep="second"} 60',
    'vouchsafe_sweep_seconds{place="DB",sweep="second"} 0.25',
    'vouchsafe_sweep_failed{place="DB",sweep="second"} 1',
  ]);
  expect(text).toContain(
    "# HELP vouchsafe_place_up Whether a database answers\n# TYPE vouchsafe_place_up gauge\n",
  );
});

it("GET /management/v1/metrics is text for the deployment's pair alone", async () => {
  const reply = await send("GET", "/management/v1/metrics", DEPLOYMENT);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  for (const place of ["DB", "DB_1", "DB_2"]) {
    expect(reply.body).toContain(`vouchsafe_place_up{place="${place}"} 1\n`);
  }
  // Another test may have left one open.
  expect(reply.body).toMatch(/\nvouchsafe_open_restore_age_seconds \d/);
  const project = await newProject();
  failure(
    await send("GET", "/management/v1/metrics", project.management),
    403,
    "missing_required_permission",
  );
  failure(await send("GET", "/management/v1/metrics", {}), 401, "unauthorized");
});

it("says that no event waits where the sweep that looks for some went well in each place", async () => {
  const AGE = "vouchsafe_unheard_event_age_seconds";
  const sample = async () => {
    const { body } = await send("GET", "/management/v1/metrics", DEPLOYMENT);
    return new RegExp(`^${AGE} .*$`, "m").exec(String(body))?.[0];
  };
  const places = ["DB", "DB_1", "DB_2"];
  // Those that look through no project: others may have left events.
  const nothing = { ...ringForEvents, run: async () => null };
  for (const place of places) await sweep(env, Date.parse(NOW), [nothing], place);
  expect(await sample()).toBe(`${AGE} 0`);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = { ...ringForEvents, run: () => Promise.reject(new TypeError("no")) };
  await expect(sweep(env, Date.parse(NOW), [broken], "DB_1")).rejects.toThrow("a sweep failed");
  expect(await sample()).toBeUndefined();
  log.mockRestore();
  await sweep(env, Date.parse(NOW), [nothing], "DB_1");
  await env.DB_2.prepare("DELETE FROM sweep_runs").run();
  expect(await sample()).toBeUndefined();
});

it("tells that the first place is down, and of places what is known without it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const DB = pausing(
    env.DB,
    { before: () => Promise.reject(new Crash("the database is down")) },
    { count: 0 },
  );
  const context = createExecutionContext();
  const request = new Request(`${BASE}/management/v1/metrics`, { headers: DEPLOYMENT });
  const response = await app.fetch(request, { ...env, DB }, context);
  // Its entry in the audit log, which nobody waits for.
  await expect(waitOnExecutionContext(context)).rejects.toThrow("the database is down");
  vi.restoreAllMocks();
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(text).toContain('vouchsafe_place_up{place="DB"} 0\n');
  expect(text).toContain('vouchsafe_place_up{place="DB_1"} 1\n');
  expect(text).not.toContain("vouchsafe_place_open{");
});

/** All but the one that lets everybody wait; the patience of those who ask stands still meanwhile. */
const othersAnswer = () => scheduler.wait(1_000);

it.each([
  ["DB", "DB_1"],
  ["DB_1", "DB"],
] as const)(
  "tells within seconds that %s lets everybody wait, and all of the others",
  async (name, other) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: never, reject: end } = Promise.withResolvers<void>();
    const waiting = pausing(
      env[name],
      {
        before: () => {
          ask();
          return never;
        },
      },
      { count: 0 },
    );
    const context = createExecutionContext();
    const request = new Request(`${BASE}/management/v1/metrics`, { headers: DEPLOYMENT });
    const answer = app.fetch(request, { ...env, [name]: waiting }, context);
    await asked;
    await othersAnswer();
    await vi.advanceTimersByTimeAsync(5_000);
    const text = await (await answer).text();
    expect(text).toContain(`vouchsafe_place_up{place="${name}"} 0\n`);
    expect(text).toContain(`vouchsafe_place_up{place="${other}"} 1\n`);
    expect(text).toContain('vouchsafe_place_up{place="DB_2"} 1\n');
    end(new Crash("the test is over"));
    // Of `DB` its entry in the audit log, which nobody waits for.
    await waitOnExecutionContext(context).catch(() => {});
    vi.useRealTimers();
    vi.restoreAllMocks();
  },
  10_000,
);

it("tells within seconds that a queue lets everybody wait, and all of the others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const JOBS = replacing(env.JOBS, {
    metrics: () => {
      ask();
      return new Promise<never>(() => {});
    },
  });
  const context = createExecutionContext();
  const request = new Request(`${BASE}/management/v1/metrics`, { headers: DEPLOYMENT });
  const answer = app.fetch(request, { ...env, JOBS }, context);
  await asked;
  await othersAnswer();
  await vi.advanceTimersByTimeAsync(5_000);
  const text = await (await answer).text();
  expect(text).toContain('vouchsafe_place_up{place="DB"} 1\n');
  expect(text).toContain('vouchsafe_queue_messages{queue="vouchsafe-long-jobs"} 0\n');
  expect(text).not.toContain('vouchsafe_queue_messages{queue="vouchsafe-jobs"}');
  await waitOnExecutionContext(context);
  vi.useRealTimers();
});

/** Takes what would be a data set's: locally nothing reads one back. */
function dataSet() {
  const points: AnalyticsEngineDataPoint[] = [];
  return { points, METRICS: { writeDataPoint: (point = {}) => void points.push(point) } };
}

it("each request is a data point where a data set is bound, named by its route", async () => {
  const { points, METRICS } = dataSet();
  const project = await newProject();
  const context = createExecutionContext();
  const request = new Request(`${BASE}/v1/vouchers/NOBODY`, { headers: project.server });
  const response = await app.fetch(request, { ...env, METRICS }, context);
  await waitOnExecutionContext(context);
  const { headers } = response;
  const { roundTrips, read } = costOf({ status: response.status, headers, body: null });
  expect([roundTrips > 1, read > 1]).toEqual([true, true]);
  expect(points).toEqual([
    {
      indexes: [project.id],
      blobs: ["request", "GET", "/v1/vouchers/:code", "404", "not_found", expect.any(String)],
      doubles: [expect.any(Number), expect.any(Number), roundTrips, expect.any(Number), read, 0],
    },
  ]);
});

it("each look at a place is one too", async () => {
  const { points, METRICS } = dataSet();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(NOW) });
  await sweep({ ...env, METRICS }, Date.parse(NOW), [lookAtPlace], "DB_1");
  vi.useRealTimers();
  expect(points).toEqual([
    {
      indexes: ["DB_1"],
      blobs: ["place", "DB_1"],
      doubles: [expect.any(Number), expect.any(Number)],
    },
  ]);
  expect(points[0]?.doubles?.[1]).toBeGreaterThan(100_000);
});
