import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { sql } from "../../src/db/sql";
import { forgetProject } from "../../src/scope/credentials";
import { newProject, sendAsIs, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import {
  arriveAndLeave,
  begun,
  endMoves,
  moveRow,
  PLACES,
  rowsIn,
  seePlaces,
  stepped,
  stopMove,
} from "../support/moving";
import { homes, liveIn } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

liveIn("DB_1");
beforeAll(seePlaces);
beforeEach(endMoves);

const names = async (project: TestProject) =>
  (await project.get("/v1/categories")).body.data.map(({ name }: { name: string }) => name).sort();

const setPlace = (project: TestProject, place: string) =>
  env.DB.prepare("UPDATE projects SET place = ?2 WHERE id = ?1").bind(project.id, place).run();

/** Lets this isolate take a project for one of a place, whatever becomes of it. */
async function believed(project: TestProject, place: string): Promise<void> {
  const lives = homes.get(project.id) ?? "";
  await setPlace(project, place);
  forgetProject(project.id);
  expect((await project.get("/v1/vouchers/NONE")).status).toBe(404);
  await setPlace(project, lives);
}

const moved = async (project: TestProject, place: string) => {
  await begun(project, place);
  expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", to: place });
};

describe("whoever still takes a project for one of the place that it has left", () => {
  it("503, long after, and then writes where it lives; others there notice nothing", async () => {
    const [project, neighbour] = [await newProject(), await newProject()];
    await moved(project, "DB_2");
    await believed(project, "DB_1");
    failure(await project.post("/v1/categories", { name: "First" }), 503, "project_moving");
    expect(await rowsIn("DB_1", project)).toEqual({});
    expect((await project.post("/v1/categories", { name: "First" })).status).toBe(200);
    expect(await names(project)).toEqual(["First"]);
    expect((await neighbour.post("/v1/categories", { name: "Beside" })).status).toBe(200);
    expect((await project.post("/v1/categories", { name: "Second" })).status).toBe(200);
    await expectSound(project.id, neighbour.id);
  });

  it("writes there again once it has come back, and no more where it was meanwhile", async () => {
    const project = await newProject();
    await moved(project, "DB_2");
    await moved(project, "DB_1");
    expect((await project.post("/v1/categories", { name: "Back" })).status).toBe(200);
    await believed(project, "DB_2");
    failure(await project.post("/v1/categories", { name: "Lost" }), 503, "project_moving");
    expect(await names(project)).toEqual(["Back"]);
    expect(await rowsIn("DB_2", project)).toEqual({});
  });

  it("writes nothing where a move was to go that was cancelled, into whatever table", async () => {
    const project = await newProject();
    await begun(project);
    while ((await moveRow(project))?.phase !== "SWITCHING") await stepped(project);
    expect((await stopMove(project)).status).toBe(200);
    await arriveAndLeave(project);
    const late = (db: D1Database | undefined) =>
      writeBatch({ d1: db ?? env.DB, cost: noCost() }, [
        sql`INSERT INTO misses (project_id, bucket, minute, count) VALUES (${project.id}, 'b', 1, 1)`,
      ]);
    await expect(late(PLACES.DB_2)).rejects.toMatchObject({ key: "project_moving" });
    expect((await late(PLACES.DB_1)).ok).toBe(true);
    expect(await rowsIn("DB_2", project)).toEqual({});
  });
});

/** A request whose body arrives only when the test says so. */
function slowly(path: string, project: TestProject, body: unknown) {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  const reply = sendAsIs(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-vouchsafe-consistency": "strong",
      ...project.server,
    },
    body: readable,
  });
  const send = async () => {
    await writer.write(new TextEncoder().encode(JSON.stringify(body)));
    await writer.close();
    return reply;
  };
  return { send };
}

describe("a request that waited while its project moved", () => {
  it("sees and writes what is where the project lives by then", async () => {
    const project = await newProject();
    await voucher(project, "ONCE", { redemption: { quantity: 1 } });
    await begun(project);
    while ((await moveRow(project))?.phase !== "SWITCHING") await stepped(project);
    const reads = slowly("/v1/validations", project, {
      redeemables: [{ object: "voucher", id: "ONCE" }],
      order: { amount: 1000 },
    });
    const writes = slowly("/v1/categories", project, { name: "Late" });
    // Both are let in while it lives where it did, which this answer comes after.
    forgetProject(project.id);
    expect((await project.get("/v1/vouchers/ONCE")).status).toBe(200);
    while ((await moveRow(project))?.status === "IN_PROGRESS") await stepped(project);
    homes.set(project.id, "DB_2");
    forgetProject(project.id);
    expect((await redeem(project, "ONCE")).status).toBe(200);
    expect((await reads.send()).body).toMatchObject({ valid: false });
    expect((await writes.send()).status).toBe(200);
    expect(await names(project)).toEqual(["Late"]);
    await arriveAndLeave(project);
  });
});
