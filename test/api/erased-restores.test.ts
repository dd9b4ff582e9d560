import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { TABLES } from "../../src/db/project-tables";
import { type Env, settings } from "../../src/env";
import { stepRestore } from "../../src/resources/management/backups/bring";
import { Backup, Restore } from "../../src/resources/management/backups/schema";
import { findBackup, findRestore } from "../../src/resources/management/backups/store";
import { type Bench, stepBackup } from "../../src/resources/management/backups/take";
import { erasureIn } from "../../src/resources/permanent-deletions/erasure";
import { PermanentDeletion } from "../../src/resources/permanent-deletions/schema";
import { ownWebhook } from "../../src/resources/webhooks/copy";
import { restoredScope } from "../../src/scope/job-scope";
import { placesOf } from "../../src/scope/places";
import { random } from "../../src/scope/scope";
import { DEPLOYMENT, newProject, parsed, rowsOf, send, type TestProject } from "../support/api";
import { exported } from "../support/exporting";
import { DEAF_QUEUES, dying, pausing, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homes } from "../support/places";
import { redeem, redeemables, voucher } from "../support/redeeming";

/*
 * Nobody who was deleted for good comes back by the restore of a backup: neither with the customer,
 * nor in anything that tells of them.
 */

const BACKUPS = "/management/v1/backups";
const call = (method: string, path: string, body?: object) => send(method, path, DEPLOYMENT, body);

const benchOf = (bindings: Env = env): Bench => ({
  places: placesOf(bindings),
  files: bindings.EXPORTS,
  ownWebhook: (row, from) => ownWebhook({ settings: settings(bindings), random }, row, from),
  erasure: erasureIn((project) => restoredScope(bindings, project)),
  now: Date.now,
  rows: (_db, _work, { most }) => most,
});

/** Asks for work of which no queue hears, so that the test makes each of its steps. */
async function unheard(path: string, body: object) {
  const deaf = DEAF_QUEUES.LONG_JOBS.sendBatch;
  const spy = vi.spyOn(env.LONG_JOBS, "sendBatch").mockImplementation(deaf);
  const reply = await call("POST", path, body);
  spy.mockRestore();
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  return reply;
}

const begun = async ({ id }: TestProject) =>
  parsed(Backup, await unheard(BACKUPS, { project_id: id })).id;

const rowOf = async (id: string) => {
  const row = await findBackup(placesOf(env).control, id);
  if (!row) throw new Error("there is the backup");
  return row;
};

async function stepTo(id: string, phase: string): Promise<void> {
  while ((await rowOf(id)).state.phase !== phase) {
    if (!(await stepBackup(benchOf(), await rowOf(id)))) return;
  }
}

/** A backup of the project as it is. */
async function backedUp(project: TestProject): Promise<string> {
  const id = await begun(project);
  await stepTo(id, "END");
  expect((await rowOf(id)).status).toBe("DONE");
  return id;
}

async function restoring(backupId: string): Promise<Restore> {
  const reply = await unheard(`${BACKUPS}/${backupId}/restore`, { place: "DB" });
  const restore = parsed(Restore, reply);
  homes.set(restore.project_id, "DB");
  return restore;
}

const stateOf = async (id: string) => (await findRestore(placesOf(env).control, id))?.restore.state;

async function finished({ id }: Restore): Promise<Restore> {
  while (await stepRestore(benchOf(), id));
  const restore = parsed(Restore, await call("GET", `/management/v1/restores/${id}`));
  expect(restore).toMatchObject({ status: "DONE", error: null });
  return restore;
}

const restored = async (backupId: string) => finished(await restoring(backupId));

/** Everything that is stored of a project, as one text. */
async function textOf(projectId: string): Promise<string> {
  return JSON.stringify(await Promise.all(TABLES.map(([name]) => rowsOf(name, projectId))));
}

const NAMES = ["zorblax", "Zorblax Quux", "zorblax@mail.test", "pet of zorblax", "note-zq"];

