import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { backupJob, restoreJob } from "../../src/async/jobs/backup";
import { forgetRestores } from "../../src/async/sweeps/forget";
import { removeProjects } from "../../src/async/sweeps/remove-projects";
import { resumeBackups } from "../../src/async/sweeps/resume-backups";
import { writeBatch } from "../../src/db/commit";
import { TABLES } from "../../src/db/project-tables";
import type { BackupPartRow } from "../../src/db/tables/backups";
import { type Env, settings } from "../../src/env";
import { stepRestore } from "../../src/resources/management/backups/bring";
import { changesIn } from "../../src/resources/management/backups/files";
import { Backup, Restore } from "../../src/resources/management/backups/schema";
import { comeForward, findBackup, findRestore } from "../../src/resources/management/backups/store";
import { type Bench, stepBackup } from "../../src/resources/management/backups/take";
import { erasureIn } from "../../src/resources/permanent-deletions/erasure";
import { ownWebhook } from "../../src/resources/webhooks/copy";
import { Webhook } from "../../src/resources/webhooks/schema";
import { restoredScope } from "../../src/scope/job-scope";
import { placesOf } from "../../src/scope/places";
import { random } from "../../src/scope/scope";
import {
  DEPLOYMENT,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { exported } from "../support/exporting";
import { failure } from "../support/failure";
import { Crash, DEAF_QUEUES, sendPausing } from "../support/faults";
import { newHook, newReceiver } from "../support/hooks";
import { bound } from "../support/moving";
import { newShop } from "../support/one-of-each";
import { PATIENCE } from "../support/patience";
import { dbOf, homes, visitOf } from "../support/places";

const BACKUPS = "/management/v1/backups";

const call = (method: string, path: string, body?: object) => send(method, path, DEPLOYMENT, body);

const LEFT_OUT = [
  "idempotency_keys",
  "misses",
  "dead_jobs",
  "webhook_deliveries",
  "webhook_lanes",
  "webhook_spans",
];

/** All rows of a project by their tables, without the project, and with webhooks as a copy has them. */
async function allOf({ id }: Pick<TestProject, "id">): Promise<Record<string, unknown[]>> {
  const names = TABLES.map(([name]) => name).filter((name) => !LEFT_OUT.includes(name));
  const rows = await Promise.all(
    names.map(async (name) => {
      const own = (await rowsOf(name, id)).map(({ project_id: _, ...row }) =>
        JSON.stringify(
          name === "webhooks"
            ? { ...row, active: 0, inactive_because: "REQUESTED", mark: null, custom_headers: null }
            : row,
        ),
      );
      return [name, own.sort()] as const;
    }),
  );
  return Object.fromEntries(rows);
}

/** Entries of the audit log that stand beside the project's rows. */
const loggedIn = async (db: D1Database, projectId: string): Promise<unknown> =>
  db
    .prepare("SELECT count(*) FROM audit_log WHERE project_id = ?1")
    .bind(projectId)
    .first("count(*)");

/** A backup that no queue hears of, so that the test makes each of its steps. */
async function begun({ id }: Pick<TestProject, "id">): Promise<string> {
  const spy = vi
    .spyOn(env.LONG_JOBS, "sendBatch")
    .mockImplementation(DEAF_QUEUES.LONG_JOBS.sendBatch);
  const reply = await call("POST", BACKUPS, { project_id: id });
  spy.mockRestore();
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  return reply.body.id;
}

/** A restore that no queue hears of, likewise. */
async function begunRestore(id: string): Promise<Restore> {
  const spy = vi
    .spyOn(env.LONG_JOBS, "sendBatch")
    .mockImplementation(DEAF_QUEUES.LONG_JOBS.sendBatch);
  const reply = await call("POST", `${BACKUPS}/${id}/restore`, { place: "DB" });
  spy.mockRestore();
  const restore = parsed(Restore, reply);
  homes.set(restore.project_id, "DB");
  return restore;
}

const benchOf = (bindings: Env = env): Bench => ({
  places: placesOf(bindings),
  files: bindings.EXPORTS,
  ownWebhook: (row, from) => ownWebhook({ settings: settings(bindings), random }, row, from),
  erasure: erasureIn((project) => restoredScope(bindings, project)),
  now: Date.now,
  rows: (_db, _work, { most }) => most,
});

/** The same, but something happens behind each call of the bucket of one kind. */
function benchAfter(method: "get" | "put", act: (key: string) => Promise<void>): Bench {
  const EXPORTS = new Proxy(env.EXPORTS, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || name !== method) {
        return typeof value === "function" ? value.bind(target) : value;
      }
      return async (key: string, ...more: unknown[]) => {
        const answer: unknown = await value.call(target, key, ...more);
        await act(key);
        return answer;
      };
    },
  });
  return benchOf({ ...env, EXPORTS });
}

const backupOf = async (id: string) => {
  const row = await findBackup(placesOf(env).control, id);
  if (!row) throw new Error("there is the backup");
  return row;
};

/** One step of a backup as it stands now; answers whether it goes on. */
const step = async (id: string, bench = benchOf()): Promise<boolean> =>
  (await stepBackup(bench, await backupOf(id))) !== null;

/** Steps until the backup is at a phase, or over. */
async function stepTo(id: string, phase: string): Promise<void> {
  while ((await backupOf(id)).state.phase !== phase) {
    if (!(await step(id))) return;
  }
}

