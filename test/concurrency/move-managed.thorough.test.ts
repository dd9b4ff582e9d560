import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveOn } from "../../src/resources/management/moves/steps";
import { newProject, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import {
  arriveAndLeave,
  begun,
  bound,
  claimed,
  endMoves,
  moveRow,
  onceStill,
  readMove,
  release,
  seePlaces,
  stateIn,
} from "../support/moving";
import { homes, liveIn } from "../support/places";

liveIn("DB");
beforeAll(seePlaces);
beforeEach(endMoves);

const path = ({ id }: TestProject) => `/management/v1/projects/${id}/api-keys`;

/** Makes a key under an idempotency key. */
const keyed = (project: TestProject, name: string) =>
  project.post(path(project), { kind: "server", name }, { "idempotency-key": name });

/** How many keys with this name there are. */
async function named(project: TestProject, name: string): Promise<number> {
  const { results } = await env.DB.prepare(
    "SELECT id FROM api_keys WHERE project_id = ?1 AND name = ?2",
  )
    .bind(project.id, name)
    .all();
  return results.length;
}

/** Makes steps until something is so. */
async function steps(project: TestProject, of: typeof env, isSo: () => boolean | Promise<boolean>) {
  for (let at = 0; at < 200 && !(await isSo()); at++) {
    await moveOn(await claimed(project, of), 100);
    await release(project);
  }
}

const isIn = (project: TestProject, phase: string) => async () =>
  (await moveRow(project))?.phase === phase;

describe("calls of management under an idempotency key, of a project on its way", () => {
  it("are answered in each phase, and repeated when it has left the control database", async () => {
    const project = await newProject();
    const first = await keyed(project, "before");
    await begun(project);
    const still = onceStill(project, ["DB", "DB_2"], async () => {
      expect((await keyed(project, "still")).status).toBe(200);
    });
    await steps(project, still.env, isIn(project, "OPENING"));
    expect(still.wasDone()).toBe(true);
    expect(await moveRow(project)).toMatchObject({ status: "DONE" });
    expect((await keyed(project, "behind")).status).toBe(200);
    await arriveAndLeave(project);
    expect(homes.get(project.id)).toBe("DB_2");
    const again = await keyed(project, "before");
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    for (const name of ["before", "still", "behind"]) {
      expect((await keyed(project, name)).status).toBe(200);
      expect(await named(project, name), name).toBe(1);
    }
  });

  it("do not stand in the way of one that comes to the control database", async () => {
    const project = await newProject({ place: "DB_2" });
    await keyed(project, "before");
    await begun(project, "DB");
    await steps(project, bound({}), isIn(project, "COPYING"));
    await keyed(project, "copying");
    const still = onceStill(project, ["DB_2", "DB"], async () => {
      expect((await keyed(project, "still")).status).toBe(200);
    });
    await steps(project, still.env, isIn(project, "OPENING"));
    expect(still.wasDone()).toBe(true);
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", error: null });
    expect(homes.get(project.id)).toBe("DB");
    for (const name of ["before", "copying", "still"]) {
      expect((await keyed(project, name)).headers.get("idempotent-replayed"), name).toBe("true");
      expect(await named(project, name), name).toBe(1);
    }
    await expectSound(project.id);
  });
});

describe("whoever looks how far a move out of the control database is", () => {
  it("does it no harm, even while the project stands still", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "Before" });
    await begun(project);
    let looks = 0;
    const before = async () => {
      if ((await stateIn("DB", project)) !== "FROZEN") return;
      if ((await readMove(project)).body.phase === "SWITCHING") looks += 1;
    };
    await steps(project, bound({ before }, ["DB", "DB_2"]), isIn(project, "OPENING"));
    expect(looks).toBeGreaterThan(5);
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", error: null });
    const log = await project.get(`/management/v1/projects/${project.id}/audit-log?limit=100`);
    const told = log.body.data.filter(({ operation }: { operation: string }) =>
      operation.endsWith("/move"),
    );
    expect(told.length).toBeGreaterThanOrEqual(looks);
  });
});