/** A customer who has left traces in most of what there is. */
async function lived(project: TestProject): Promise<string> {
  const made = await project.post("/v1/customers", {
    source_id: "zorblax",
    name: "Zorblax Quux",
    email: "zorblax@mail.test",
    metadata: { pet: "pet of zorblax" },
  });
  await voucher(project, "CODE");
  const order = {
    source_id: "order of zorblax",
    items: [{ product_id: "p", quantity: 1, price: 900, metadata: { note: "note-zq" } }],
    metadata: { note: "note-zq" },
  };
  const customer = { source_id: "zorblax" };
  const sent = { redeemables: redeemables("CODE"), customer, order, metadata: { note: "note-zq" } };
  expect((await project.post("/v1/redemptions", sent)).status).toBe(200);
  await redeem(project, "CODE", { customer });
  await exported(project, { exported_object: "customer", parameters: {} });
  return made.body.id;
}

const erase = async (project: TestProject, name = "zorblax"): Promise<PermanentDeletion> =>
  parsed(PermanentDeletion, await project.post(`/v1/customers/${name}/permanent-deletion`, {}));

const erasedOf = async ({ id }: Pick<TestProject, "id">) => {
  const { results } = await env.DB.prepare(
    "SELECT customer_id FROM erased_customers WHERE project_id = ?1 ORDER BY customer_id",
  )
    .bind(id)
    .all<{ customer_id: string }>();
  return results.map(({ customer_id }) => customer_id);
};

/** Nothing in the project tells of the customer, and everything else of it is there. */
async function expectNoTrace({ project_id }: Restore, id: string, others = 1): Promise<void> {
  const text = await textOf(project_id);
  expect(NAMES.filter((name) => text.includes(name))).toEqual([]);
  const customers = await rowsOf("customers", project_id);
  expect(customers.map((row) => row.id)).not.toContain(id);
  expect(customers).toHaveLength(others);
  expect((await rowsOf("redemptions", project_id)).length).toBeGreaterThan(0);
  await expectSound(project_id);
}

async function shop() {
  const project = await newProject();
  const id = await lived(project);
  await project.post("/v1/customers", { source_id: "stays", name: "Stays Here" });
  return { project, id };
}

describe("a customer who was deleted for good", () => {
  it("comes back by no restore of an older backup, and the deletion counts those", async () => {
    const { project, id } = await shop();
    const backups = [await backedUp(project), await backedUp(project)];
    const { data_json: counted } = await erase(project);
    expect(counted).toMatchObject({ customer: 1, backups: 2 });
    expect(await erasedOf(project)).toEqual([id]);
    for (const backup of backups) await expectNoTrace(await restored(backup), id);
    // Who is deleted in the copy is not deleted in the shop.
    expect(await erasedOf(project)).toEqual([id]);
  });

  it("counts no backup that is older than the customer, none that failed, none of others", async () => {
    const other = await shop();
    await backedUp(other.project);
    const project = await newProject();
    await backedUp(project);
    const id = await lived(project);
    expect((await erase(project)).data_json.backups).toBe(0);
    expect(await erasedOf(project)).toEqual([]);
    expect(await erasedOf({ id })).toEqual([]);
    expect(await erasedOf(other.project)).toEqual([]);
  });

  it("is one of many: all of them go, and nobody else", async () => {
    const { project, id } = await shop();
    const more: string[] = [];
    for (let at = 0; at < 5; at++) {
      const made = await project.post("/v1/customers", { source_id: `more-${at}` });
      more.push(made.body.id);
    }
    const backup = await backedUp(project);
    for (const at of [0, 2, 4]) await erase(project, `more-${at}`);
    await erase(project);
    const restore = await restored(backup);
    await expectNoTrace(restore, id, 3);
    const left = (await rowsOf("customers", restore.project_id)).map((row) => row.source_id);
    expect(left.sort()).toEqual(["more-1", "more-3", "stays"]);
  });

  it("is forgotten by the control tables with the last older backup", async () => {
    const { project, id } = await shop();
    const backups = [await backedUp(project), await backedUp(project)];
    await erase(project);
    const younger = await backedUp(project);
    const removed = async (backupId: string) => {
      expect((await call("DELETE", `${BACKUPS}/${backupId}`)).status).toBe(204);
      const row = () => findBackup(placesOf(env).control, backupId);
      for (let each = await row(); each; each = await row()) await stepBackup(benchOf(), each);
    };
    await removed(backups[0] ?? "");
    expect(await erasedOf(project)).toEqual([id]);
    await removed(backups[1] ?? "");
    expect(await erasedOf(project)).toEqual([]);
    await expectNoTrace(await restored(younger), id);
  });

  it("does not come back where the shop itself is gone by then", async () => {
    const { project, id } = await shop();
    const backup = await backedUp(project);
    await erase(project);
    const path = `/management/v1/projects/${project.id}`;
    expect((await call("DELETE", path)).status).toBe(204);
    await expectNoTrace(await restored(backup), id);
  });
});