const shown = async (id: string): Promise<Backup> =>
  parsed(Backup, await call("GET", `${BACKUPS}/${id}`));

/** The new project of a backup, and how that ended. */
async function restored(backupId: string, body: object = {}): Promise<Restore> {
  const reply = await call("POST", `${BACKUPS}/${backupId}/restore`, {
    place: "DB",
    ...body,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  const { id } = parsed(Restore, reply);
  return vi.waitUntil(async () => {
    const restore = parsed(Restore, await call("GET", `/management/v1/restores/${id}`));
    homes.set(restore.project_id, "DB");
    return restore.status === "IN_PROGRESS" ? undefined : restore;
  }, PATIENCE);
}

/** A back end of a project that has no keys yet. */
async function keyed(projectId: string): Promise<TestProject> {
  const keys = `/management/v1/projects/${projectId}/api-keys`;
  const reply = await call("POST", keys, { kind: "server", name: "Restored" });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const server = { "X-App-Id": reply.body.app_id, "X-App-Token": reply.body.app_token };
  const of = (method: string) => (path: string, body?: unknown) => send(method, path, server, body);
  return { ...(await newProject()), id: projectId, server, get: of("GET"), post: of("POST") };
}

/** The rows of an archive of a project's first two events, whose file is not there. */
const archived = ({ id }: TestProject) =>
  dbOf(id).batch(
    [
      `INSERT INTO event_archives (project_id, first, last, until, sealed_at)
        VALUES (?1, 1, 2, '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')`,
      "UPDATE tallies SET events_archived = 2 WHERE project_id = ?1",
      "DELETE FROM outbox WHERE project_id = ?1 AND sequence <= 2",
    ].map((statement) => dbOf(id).prepare(statement).bind(id)),
  );

/** The same, made here step by step. */
async function restoredHere(backupId: string): Promise<Restore> {
  const { id } = await begunRestore(backupId);
  while (await stepRestore(benchOf(), id));
  return parsed(Restore, await call("GET", `/management/v1/restores/${id}`));
}

const LEDGER = { exported_object: "voucher_transactions", parameters: { order: "created_at" } };

describe("a backup of a project", () => {
  it("becomes a project with the same rows, ledgers and files, but without keys and receivers", async () => {
    const { project } = await newShop();
    const archive = (id: string) => `events/${id}/000000000000001-000000000000002.ndjson.gz`;
    await archived(project);
    await env.EXPORTS.put(archive(project.id), "old", { customMetadata: { of: "events" } });
    const counted = async () =>
      (await rowsOf("project_days", project.id))[0]?.validations_succeeded;
    await expect.poll(counted, PATIENCE).toBe(1);
    await dbOf(project.id)
      .prepare("UPDATE webhooks SET active = 1, inactive_because = NULL WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const before = await allOf(project);
    const log = await loggedIn(dbOf(project.id), project.id);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(30);
    const reply = await call("POST", BACKUPS, { project_id: project.id });
    expect(reply.status).toBe(202);
    const backup = await vi.waitUntil(async () => {
      const found = await shown(reply.body.id);
      return found.status === "IN_PROGRESS" ? undefined : found;
    }, PATIENCE);
    expect(backup).toMatchObject({ status: "DONE", project_id: project.id, error: null });
    const listed = await call("GET", `${BACKUPS}?project_id=${project.id}`);
    expect(listed.body).toMatchObject({ total: 1, data: [backup] });

    const restore = await restored(backup.id, { name: "Once more" });
    expect(restore).toMatchObject({ status: "DONE", error: null });
    expect(restore.progress).toEqual({ done: backup.files, total: backup.files });
    expect(await allOf({ id: restore.project_id })).toEqual(before);
    expect(await loggedIn(env.DB, restore.project_id)).toBe(log);
    const isOn = async (id: string) => (await rowsOf("webhooks", id)).map(({ active }) => active);
    expect(await isOn(project.id)).toEqual([1]);
    expect(await isOn(restore.project_id)).toEqual([0]);
    const made = await call("GET", `/management/v1/projects/${restore.project_id}`);
    expect(made.body).toMatchObject({ name: "Once more", currency: "EUR" });
    const copy = await env.EXPORTS.get(archive(restore.project_id));
    expect(await copy?.text()).toBe("old");
    expect(copy?.customMetadata).toEqual({ of: "events" });

    // Somebody wants them, and a worker of the restore comes to itself.
    const on = "UPDATE webhooks SET active = 1, inactive_because = NULL WHERE project_id = ?1";
    await env.DB.prepare(on).bind(restore.project_id).run();
    const hold = { project_id: restore.project_id, owner: restore.id, epoch: 1 };
    const [{ id = "", mark } = {}] = await rowsOf("webhooks", restore.project_id);
    const late = { id: String(id), mark: "late", header_names: [], custom_headers: null };
    const forward = comeForward(hold, [late]);
    expect(await writeBatch(placesOf(env).control, forward)).toMatchObject({ ok: true });
    expect(await isOn(restore.project_id)).toEqual([1]);
    expect(await rowsOf("webhooks", restore.project_id)).toMatchObject([{ mark }]);

    const again = await keyed(restore.project_id);
    expect(await exported(again, LEDGER)).toBe(await exported(project, LEDGER));
  });

  it("tells receivers again once its webhooks are on, under ids of its own", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const custom_headers = { Authorization: "Bearer theirs" };
    const hook = await newHook(project, { target_url: receiver.url, custom_headers });
    const [before] = await rowsOf("webhooks", project.id);
    // As in the copy that an earlier version made.
    const { id: closed } = await newHook(project, { target_url: receiver.url, custom_headers });
    await dbOf(project.id)
      .prepare("UPDATE webhooks SET custom_headers = ?3 WHERE project_id = ?1 AND id = ?2")
      .bind(project.id, closed, before?.custom_headers)
      .run();
    const id = await begun(project);
    while (await step(id));
    const { project_id } = await restored(id);
    const copy = await keyed(project_id);
    const hooks = `/management/v1/projects/${project_id}/webhooks`;
    const on = await call("PUT", `${hooks}/${hook.id}`, { active: true });
    expect(on.status, JSON.stringify(on.body)).toBe(200);
    expect(parsed(Webhook, on).custom_headers).toEqual({ Authorization: "***" });
    const other = await call("PUT", `${hooks}/${closed}`, { events: ["voucher.deleted"] });
    expect(other.status, JSON.stringify(other.body)).toBe(200);
    expect(parsed(Webhook, other).custom_headers).toEqual({});
    expect((await copy.post("/v1/vouchers/ONE", { gift: { amount: 100 } })).status).toBe(200);
    const [message] = await vi.waitUntil(async () => {
      const received = await receiver.received();
      return received.length > 0 && received;
    }, PATIENCE);
    expect(message?.headers.authorization).toBe("Bearer theirs");
    expect(message?.headers["webhook-id"]).toMatch(/^whs_000000001[0-9a-f]{9}$/);
    expect(message?.headers["webhook-id"]).not.toContain(before?.mark);
    expect(await rowsOf("webhooks", project.id)).toContainEqual(before);
  });

  it("shows one moment, whatever changes while it is made", async () => {
    const project = await newProject();
    const card = (code: string) =>
      project.post("/v1/vouchers", { code, type: "GIFT_VOUCHER", gift: { amount: 1000 } });
    for (const code of ["A-1", "A-2", "A-3"]) expect((await card(code)).status).toBe(200);
    const spend = (code: string, amount: number) =>
      project.post(`/v1/vouchers/${code}/redemption`, {
        order: { amount },
        gift: { credits: amount },
      });
    const id = await begun(project);
    await stepTo(id, "ROWS");
    // Rows of vouchers are read first.
    expect(await step(id)).toBe(true);
    expect((await spend("A-1", 300)).status).toBe(200);
    expect((await send("DELETE", "/v1/vouchers/A-2?force=true", project.server)).status).toBe(204);
    expect((await card("A-4")).status).toBe(200);
    await stepTo(id, "CHANGES");
    expect((await spend("A-3", 1)).status).toBe(200);
    await stepTo(id, "FILES");
    const moment = await allOf(project);
    expect((await spend("A-1", 100)).status).toBe(200);
    while (await step(id));
    expect((await shown(id)).status).toBe("DONE");
    const { project_id } = await restored(id);
    expect(await allOf({ id: project_id })).toEqual(moment);
    const { body } = await (await keyed(project_id)).get("/v1/vouchers/A-1");
    expect(body.gift.balance).toBe(700);
    expect(await rowsOf("transits", project.id)).toEqual([]);
    expect(await rowsOf("changed_rows", project.id)).toEqual([]);
  });

  it("reads no more than some megabytes of changed rows at once, however large they are", async () => {
    const project = await newProject();
    const categories = (sql: string) => dbOf(project.id).prepare(sql).bind(project.id).run();
    await categories(
      `WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 10)
        INSERT INTO categories (project_id, id, name, hierarchy, created_at)
        SELECT ?1, 'cat_' || at, at, 1, '2026-01-01T00:00:00.000Z' FROM n`,
    );
    const id = await begun(project);
    await stepTo(id, "CHANGES");
    await categories("UPDATE categories SET name = hex(randomblob(250000)) WHERE project_id = ?1");
    await stepTo(id, "FILES");
    const moment = await allOf(project);
    while (await step(id));
    const { results } = await env.DB.prepare(
      "SELECT * FROM backup_parts WHERE backup_id = ?1 AND kind = 'changes' ORDER BY part",
    )
      .bind(id)
      .all<BackupPartRow>();
    const read: number[] = [];
    for (const part of results) read.push((await changesIn(env.EXPORTS, part))?.length ?? 0);
    // Seven of half a million bytes are less than four million.
    expect(read).toEqual([7, 3]);
    const { status, project_id } = await restored(id);
    expect(status).toBe("DONE");
    expect(await allOf({ id: project_id })).toEqual(moment);
  });

  it("does not run after rows that keep coming to a table", async () => {
    const project = await newProject();
    const come = async (source_id: string) =>
      expect((await project.post("/v1/customers", { source_id })).status).toBe(200);
    await come("0");
    const id = await begun(project);
    await stepTo(id, "ROWS");
    let came = 1;
    for (; (await backupOf(id)).state.phase === "ROWS"; came++) {
      // There are fewer tables with rows.
      expect(came).toBeLessThan(30);
      await come(String(came));
      await step(id);
    }
    while (await step(id));
    const { project_id } = await restored(id);
    expect(await rowsOf("customers", project_id)).toHaveLength(came);
  });

  it("is whole wherever its worker ends, and made once by two of them", async () => {
    const project = await newProject();
    for (const code of ["K-1", "K-2"]) {
      await project.post("/v1/vouchers", { code, type: "GIFT_VOUCHER", gift: { amount: 500 } });
    }
    const id = await begun(project);
    const cut = benchAfter("put", async () => {
      throw new Crash("the process ended");
    });
    for (let isOpen = true; isOpen; ) {
      await step(id, cut).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
      const row = await backupOf(id);
      isOpen = (await stepBackup(benchOf(), row)) !== null;
      // Another worker, which had looked before.
      expect(await stepBackup(benchOf(), row)).toBeNull();
    }
    expect((await shown(id)).status).toBe("DONE");
    const before = await allOf(project);
    const { project_id } = await restored(id);
    expect(await allOf({ id: project_id })).toEqual(before);
  });

  it("is taken up by the sweep where its message was lost, and so is its removal", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    const sweepIn = (ms: number) => resumeBackups.run(visitOf("DB", Date.now() + ms));
    await sweepIn(20_000);
    await expect
      .poll(async () => {
        await sweepIn(60_000);
        return (await shown(id)).status;
      }, PATIENCE)
      .toBe("DONE");
    const files = async () =>
      (await env.EXPORTS.list({ prefix: `backups/${project.id}/` })).objects;
    expect((await files()).length).toBeGreaterThan(0);
    expect((await call("DELETE", `${BACKUPS}/${id}`)).status).toBe(204);
    failure(await call("GET", `${BACKUPS}/${id}`), 404, "not_found");
    await expect.poll(files, PATIENCE).toEqual([]);
    await expect.poll(() => findBackup(placesOf(env).control, id), PATIENCE).toBeNull();
  });

  it("is taken up though many others stand still for longer, which fail whenever they are tried", async () => {
    await env.DB.batch(
      ["stuck", "late"].map((name, at) =>
        env.DB.prepare(
          `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?2)
          INSERT INTO backups (id, project_id, project, status, state, created_at, updated_at)
          SELECT 'bak_' || ?1 || at, 'proj_' || ?1 || at, '{}', 'IN_PROGRESS', '{}', ?3, ?3 FROM n`,
        ).bind(name, at === 0 ? 20 : 1, `2026-01-0${at + 1}T00:00:00.000Z`),
      ),
    );
    const sent = new Set<unknown>();
    const LONG_JOBS = {
      sendBatch: async (all: { body: { backup_id: string } }[]) => {
        for (const { body } of all) sent.add(body.backup_id);
      },
    } as unknown as Queue;
    const visit = { ...visitOf("DB"), env: { ...env, LONG_JOBS } };
    for (let minute = 0; minute < 10; minute++) await resumeBackups.run(visit);
    await env.DB.prepare(
      "DELETE FROM backups WHERE id GLOB 'bak_stuck*' OR id = 'bak_late1'",
    ).run();
    expect(sent).toContain("bak_late1");
  });

  it("has what came to projects after it as it is at first", async () => {
    const id = await begun(await newProject());
    while (await step(id));
    await env.DB.prepare(
      "UPDATE backups SET project = json_remove(project, '$.near_miss_dates_enabled') WHERE id = ?1",
    )
      .bind(id)
      .run();
    const { status, project_id } = await restored(id);
    expect(status).toBe("DONE");
    const { body } = await call("GET", `/management/v1/projects/${project_id}`);
    expect(body.near_miss_dates_enabled).toBe(false);
  });
});

describe("a backup of which changes went unseen", () => {
  it("fails, also where another one has made the triggers anew", async () => {
    const [{ project }, { project: other }] = [await newShop(), await newShop()];
    const [first, second] = [await begun(project), await begun(other)];
    await stepTo(first, "ROWS");
    await dbOf(project.id).exec("DROP TRIGGER watch_categories_update");
    while (await step(second));
    while (await step(first));
    expect(await shown(first)).toMatchObject({
      status: "FAILED",
      error: "The schema changed meanwhile, so that changes went unseen",
    });
    expect(await shown(second)).toMatchObject({ status: "DONE" });
  });
});

describe("a backup that a version with other tables has begun", () => {
  it.each(["ROWS", "CHANGES"])("fails at %s, and leaves nothing of its work", async (phase) => {
    const { project } = await newShop();
    const id = await begun(project);
    await stepTo(id, phase);
    await env.DB.prepare(
      "UPDATE backups SET state = json_insert(state, '$.watched[#]', 'dropped') WHERE id = ?1",
    )
      .bind(id)
      .run();
    await dbOf(project.id)
      .prepare("INSERT INTO changed_rows (project_id, tab, key) VALUES (?1, 'dropped', '[1]')")
      .bind(project.id)
      .run();
    expect(await step(id)).toBe(false);
    expect(await shown(id)).toMatchObject({
      status: "FAILED",
      error: "The schema changed meanwhile, so that changes went unseen",
    });
    expect(await rowsOf("changed_rows", project.id)).toEqual([]);
    expect(await rowsOf("transits", project.id)).toEqual([]);
  });
});

describe("a backup that cannot be restored", () => {
  it("names the file that is not as it was written; nothing is left of the project", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    while (await step(id));
    const { objects } = await env.EXPORTS.list({ prefix: `backups/${project.id}/${id}/` });
    const [first] = objects.filter(({ key }) => key.includes("-categories-"));
    await env.EXPORTS.put(first?.key ?? "", "something else");
    const restore = await restored(id);
    expect(restore.status).toBe("FAILED");
    expect(restore.error).toContain(first?.key);
    const gone = await call("GET", `/management/v1/projects/${restore.project_id}`);
    failure(gone, 404, "not_found");
    expect(await rowsOf("removed_projects", restore.project_id)).toHaveLength(1);
  });

  it("says which table has other rows than it should", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    while (await step(id));
    await env.DB.prepare(
      "UPDATE backups SET counts = json_set(counts, '$.categories', 2) WHERE id = ?1",
    )
      .bind(id)
      .run();
    const restore = await restored(id);
    expect(restore).toMatchObject({
      status: "FAILED",
      error: "categories has 1 rows, and the backup 2",
    });
    failure(await call("GET", `/management/v1/projects/${restore.project_id}`), 404, "not_found");
  });

  it("fails where the archive of events lacks a file, of the project or of the backup", async () => {
    const project = await newProject();
    for (const name of ["a", "b"]) await project.post("/v1/categories", { name });
    await archived(project);
    const name = (id: string) => `events/${id}/000000000000001-000000000000002.ndjson.gz`;
    const without = await begun(project);
    while (await step(without));
    expect(await shown(without)).toMatchObject({
      status: "FAILED",
      error: `${name(project.id)} is gone`,
    });
    await env.EXPORTS.put(name(project.id), "old");
    const id = await begun(project);
    while (await step(id));
    expect((await shown(id)).status).toBe("DONE");
    // As if an earlier version had left it out.
    await env.DB.prepare("DELETE FROM backup_parts WHERE backup_id = ?1 AND kind = 'file'")
      .bind(id)
      .run();
    const { status, error, project_id } = await restored(id);
    expect([status, error]).toEqual(["FAILED", `${name(project_id)} is gone`]);
    failure(await call("GET", `/management/v1/projects/${project_id}`), 404, "not_found");
  });

  it("counts a table of many rows in pieces, by what was read of it", async () => {
    const project = await newProject();
    const many = (from: number, to: number) =>
      dbOf(project.id)
        .prepare(
          `WITH RECURSIVE n(at) AS (SELECT ?2 UNION ALL SELECT at + 1 FROM n WHERE at < ?3)
          INSERT INTO segment_members (project_id, segment_id, customer_id)
          SELECT ?1, 'seg', 'cust_' || at FROM n`,
        )
        .bind(project.id, from, to)
        .run();
    await many(1, 20_001);
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    while (await step(id));
    const row = await backupOf(id);
    expect(row.counts?.segment_members).toBeUndefined();
    expect(row.counts?.categories).toBe(1);
    expect(row.state.tables?.segment_members).toEqual({ rows: 20_001, changed: 0 });
    expect(await restoredHere(id)).toMatchObject({ status: "DONE", error: null });
    // Two that changed meanwhile may have come or gone; more than that is wrong.
    const say = (rows: number) =>
      env.DB.prepare(
        `UPDATE backups SET state = json_set(state, '$.tables.segment_members.rows', ?2,
          '$.tables.segment_members.changed', 2) WHERE id = ?1`,
      )
        .bind(id, rows)
        .run();
    await say(20_003);
    expect((await restoredHere(id)).status).toBe("DONE");
    await say(20_004);
    expect(await restoredHere(id)).toMatchObject({
      status: "FAILED",
      error: "segment_members has 20001 rows, and the backup 20002 to 20006",
    });
  });

  it("409: is still being made; nothing begins", async () => {
    const project = await newProject();
    const id = await begun(project);
    failure(await call("POST", `${BACKUPS}/${id}/restore`, {}), 409, "backup_not_ready");
    const { results } = await env.DB.prepare("SELECT 1 FROM restores WHERE backup_id = ?1")
      .bind(id)
      .all();
    expect(results).toEqual([]);
    // Nor does a second one of the same project.
    failure(await call("POST", BACKUPS, { project_id: project.id }), 409, "backup_going_on");
    expect(await rowsOf("backups", project.id)).toHaveLength(1);
    while (await step(id));
    const other = await begun(project);
    while (await step(other));
    expect((await shown(other)).status).toBe("DONE");
  });

  it("404 and 400: nobody knows it, or the place", async () => {
    failure(await call("POST", BACKUPS, { project_id: "proj_nope" }), 404, "not_found");
    failure(await call("GET", `${BACKUPS}/bak_nope`), 404, "not_found");
    failure(await call("DELETE", `${BACKUPS}/bak_nope`), 404, "not_found");
    failure(await call("GET", "/management/v1/restores/rst_nope"), 404, "not_found");
    const project = await newProject();
    const id = await begun(project);
    while (await step(id));
    const reply = await call("POST", `${BACKUPS}/${id}/restore`, { place: "DB_9" });
    failure(reply, 400, "invalid_payload");
    expect(reply.body.details).toBe("Property .place names no bound database");
  });

  it("403: a project's own key neither makes nor sees one", async () => {
    const project = await newProject();
    for (const [method, path, body] of [
      ["POST", BACKUPS, { project_id: project.id }],
      ["GET", BACKUPS, undefined],
    ] as const) {
      const reply = await send(method, path, project.management, body);
      failure(reply, 403, "missing_required_permission");
    }
    expect(await rowsOf("backups", project.id)).toEqual([]);
  });
});

