import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  changedRows,
  forgetChanges,
  isWatching,
  startCapture,
  stopCapture,
} from "../../src/db/capture";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { param, sql } from "../../src/db/sql";
import { enterState, type Hold, takeOver } from "../../src/db/transits";
import { newProject, rowsOf } from "../support/api";
import { failure } from "../support/failure";
import { sendRaw } from "../support/imports";
import { newShop } from "../support/one-of-each";
import { liveIn } from "../support/places";

liveIn("DB");

const db = { d1: env.DB, cost: noCost() };
const OK = { ok: true, value: null };
const LOST = { ok: false, error: { constraint: "hold_lost" } };

const holdOf = (project_id: string, epoch = 1, owner = "test"): Hold => ({
  project_id,
  owner,
  epoch,
});

const changesOf = (id: string, most: number) => changedRows(db, id, { tab: "", key: "", most });

const freeze = (hold: Hold) => writeBatch(db, enterState(hold, "FROZEN"));

const triggers = async (): Promise<number> => {
  const row = await env.DB.prepare(
    "SELECT count(*) AS count FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'watch_*'",
  ).first<{ count: number }>();
  return row?.count ?? -1;
};

describe("a project that is watched", () => {
  it("has each row noted that is made, changed, renamed by its key or deleted; no other has", async () => {
    const [project, neighbour] = [await newProject(), await newProject()];
    await project.post("/v1/categories", { name: "Before" });
    expect(await triggers()).toBe(0);
    expect(await startCapture(db, holdOf(project.id))).toEqual(OK);
    expect(await isWatching(db, project.id)).toBe(true);
    expect(await changesOf(project.id, 9)).toEqual([]);
    const made = (await project.post("/v1/categories", { name: "First" })).body.id;
    await project.put(`/v1/categories/${made}`, { name: "Second" });
    await neighbour.post("/v1/categories", { name: "First" });
    const own = (await changesOf(project.id, 99)).filter(({ tab }) => tab === "categories");
    expect(own).toEqual([{ tab: "categories", key: JSON.stringify([made]), version: 2 }]);
    expect(await changesOf(neighbour.id, 9)).toEqual([]);
    const owner = param(project.id);
    await writeBatch(db, [
      sql`UPDATE categories SET id = 'cat_x' WHERE project_id = ${owner} AND id = ${made}`,
      sql`DELETE FROM categories WHERE project_id = ${owner} AND name = 'Before'`,
    ]);
    const later = (await changesOf(project.id, 99)).filter(({ tab }) => tab === "categories");
    expect(later.map(({ key, version }) => `${key} ${version}`)).toEqual(
      [`${JSON.stringify([made])} 3`, '["cat_x"] 1', expect.stringMatching(/ 1$/)].sort(),
    );
    expect(await stopCapture(db, holdOf(project.id))).toEqual(OK);
    expect(await triggers()).toBe(0);
    expect(await changesOf(project.id, 9)).toEqual([]);
  });

  it("has what is derived noted, too", async () => {
    const { project, params } = await newShop();
    await startCapture(db, holdOf(project.id));
    await project.post(`/v1/vouchers/${params.code}/disable`);
    await project.post(`/v1/vouchers/${params.code}/enable`);
    const tabs = new Set((await changesOf(project.id, 999)).map(({ tab }) => tab));
    expect([...tabs]).toEqual(
      expect.arrayContaining(["outbox", "qualifiables", "tallies", "vouchers"]),
    );
    await stopCapture(db, holdOf(project.id));
  });

  it("keeps what changed again after it was read", async () => {
    const { id } = await newProject();
    await startCapture(db, holdOf(id));
    const add = (by: number) =>
      writeBatch(db, [
        sql`INSERT INTO misses (project_id, bucket, minute, count) VALUES (${id}, 'a', 1, ${by})
          ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      ]);
    await add(1);
    const read = await changesOf(id, 9);
    await add(1);
    await writeBatch(db, forgetChanges(holdOf(id), read));
    expect(await changesOf(id, 9)).toEqual([{ tab: "misses", key: '["a",1]', version: 2 }]);
    await writeBatch(db, forgetChanges(holdOf(id), await changesOf(id, 9)));
    expect(await changesOf(id, 9)).toEqual([]);
    await stopCapture(db, holdOf(id));
  });

  it("refuses every write while it stands still, and no other project does", async () => {
    const [{ project, params }, neighbour] = [await newShop(), await newProject()];
    await startCapture(db, holdOf(project.id));
    await startCapture(db, holdOf(neighbour.id));
    await freeze(holdOf(project.id));
    const before = await rowsOf("outbox", project.id);
    for (const reply of [
      await project.post("/v1/categories", { name: "New" }),
      await project.put(`/v1/categories/${params.categoryId}`, { name: "New" }),
      await project.delete(`/v1/categories/${params.categoryId}`),
      await project.post(`/v1/vouchers/${params.code}/disable`),
    ]) {
      failure(reply, 503, "project_moving");
      expect(reply.headers.get("retry-after")).toBe("1");
    }
    const file = await sendRaw(project, "/v1/customers/importCSV", "Name\nJane");
    failure(file, 503, "project_moving");
    expect((await env.EXPORTS.list({ prefix: `imports/${project.id}/` })).objects).toEqual([]);
    expect(await rowsOf("outbox", project.id)).toEqual(before);
    expect((await project.get("/v1/vouchers")).status).toBe(200);
    expect((await neighbour.post("/v1/categories", { name: "New" })).status).toBe(200);
    expect(await stopCapture(db, holdOf(project.id))).toEqual(OK);
    expect((await project.post("/v1/categories", { name: "New" })).status).toBe(200);
    expect(await isWatching(db, neighbour.id)).toBe(true);
    await stopCapture(db, holdOf(neighbour.id));
    expect(await triggers()).toBe(0);
  });

  it("hears that a trigger did not stand all the time, whoever makes it anew", async () => {
    const [project, neighbour] = [await newProject(), await newProject()];
    await startCapture(db, holdOf(project.id));
    // As a migration that makes the table anew.
    await env.DB.exec("DROP TRIGGER watch_categories_update");
    expect(await isWatching(db, project.id)).toBe(false);
    expect(await startCapture(db, holdOf(neighbour.id))).toEqual(OK);
    expect(await isWatching(db, neighbour.id)).toBe(true);
    expect(await isWatching(db, project.id)).toBe(false);
    // Who begins anew reads all there is.
    await stopCapture(db, holdOf(project.id));
    expect(await startCapture(db, holdOf(project.id, 2))).toEqual(OK);
    expect(await isWatching(db, project.id)).toBe(true);
    expect(await isWatching(db, neighbour.id)).toBe(true);
    await stopCapture(db, holdOf(project.id, 2));
    await stopCapture(db, holdOf(neighbour.id));
    expect(await rowsOf("changed_rows", project.id)).toEqual([]);
  });

  it("is watched by one, and of that by its last worker alone", async () => {
    const { id } = await newProject();
    expect(await startCapture(db, holdOf(id, 2))).toEqual(OK);
    expect(await startCapture(db, holdOf(id, 2))).toEqual(OK);
    expect(await startCapture(db, holdOf(id, 1))).toEqual(LOST);
    expect(await startCapture(db, holdOf(id, 3, "another"))).toEqual(LOST);
    await writeBatch(db, [takeOver(holdOf(id, 3, "another")), takeOver(holdOf(id, 4))]);
    expect(await freeze(holdOf(id, 2))).toEqual(LOST);
    expect(await stopCapture(db, holdOf(id, 2))).toEqual(LOST);
    expect(await writeBatch(db, forgetChanges(holdOf(id, 2), []))).toEqual(LOST);
    expect(await stopCapture(db, holdOf(id, 4))).toEqual(OK);
    // It has let the project go: nobody from before begins anew, the next one and others do.
    for (const epoch of [3, 4]) expect(await startCapture(db, holdOf(id, epoch))).toEqual(LOST);
    expect(await startCapture(db, holdOf(id, 5))).toEqual(OK);
    expect(await stopCapture(db, holdOf(id, 5))).toEqual(OK);
    expect(await startCapture(db, holdOf(id, 1, "another"))).toEqual(OK);
    expect(await stopCapture(db, holdOf(id, 1, "another"))).toEqual(OK);
  });
});
