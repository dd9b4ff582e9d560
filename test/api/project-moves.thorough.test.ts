import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { DEPLOYMENT, newProject, send } from "../support/api";
import { failure } from "../support/failure";
import {
  arrive,
  arriveAndLeave,
  moveRow,
  readMove,
  rowsIn,
  seePlaces,
  startMove,
  stopMove,
} from "../support/moving";
import { filled, guarded, newShop, type Shop } from "../support/one-of-each";
import { liveIn } from "../support/places";

liveIn("DB");
beforeAll(seePlaces);

/** Rows but for those by which validations are counted some seconds after they were asked for. */
const lasting = ({
  idempotency_keys: _keys,
  campaign_days: _campaigns,
  project_days: _days,
  ...rows
}: Record<string, unknown[]>) => rows;

/** What each read of a shop answers, but for links, which are signed anew each time. */
async function answers({ project, params }: Shop): Promise<Record<string, unknown>> {
  const reads = guarded.filter(
    ({ method, path }) => method === "GET" && path.startsWith("/v1/") && !/exports|qr/.test(path),
  );
  const told = await Promise.all(
    reads.map(async ({ path }) => {
      const { status, body } = await project.get(filled(path, params));
      delete body.request_id;
      return [path, { status, body }] as const;
    }),
  );
  return Object.fromEntries(told);
}

const placesCounted = async () => {
  const { results } = await env.DB.prepare("SELECT name, projects FROM places ORDER BY name").all();
  return Object.fromEntries(results.map(({ name, projects }) => [String(name), Number(projects)]));
};

describe("POST /management/v1/projects/:projectId/move", () => {
  it("202: takes all there is to the other place, and answers there as before", async () => {
    const [shop, neighbour] = [await newShop(), await newShop()];
    const { project } = shop;
    const [before, rows] = [await answers(shop), await rowsIn("DB", project)];
    const besides = await rowsIn("DB", neighbour.project);
    const counted = await placesCounted();
    const started = await startMove(project, "DB_1");
    expect(started).toMatchObject({
      status: 202,
      body: { from: "DB", to: "DB_1", status: "IN_PROGRESS", phase: "CLEARING", object: "move" },
    });
    const move = await arrive(project);
    expect(move).toMatchObject({ status: "DONE", error: null });
    expect(move.rows_copied).toBeGreaterThanOrEqual(Object.values(rows).flat().length);
    expect(lasting(await rowsIn("DB_1", project))).toEqual(lasting(rows));
    expect(await answers(shop)).toEqual(before);
    expect(await placesCounted()).toEqual({
      ...counted,
      DB: (counted.DB ?? 0) - 1,
      DB_1: (counted.DB_1 ?? 0) + 1,
    });
    expect((await project.post("/v1/categories", { name: "There" })).status).toBe(200);
    await arriveAndLeave(project);
    expect(await rowsIn("DB", project)).toEqual({});
    expect(lasting(await rowsIn("DB", neighbour.project))).toEqual(lasting(besides));
    const log = await project.get(`/management/v1/projects/${project.id}/audit-log?limit=100`);
    const ids = log.body.data.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(20);
    // Back, where its entries of the log still are.
    await startMove(project, "DB");
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", from: "DB_1" });
    const all = (await project.get("/v1/categories?limit=100")).body.data;
    expect(all.map(({ name }: { name: string }) => name).sort()).toEqual(["First", "There"]);
    expect(await rowsIn("DB_1", project)).toEqual({});
    expect(
      (await env.DB.prepare("SELECT * FROM transits WHERE project_id = ?1").bind(project.id).all())
        .results,
    ).toEqual([]);
  });

  it("409: a place that takes none, another move, or deleting the project meanwhile", async () => {
    const project = await newProject();
    for (const place of ["DB", "DB_9"])
      failure(await startMove(project, place), 409, "place_closed");
    failure(
      await startMove(project, "DB_1", project.management),
      403,
      "missing_required_permission",
    );
    failure(await readMove(project), 404, "not_found");
    await startMove(project, "DB_1");
    failure(await startMove(project, "DB_2"), 409, "move_going_on");
    const gone = await send("DELETE", `/management/v1/projects/${project.id}`, DEPLOYMENT);
    failure(gone, 409, "move_going_on");
    await arriveAndLeave(project);
  });

  it("is cancelled until it has switched; then nothing is left of it", async () => {
    const shop = await newShop();
    const { project } = shop;
    const rows = lasting(await rowsIn("DB", project));
    await startMove(project, "DB_2");
    expect((await stopMove(project)).body).toMatchObject({ status: "CANCELLED" });
    failure(await stopMove(project), 404, "not_found");
    await arriveAndLeave(project);
    expect(lasting(await rowsIn("DB", project))).toEqual(rows);
    expect(await rowsIn("DB_2", project)).toEqual({});
    expect((await project.post("/v1/categories", { name: "New" })).status).toBe(200);
    expect(await moveRow(project)).toMatchObject({ status: "CANCELLED", phase: "OVER" });
  });
});