describe("a restore whose worker ends", () => {
  it("goes on with the part that it was at, and lets nobody in before the end", async () => {
    const project = await newProject();
    for (const code of ["R-1", "R-2"]) {
      await project.post("/v1/vouchers", { code, type: "GIFT_VOUCHER", gift: { amount: 500 } });
    }
    const id = await begun(project);
    while (await step(id));
    const { id: restoreId, project_id } = await begunRestore(id);
    // Each part twice: what was written before the end of a worker is written once more.
    for (let parts = 0; ; parts++) {
      const going = await stepRestore(benchOf(), restoreId);
      if (going?.state.phase !== "PARTS") break;
      failure(await call("GET", `/management/v1/projects/${project_id}`), 404, "not_found");
      await env.DB.prepare("UPDATE restores SET parts = ?2, cursor = cursor + 1 WHERE id = ?1")
        .bind(restoreId, parts)
        .run();
      expect(await stepRestore(benchOf(), restoreId)).not.toBeNull();
    }
    while (await stepRestore(benchOf(), restoreId)) {
      failure(await call("GET", `/management/v1/projects/${project_id}`), 404, "not_found");
    }
    expect(await allOf({ id: project_id })).toEqual(await allOf(project));
    expect((await call("GET", `/management/v1/projects/${project_id}`)).status).toBe(200);
    // Messages that come late find nothing to do.
    await backupJob(env, { project_id: project.id, backup_id: id });
    await restoreJob(env, { project_id, restore_id: restoreId });
    expect(await allOf({ id: project_id })).toEqual(await allOf(project));
  });
});