describe("deleted while a backup is made", () => {
  it.each(["WATCH", "ROWS", "CHANGES", "FILES"])("at %s", async (phase) => {
    const { project, id } = await shop();
    const backup = await begun(project);
    await stepTo(backup, phase);
    if (phase === "ROWS") await stepBackup(benchOf(), await rowOf(backup));
    expect((await erase(project)).data_json.backups).toBe(1);
    await stepTo(backup, "END");
    await expectNoTrace(await restored(backup), id);
  });

  it.each([4, 6, 8, 11])(
    "and still being deleted at the moment that it shows: batch %i",
    async (at) => {
      const { project, id } = await shop();
      const backup = await begun(project);
      await stepTo(backup, "ROWS");
      // The deletion ends early; what is left of it stands in the backup.
      const request = { path: "/v1/customers/zorblax/permanent-deletion" };
      await sendPausing(project, request, dying("after", at), DEAF_QUEUES);
      await stepTo(backup, "END");
      const restore = await restored(backup);
      const text = await textOf(restore.project_id);
      expect(NAMES.filter((name) => text.includes(name))).toEqual([]);
      const customers = await rowsOf("customers", restore.project_id);
      expect(customers.map((row) => row.id)).not.toContain(id);
      await expectSound(restore.project_id);
    },
  );
});

describe("deleted while a backup is restored", () => {
  it.each(["PARTS", "ARCHIVES", "COUNTS", "IN"])("at %s", async (phase) => {
    const { project, id } = await shop();
    const backup = await backedUp(project);
    const restore = await restoring(backup);
    while ((await stateOf(restore.id))?.phase !== phase) await stepRestore(benchOf(), restore.id);
    await erase(project);
    await expectNoTrace(await finished(restore), id);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    "before batch %i of those that look for whom to take out and let it in",
    async (at) => {
      const { project, id } = await shop();
      const first = await project.post("/v1/customers", { source_id: "first" });
      const backup = await backedUp(project);
      await erase(project, "first");
      const restore = await restoring(backup);
      while ((await stateOf(restore.id))?.phase !== "IN") await stepRestore(benchOf(), restore.id);
      // The first one is taken out already: what is left is to look again and to open.
      await stepRestore(benchOf(), restore.id);
      await stepRestore(benchOf(), restore.id);
      let isErased = false;
      const before = async (batch: number) => {
        if (batch !== at) return;
        isErased = true;
        await erase(project);
      };
      const bindings = { ...env, DB: pausing(env.DB, { before }, { count: 0 }) };
      while (await stepRestore(benchOf(bindings), restore.id));
      const done = await finished(restore);
      if (!isErased) return expect(await rowsOf("customers", restore.project_id)).toHaveLength(2);
      await expectNoTrace(done, id);
      expect(await erasedOf(project)).toEqual([String(first.body.id), id].sort());
    },
  );

  it("by a worker that ends anywhere, and by two of them", async () => {
    const { project, id } = await shop();
    const backup = await backedUp(project);
    await erase(project);
    const restore = await restoring(backup);
    while ((await stateOf(restore.id))?.phase !== "IN") await stepRestore(benchOf(), restore.id);
    const isThere = async () =>
      (await call("GET", `/management/v1/projects/${restore.project_id}`)).status;
    expect(await isThere()).toBe(404);
    for (let turn = 0; turn < 40; turn++) {
      const both = await Promise.allSettled([
        stepRestore(benchOf(), restore.id),
        stepRestore(benchOf(), restore.id),
      ]);
      if ((await isThere()) === 200) break;
      expect(both.length).toBe(2);
    }
    await expectNoTrace(await finished(restore), id);
  });
});
