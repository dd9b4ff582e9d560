import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import { SWEEPS } from "../../src/async/sweeps";
import { forgetTransits } from "../../src/async/sweeps/forget";
import { forgetActions } from "../../src/async/sweeps/forget-actions";
import { resumeActions } from "../../src/async/sweeps/resume-actions";
import { forgetUntold } from "../../src/async/sweeps/webhooks";
import { startCapture, stopCapture } from "../../src/db/capture";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { enterState } from "../../src/db/transits";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { hooksOf, newHook, newReceiver } from "../support/hooks";
import { newShop, unchanging } from "../support/one-of-each";
import { liveIn, visitOf } from "../support/places";

// What the cron sends to one database is counted and failed in the first place.
liveIn("DB");

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** So many keys and misses of a project, all of a day long gone by. */
async function old(projectId: string, count: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO idempotency_keys (project_id, family, key, fingerprint, status, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1, 'server', 'k' || i, '', 200, ?3 FROM n`,
    ).bind(projectId, count, LONG_AGO),
    env.DB.prepare(
      `INSERT INTO misses (project_id, bucket, minute, count)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1, 'b' || i, 1, 1 FROM n`,
    ).bind(projectId, count),
  ]);
}

const leftOf = async (projectId: string) => ({
  keys: (await rowsOf("idempotency_keys", projectId)).length,
  misses: (await rowsOf("misses", projectId)).length,
});

/** The database with one of its methods in other hands. */
const withOther = <K extends "batch" | "prepare">(method: K, other: D1Database[K]): D1Database =>
  new Proxy(env.DB, {
    get: (target, name) => {
      if (name === method) return other;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** So many deliveries to come of a webhook. */
const toCome = (project: TestProject, id: string, count: number) =>
  env.DB.prepare(
    `INSERT INTO webhook_deliveries (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     SELECT ?1, ?2, i, 1, 'voucher.created', 'PENDING', ?4, ?4 FROM n`,
  )
    .bind(project.id, id, count, LONG_AGO)
    .run();

describe("a sweep", () => {
  it("forgets what an outage has left over, two thousand rows at a time", async () => {
    const project = await newProject();
    await old(project.id, 4_500);
    const written: number[] = [];
    const counting = withOther("batch", async (statements) => {
      const results = await env.DB.batch(statements);
      written.push(...results.map(({ meta }) => meta.changes));
      return results as never;
    });
    await sweep({ ...env, DB: counting }, Date.now());
    expect(await leftOf(project.id)).toEqual({ keys: 0, misses: 0 });
    expect(Math.max(...written)).toBe(2_000);
  });

  it("forgets deliveries of a month ago, but for those that are still to come", async () => {
    const project = await newProject();
    const states = [
      ["SUCCEEDED", null],
      ["DEAD", null],
      ["RETRYING", "2999-01-01T00:00:00.000Z"],
      ["PENDING", "2999-01-01T00:00:00.000Z"],
    ];
    const kept = "2998-01-01T00:00:00.000Z";
    const insert = env.DB.prepare(
      `INSERT INTO webhook_deliveries (project_id, webhook_id, sequence, lane, kind, status, due_at, created_at)
       VALUES (?1, ?2, ?3, 1, 'voucher.created', ?4, ?5, ?6)`,
    );
    const { id } = await newHook(project, { target_url: newReceiver().url });
    const rows = [LONG_AGO, kept].flatMap((at) => states.map((state) => [...state, at]));
    await env.DB.batch(rows.map((row, at) => insert.bind(project.id, id, at + 1, ...row)));
    await sweep(env, Date.now());
    const left = await rowsOf("webhook_deliveries", project.id);
    await env.DB.prepare("DELETE FROM webhook_deliveries WHERE project_id = ?1")
      .bind(project.id)
      .run();
    expect(left.map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it("forgets what was to come of a webhook that was deleted, two thousand rows at a time", async () => {
    const project = await newProject();
    const [gone, other] = [
      await newHook(project, { target_url: newReceiver().url }),
      await newHook(project, { target_url: newReceiver().url }),
    ];
    await toCome(project, gone.id, 2_001);
    await toCome(project, other.id, 1);
    expect((await project.delete(`${hooksOf(project)}/${gone.id}`)).status).toBe(204);
    await sweep(env, Date.now());
    expect(await rowsOf("webhook_deliveries", project.id)).toMatchObject([
      { webhook_id: other.id, status: "PENDING" },
    ]);
    expect((await project.delete(`${hooksOf(project)}/${other.id}`)).status).toBe(204);
    await sweep(env, Date.now());
    expect(await rowsOf("webhook_deliveries", project.id)).toEqual([]);
  });

  it("passes over all that is to come of a webhook by one seek", async () => {
    const project = await newProject();
    const { id } = await newHook(project, { target_url: newReceiver().url });
    await toCome(project, id, 3_000);
    const visit = visitOf("DB");
    await forgetUntold.run(visit);
    expect(visit.db.cost.rows_read).toBeLessThan(100);
    expect(await rowsOf("webhook_deliveries", project.id)).toHaveLength(3_000);
    expect((await project.delete(`${hooksOf(project)}/${id}`)).status).toBe(204);
    await sweep(env, Date.now());
  });

  it("forgets background work that has been done for 90 days, and counts what is left", async () => {
    const project = await newProject();
    const now = Date.now();
    const at = (days: number) => new Date(now - days * 86_400_000).toISOString();
    const insert = env.DB.prepare(
      `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1, ?3 || i, 'CUSTOMER_UPDATE', ?4, '{}', '{}', 'r', ?5, ?5 FROM n`,
    );
    await env.DB.batch([
      insert.bind(project.id, 1_200, "aa_old_", "DONE", at(91)),
      insert.bind(project.id, 3, "aa_new_", "DONE", at(89)),
      insert.bind(project.id, 2, "aa_open_", "IN_PROGRESS", at(91)),
      env.DB.prepare("INSERT INTO tallies (project_id, async_actions) VALUES (?1, 1205)").bind(
        project.id,
      ),
    ]);
    await forgetActions.run(visitOf(undefined, now));
    const left = await rowsOf("async_actions", project.id);
    await env.DB.prepare("DELETE FROM async_actions WHERE project_id = ?1").bind(project.id).run();
    expect(left.map(({ id }) => id).sort()).toEqual([
      "aa_new_1",
      "aa_new_2",
      "aa_new_3",
      "aa_open_1",
      "aa_open_2",
    ]);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ async_actions: 5 }]);
  });

  it("forgets the rest though one part of it fails, and says that it failed", async () => {
    const project = await newProject();
    await old(project.id, 1);
    const broken = withOther("prepare", (sql) =>
      env.DB.prepare(sql.replace("DELETE FROM idempotency_keys", "DELETE FROM nothing")),
    );
    await expect(sweep({ ...env, DB: broken }, Date.now())).rejects.toThrow("a sweep failed");
    expect(await leftOf(project.id)).toEqual({ keys: 1, misses: 0 });
    await sweep(env, Date.now());
    expect(await leftOf(project.id)).toEqual({ keys: 0, misses: 0 });
  });
});

describe("sweeps of a place", () => {
  it("go one at a time, so that they keep nobody waiting for all of them", async () => {
    let [going, most, ran] = [0, 0, 0];
    const run = async () => {
      most = Math.max(most, ++going);
      await scheduler.wait(5);
      going -= 1;
      ran += 1;
    };
    const sweeps = ["a", "b", "c"].map((name) => ({ name, statements: 0, run }));
    await sweep(env, Date.now(), sweeps);
    expect([most, ran]).toEqual([1, 3]);
  });
});

describe("background work that stands still", () => {
  /** So much of it; what was begun has been updated since it was asked for. */
  const standing = (projectId: string, type: string, count: number, isBegun: boolean) =>
    env.DB.prepare(
      `INSERT INTO async_actions
         (project_id, id, type, status, input, state, request_id, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       SELECT ?1, 'aa_' || printf('%03d', i), ?2, 'IN_PROGRESS', '{}', '{}', 'r', ?4, ?5 FROM n`,
    )
      .bind(projectId, type, count, LONG_AGO, isBegun ? "2020-01-01T00:00:10.000Z" : LONG_AGO)
      .run();
  const idsTo = (count: number) =>
    Array.from({ length: count }, (_, at) => `aa_${String(at + 1).padStart(3, "0")}`);
  const gone = (projectId: string) =>
    env.DB.prepare("DELETE FROM async_actions WHERE project_id = ?1").bind(projectId).run();

  /** What a sweep sends at a time at which nothing else stands still. */
  async function swept() {
    const sent: { project_id: string; action_id: string }[] = [];
    const sendBatch = async (all: Iterable<MessageSendRequest<(typeof sent)[number]>>) => {
      for (const { body } of all) sent.push(body);
    };
    const deaf = { ...env, LONG_JOBS: { sendBatch } as unknown as Queue };
    const visit = visitOf("DB", Date.parse("2020-01-01T00:01:00.000Z"));
    await resumeActions.run({ ...visit, env: deaf });
    return sent;
  }

  it("is sent again by one of the next sweeps, however much of it fails whenever it is tried", async () => {
    const project = await newProject();
    await standing(project.id, "CODE_RELEASE", 150, false);
    const seen = new Set<string>();
    try {
      // Of what a sweep leaves out a third, sixty leave out none.
      for (let at = 0; at < 60; at++) {
        const ids = (await swept()).map(({ action_id }) => action_id);
        expect(new Set(ids).size).toBe(100);
        for (const id of ids) seen.add(id);
      }
    } finally {
      await gone(project.id);
    }
    expect([...seen].toSorted()).toEqual(idsTo(150));
  });

  it("is sent again beside any number that waits for its turn in another project", async () => {
    const [busy, other] = [await newProject(), await newProject()];
    await standing(busy.id, "EXPORT", 150, false);
    await standing(other.id, "EXPORT", 1, true);
    try {
      const sent = await swept();
      expect(sent.map(({ project_id, action_id }) => [project_id, action_id]).toSorted()).toEqual(
        [
          [busy.id, "aa_001"],
          [busy.id, "aa_002"],
          [other.id, "aa_001"],
        ].toSorted(),
      );
      // Two that fail have lapsed by then: the next two are looked after, too. So is what was
      // begun, whatever waits before it.
      await env.DB.prepare(
        `UPDATE async_actions SET updated_at = '2020-01-01T00:00:10.000Z'
         WHERE project_id = ?1 AND id IN ('aa_001', 'aa_002', 'aa_100')`,
      )
        .bind(busy.id)
        .run();
      const ids = (await swept()).filter(({ project_id }) => project_id === busy.id);
      expect(ids.map(({ action_id }) => action_id).toSorted()).toEqual([...idsTo(4), "aa_100"]);
    } finally {
      for (const { id } of [busy, other]) await gone(id);
    }
  });
});

describe("an idle minute", () => {
  const PROJECTS = 1_000;
  const ROWS = 100_000;

  /** Projects without anything new, and one with much that nobody has to do anything about. */
  async function idle(): Promise<void> {
    const later = "2999-01-01T00:00:00.000Z";
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO tallies (project_id, event_sequence, events_taken, archive_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT 'idle-' || i, 7, 7, ?2 FROM n`,
      ).bind(PROJECTS, later),
      env.DB.prepare(
        `INSERT INTO idempotency_keys (project_id, family, key, fingerprint, status, created_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT 'idle-0', 'server', 'k' || i, '', 200, ?2 FROM n`,
      ).bind(ROWS, later),
      env.DB.prepare(
        `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id, created_at, updated_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT 'idle-0', 'aa_' || i, 'EXPORT', 'DONE', '{}', '{}', 'r', ?2, ?2 FROM n`,
      ).bind(ROWS / 10, later),
      env.DB.prepare(
        `INSERT INTO dead_jobs (project_id, id, queue, body, attempts, died_at, due_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT 'idle-0', 'dj_' || i, 'q', '{}', 11, ?2, iif(i % 2, ?2, NULL) FROM n`,
      ).bind(ROWS / 10, later),
    ]);
  }

  async function clear(): Promise<void> {
    const tables = ["tallies", "idempotency_keys", "async_actions", "dead_jobs"];
    await env.DB.batch(
      tables.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE project_id LIKE 'idle-%'`)),
    );
  }

  it("reads one row for each project, and next to none of what is beside them", async () => {
    await sweep(env, Date.now());
    await idle();
    const visit = visitOf();
    const { db } = visit;
    const read = new Map<string, number>();
    for (const each of SWEEPS) {
      const before = db.cost.rows_read;
      await each.run(visit);
      read.set(each.name, db.cost.rows_read - before);
    }
    const all = await env.DB.prepare("SELECT count(*) AS n FROM tallies").first<number>("n");
    const webhooks = await env.DB.prepare("SELECT count(*) AS n FROM webhooks").first<number>("n");
    await clear();
    const { "ring-for-events": ring, ...others } = Object.fromEntries(read);
    // A project whose events are on their way costs one more row.
    expect(ring).toBeLessThanOrEqual((all ?? 0) + 100);
    const most = new Map([
      // It looks at fifty projects each time, however many there are.
      ["forget-audit_log", 400],
      // A webhook, its next event and its spans: other tests have left some.
      ["fan-out-left", 100 + 3 * (webhooks ?? 0)],
    ]);
    for (const [name, rows] of Object.entries(others)) {
      expect(rows, name).toBeLessThanOrEqual(most.get(name) ?? 100);
    }
    expect(db.cost.rows_written).toBeLessThanOrEqual(20);
  });

  it("sends less than an invocation may, even where every sweep does its most", () => {
    expect(SWEEPS.reduce((sum, { statements }) => sum + statements, 0)).toBeLessThanOrEqual(810);
    expect(new Set(SWEEPS.map(({ name }) => name)).size).toBe(SWEEPS.length);
  });

  it("no sweep sends more than its row says, though much has to be done", async () => {
    const project = await newProject();
    await old(project.id, 50_000);
    for (const each of SWEEPS) {
      const visit = visitOf();
      await each.run(visit);
      expect(visit.db.cost.statements, each.name).toBeLessThanOrEqual(each.statements);
    }
    expect(await leftOf(project.id)).toEqual({ keys: 10_000, misses: 10_000 });
    await sweep(env, Date.now());
    expect(await leftOf(project.id)).toEqual({ keys: 0, misses: 0 });
  });
});

describe("a project that stands still while it is moved", () => {
  it("keeps all of its rows", async () => {
    const [shop, neighbour] = [await newShop(), await newShop()];
    const hold = { project_id: shop.project.id, owner: "test", epoch: 1 };
    const db = { d1: env.DB, cost: noCost() };
    const untouched = await unchanging(shop.project);
    await startCapture(db, hold);
    for (const state of ["READY", "ASIDE", "FROZEN"] as const) {
      await writeBatch(db, enterState(hold, state));
      await sweep(env, Date.now() + 400 * 86_400_000);
    }
    await stopCapture(db, hold);
    // All that is left of it, and for a day.
    for (const [hours, left] of [
      [23, 1],
      [25, 0],
    ] as const) {
      await forgetTransits.run(visitOf("DB", Date.now() + hours * 3_600_000));
      expect(await rowsOf("transit_ends", shop.project.id)).toHaveLength(left);
    }
    await untouched();
    expect(await rowsOf("webhook_deliveries", neighbour.project.id)).toEqual([]);
  });
});