describe("a worker of a restore that comes too late", () => {
  it("puts no older rows over those that another has brought since", async () => {
    const project = await newProject();
    const card = { code: "L-1", type: "GIFT_VOUCHER", gift: { amount: 1000 } };
    expect((await project.post("/v1/vouchers", card)).status).toBe(200);
    const id = await begun(project);
    await stepTo(id, "ROWS");
    // Rows of vouchers are read first.
    expect(await step(id)).toBe(true);
    const spent = { order: { amount: 300 }, gift: { credits: 300 } };
    expect((await project.post("/v1/vouchers/L-1/redemption", spent)).status).toBe(200);
    while (await step(id));
    const moment = await allOf(project);
    const { id: restoreId, project_id } = await begunRestore(id);
    const next = async () => (await findRestore(placesOf(env).control, restoreId))?.part;
    while ((await next())?.source !== "vouchers") await stepRestore(benchOf(), restoreId);
    const read: string[] = [];
    const late = benchAfter("get", async (key) => {
      read.push(key);
      while (await next()) await stepRestore(benchOf(), restoreId);
    });
    expect(await stepRestore(late, restoreId)).toBeNull();
    expect(read).toEqual([expect.stringContaining("-vouchers-")]);
    expect(await allOf({ id: project_id })).toEqual(moment);
    while (await stepRestore(benchOf(), restoreId));
    const restore = await call("GET", `/management/v1/restores/${restoreId}`);
    expect(restore.body).toMatchObject({ status: "DONE", error: null });
    expect(await allOf({ id: project_id })).toEqual(moment);
  });
});

