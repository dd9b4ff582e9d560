import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import type { Sweep } from "../../src/async/sweeps/sweep";
import { Health } from "../../src/resources/management/health/schema";
import { DEPLOYMENT, newProject, parsed, rowsOf, send } from "../support/api";
import { failure } from "../support/failure";
import { liveIn } from "../support/places";

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

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await env.DB.prepare("DELETE FROM sweep_runs").run();
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
      ["DB", "DB_1", "DB_2"].map((name) => ({
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
    ]);
    expect(found.sweeps).toEqual([
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

  it("tells what waits longest: an event, a delivery and background work", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const project = await newProject();
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id, created_at, updated_at)
         VALUES (?1, 'aa_1', 'NONE', 'IN_PROGRESS', '{}', '{}', 'r', ?2, ?2)`,
      ).bind(project.id, ago(11)),
    ]);
    await sweep(env, NOW, [named("events", async () => ago(12))]);
    const found = await health();
    expect(found.oldest_open_action_at).toBe(ago(11));
    expect(found.oldest_unheard_event_at).toBe(ago(12));
    expect(found.attention).toEqual(["oldest_unheard_event_at", "oldest_open_action_at"]);
    await env.DB.prepare("DELETE FROM async_actions WHERE project_id = ?1").bind(project.id).run();
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
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