describe("a restore and the deletion of its backup", () => {
  const restoring = (id: string) => ({
    path: `${BACKUPS}/${id}/restore`,
    headers: DEPLOYMENT,
    body: { place: "DB" },
  });
  const deleting = (id: string) => ({
    method: "DELETE",
    path: `${BACKUPS}/${id}`,
    headers: DEPLOYMENT,
  });

  it.each([
    ["restore", restoring, deleting],
    ["deletion", deleting, restoring],
  ])("one is refused, between whichever batches of the %s the other comes", async (_, of, by) => {
    const project = await newProject();
    for (let at = 1; ; at++) {
      const id = await begun(project);
      while (await step(id));
      let other: Reply | null = null;
      const before = async (batch: number) => {
        if (batch !== at || other) return;
        other = await sendPausing(project, by(id), {}, DEAF_QUEUES);
      };
      const one = await sendPausing(project, of(id), { before }, bound({ before }, ["DB"]));
      if (!other) return expect(at).toBeGreaterThan(2);
      const answers = [one, other].map(({ status, body }: Reply) => `${status} ${body.key ?? ""}`);
      const { results } = await env.DB.prepare("SELECT 1 FROM restores WHERE backup_id = ?1")
        .bind(id)
        .all();
      expect(answers.sort(), `batch ${at}`).toEqual(
        results.length > 0 ? ["202 ", "409 backup_not_ready"] : ["204 ", "404 not_found"],
      );
      expect((await backupOf(id)).status).toBe(results.length > 0 ? "DONE" : "REMOVED");
    }
  });

  it("fails where there is no backup any more, and leaves nothing", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    while (await step(id));
    const { id: restoreId, project_id } = await begunRestore(id);
    expect(await stepRestore(benchOf(), restoreId)).not.toBeNull();
    await env.DB.prepare("DELETE FROM backups WHERE id = ?1").bind(id).run();
    expect(await stepRestore(benchOf(), restoreId)).toBeNull();
    const told = await call("GET", `/management/v1/restores/${restoreId}`);
    expect(told.body).toMatchObject({ status: "FAILED", error: "The backup is gone" });
    failure(await call("GET", `/management/v1/projects/${project_id}`), 404, "not_found");
    expect(await rowsOf("removed_projects", project_id)).toHaveLength(1);
  });
});

describe("a project that is being backed up", () => {
  const deleted = ({ id }: TestProject) => call("DELETE", `/management/v1/projects/${id}`);

  it("409: cannot be deleted before the backup is over", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    await stepTo(id, "FILES");
    failure(await deleted(project), 409, "backup_going_on");
    expect((await call("GET", `/management/v1/projects/${project.id}`)).status).toBe(200);
    expect((await project.get("/v1/categories")).body.total).toBe(1);
    expect(await rowsOf("removed_projects", project.id)).toEqual([]);
    while (await step(id));
    expect((await deleted(project)).status).toBe(204);
    expect((await shown(id)).status).toBe("DONE");
  });

  it.each(["WATCH", "CHANGES"])("is not half of a backup where it is gone at %s", async (phase) => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    await stepTo(id, phase);
    await env.DB.prepare("DELETE FROM projects WHERE id = ?1").bind(project.id).run();
    while (await step(id));
    expect(await shown(id)).toMatchObject({
      status: "FAILED",
      taken_at: null,
      error: "The project was deleted meanwhile",
    });
    expect(await rowsOf("transits", project.id)).toEqual([]);
  });

  it("is read where it lives by the first step, and with its settings of the moment", async () => {
    const project = await newProject({ place: "DB_1" });
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    // It was asked for before the project came here.
    await env.DB.prepare(
      "UPDATE backups SET project = json_set(project, '$.place', 'DB') WHERE id = ?1",
    )
      .bind(id)
      .run();
    await stepTo(id, "CHANGES");
    const path = `/management/v1/projects/${project.id}`;
    expect((await call("PUT", path, { name: "By then" })).status).toBe(200);
    while (await step(id));
    const { project_id } = await restored(id);
    expect(await allOf({ id: project_id })).toEqual(await allOf(project));
    const { body } = await call("GET", `/management/v1/projects/${project_id}`);
    expect(body.name).toBe("By then");
    const held = env.DB.prepare("SELECT 1 FROM transits WHERE project_id = ?1").bind(project.id);
    expect((await held.all()).results).toEqual([]);
  });

  it("becomes one that goes nowhere, also where a move of it was asked for meanwhile", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    await stepTo(id, "CHANGES");
    // As a move leaves them that has begun, of a project that has moved before.
    const opens_at = "2026-01-01T00:00:00.000Z";
    await env.DB.prepare("UPDATE projects SET is_moving = 1, opens_at = ?2 WHERE id = ?1")
      .bind(project.id, opens_at)
      .run();
    while (await step(id));
    expect((await backupOf(id)).project).toMatchObject({ is_moving: true, opens_at });
    const { project_id } = await restored(id);
    const columns = "is_moving, opens_at";
    const row = env.DB.prepare(`SELECT ${columns} FROM projects WHERE id = ?1`).bind(project_id);
    expect(await row.first()).toEqual({ is_moving: 0, opens_at: null });
    expect((await call("DELETE", `/management/v1/projects/${project_id}`)).status).toBe(204);
  });

  it("is let go by a backup that failed while another worker of it began", async () => {
    const project = await newProject({ place: "DB_1" });
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    const row = await backupOf(id);
    const at = dbOf(project.id);
    const move =
      "INSERT INTO transits (project_id, state, owner, epoch) VALUES (?1, 'WATCHED', 'move', 1)";
    await at.prepare(move).bind(project.id).run();
    // The move that has refused the one ends, the other watches and is slow to say so.
    const [isWatched, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = async () => {
      isWatched.resolve();
      await goOn.promise;
    };
    let other: Promise<unknown> | null = null;
    const meanwhile = async () => {
      if (other) return;
      await at.prepare("DELETE FROM transits WHERE project_id = ?1").bind(project.id).run();
      other = stepBackup(benchOf(bound({ before: slow }, ["DB"])), row);
      await isWatched.promise;
    };
    expect(await stepBackup(benchOf(bound({ before: meanwhile }, ["DB"])), row)).toBeNull();
    goOn.resolve();
    expect(await other).toBeNull();
    expect((await shown(id)).error).toMatch(/^Other work has the project at the moment/);
    expect(await rowsOf("transits", project.id)).toEqual([]);
    expect(await stepBackup(benchOf(), row)).toBeNull();
    expect(await rowsOf("transits", project.id)).toEqual([]);
    const next = await begun(project);
    while (await step(next));
    expect((await shown(next)).status).toBe("DONE");
  });

  it("has no backup at work any more once that is deleted; its worker comes too late", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    await stepTo(id, "ROWS");
    const late = await backupOf(id);
    expect((await call("DELETE", `${BACKUPS}/${id}`)).status).toBe(204);
    const transits = () => rowsOf("transits", project.id);
    await expect.poll(transits, PATIENCE).toEqual([]);
    expect(await stepBackup(benchOf(), late)).toBeNull();
    const files = async () =>
      (await env.EXPORTS.list({ prefix: `backups/${project.id}/` })).objects.length;
    expect(await files()).toBe(1);
    // Nor does one that was about to begin.
    const begin = { ...late, state: { ...late.state, phase: "WATCH" as const } };
    expect(await stepBackup(benchOf(), begin)).toBeNull();
    expect(await transits()).toEqual([]);
    const later = { ...benchOf(), now: () => Date.now() + 61_000 };
    expect(await stepBackup(later, await backupOf(id))).toBeNull();
    expect(await findBackup(placesOf(env).control, id)).toBeNull();
    expect(await files()).toBe(0);
    expect((await deleted(project)).status).toBe(204);
  });
});

describe("a restore of many lines", () => {
  it("brings them some at a time, and is let in however often its worker ends there", async () => {
    const project = await newProject();
    for (const name of ["a", "b", "c"]) await project.post("/v1/categories", { name });
    const id = await begun(project);
    while (await step(id));
    const { id: restoreId, project_id } = await begunRestore(id);
    const state = async () => {
      const found = await findRestore(placesOf(env).control, restoreId);
      return found?.restore.state;
    };
    const bench = { ...benchOf(), rows: () => 2 };
    const lines = new Set<unknown>();
    while ((await state())?.phase !== "IN") {
      expect(await stepRestore(bench, restoreId)).not.toBeNull();
      lines.add((await state())?.line);
    }
    expect(lines).toEqual(new Set([0, 2, 4, 6, 8, 10, 12, 14].slice(0, lines.size)));
    expect(lines.size).toBeGreaterThan(1);
    expect(await allOf({ id: project_id })).toEqual(await allOf(project));
    // The worker ends behind the first of its two writes, and a sweep deletes what is old.
    const { control } = placesOf(env);
    const hold = { project_id, owner: restoreId, epoch: 1 };
    expect(await writeBatch(control, comeForward(hold, []))).toMatchObject({ ok: true });
    await env.DB.prepare("DELETE FROM categories WHERE project_id = ?1").bind(project_id).run();
    expect(await stepRestore(bench, restoreId)).toBeNull();
    expect((await call("GET", `/management/v1/restores/${restoreId}`)).body.status).toBe("DONE");
    expect((await call("GET", `/management/v1/projects/${project_id}`)).status).toBe(200);
  });
});

describe("a restore and the room of its place", () => {
  it("503: what it brings has none; nothing begins", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    while (await step(id));
    expect((await backupOf(id)).unpacked).toBeGreaterThan(500);
    // Six tenths of it are 600.6 bytes.
    await env.DB.prepare("UPDATE backups SET unpacked = 1001 WHERE id = ?1").bind(id).run();
    const full = (bytes: number) =>
      env.DB.prepare(
        `INSERT INTO places (name, bytes) VALUES ('DB', ?1)
        ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes`,
      )
        .bind(bytes)
        .run();
    const restore = (place?: string) =>
      call("POST", `${BACKUPS}/${id}/restore`, { ...(place && { place }) });
    await full(7_999_999_399);
    const refused = await restore("DB");
    failure(refused, 503, "no_place_open");
    expect(refused.body.details).toMatch(/DB is full$/);
    failure(await restore(), 503, "no_place_open");
    const { results } = await env.DB.prepare("SELECT 1 FROM restores WHERE backup_id = ?1")
      .bind(id)
      .all();
    expect(results).toEqual([]);
    await full(7_999_999_398);
    expect((await restored(id)).status).toBe("DONE");
    await full(0);
  });
});

describe("a restore that is over", () => {
  it("is told of without its backup, and leaves after 90 days with what it left aside", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "c" });
    const id = await begun(project);
    while (await step(id));
    const whole = await restored(id);
    const going = await begunRestore(id);
    await env.DB.prepare("UPDATE backups SET counts = '{\"categories\":2}' WHERE id = ?1")
      .bind(id)
      .run();
    const failed = await restored(id);
    expect(failed.status).toBe("FAILED");
    const aside = () => rowsOf("transits", failed.project_id);
    expect(await aside()).toHaveLength(1);
    // One sweep takes one project on, the first by its id.
    const removed = async () => {
      await removeProjects.run(visitOf("DB", Date.now() + 6 * 60_000));
      return rowsOf("removed_projects", failed.project_id);
    };
    await expect.poll(removed, PATIENCE).toEqual([]);
    expect(await aside()).toEqual([]);
    const day = 86_400_000;
    const left = async (days: number) => {
      await forgetRestores.run(visitOf("DB", Date.now() + days * day));
      const rows = env.DB.prepare("SELECT id FROM restores WHERE backup_id = ?1 ORDER BY id");
      return (await rows.bind(id).all()).results.map((row) => row.id);
    };
    expect(await left(89)).toEqual([whole.id, going.id, failed.id].sort());
    expect(await left(91)).toEqual([going.id]);
    // Nothing is left of the backup but what was made of it.
    await env.DB.prepare("DELETE FROM backups WHERE id = ?1").bind(id).run();
    const told = parsed(Restore, await call("GET", `/management/v1/restores/${going.id}`));
    expect(told.progress).toEqual({ done: 0, total: 0 });
  });
});
