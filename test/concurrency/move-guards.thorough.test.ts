import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { moveOn } from "../../src/resources/management/moves/steps";
import { claimMove } from "../../src/resources/management/moves/store";
import { HoldLost, type Worker } from "../../src/resources/management/moves/worker";
import { findProject, forgetProject } from "../../src/scope/credentials";
import { placesOf } from "../../src/scope/places";
import { newProject, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import {
  arrive,
  arriveAndLeave,
  begun,
  bound,
  claimed,
  endMoves,
  moveRow,
  PLACES,
  readMove,
  release,
  rowsIn,
  seePlaces,
  startMove,
  stateIn,
  stepped,
  stopMove,
  turn,
} from "../support/moving";
import { homes, liveIn } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

liveIn("DB_1");
beforeAll(seePlaces);
beforeEach(endMoves);

async function shop(): Promise<TestProject> {
  const project = await newProject();
  await voucher(project, "CODE", { redemption: { quantity: null } });
  await project.post("/v1/categories", { name: "Before" });
  return project;
}

const OF_PROJECT = ["transits", "changed_rows"];

/** All that there is of a project and its move, but for who has the move. */
async function everything(project: TestProject): Promise<unknown> {
  const named = (db: D1Database, table: string) =>
    db.prepare(`SELECT * FROM ${table} WHERE project_id = ?1`).bind(project.id).all();
  const places = Object.entries(PLACES).map(async ([name, db]) => [
    await rowsIn(name, project),
    ...(await Promise.all(OF_PROJECT.map(async (table) => (await named(db, table)).results))),
  ]);
  const { place, is_moving } =
    (await env.DB.prepare("SELECT * FROM projects WHERE id = ?1").bind(project.id).first()) ?? {};
  return [await Promise.all(places), place, is_moving, await moveRow(project)];
}

/** What tells one kind of step from another. */
const kindOf = ({ move }: Worker): string =>
  move.phase === "COPYING" ? `COPYING ${move.cursor?.table}` : `${move.phase} ${move.status}`;

/** Steps with something to write in each phase. */
const LOOKED_AT = /^(?!COPYING)|categories/;

/** Makes all steps of a move, each of them tried by a worker that has lost it, then and at the end. */
async function withLateWorkers(project: TestProject, act: (worker: Worker) => Promise<void>) {
  const tried = new Map<string, Worker>();
  while ((await moveRow(project))?.phase !== "OVER") {
    await release(project);
    const late = await claimed(project);
    const kind = kindOf(late);
    if (LOOKED_AT.test(kind) && !tried.has(kind)) {
      tried.set(kind, late);
      await release(project);
      // The next worker has been cut off before it told the places of itself: nothing is noted.
      expect(await claimMove(placesOf(env).control, project.id, Date.now())).not.toBeNull();
      const row = await moveRow(project);
      await expect(moveOn({ ...late }, 100), kind).rejects.toThrow(HoldLost);
      expect(await moveRow(project), kind).toEqual(row);
      await release(project);
      await claimed(project);
      const before = await everything(project);
      await expect(moveOn({ ...late }, 100), kind).rejects.toThrow(HoldLost);
      expect(await everything(project), kind).toEqual(before);
      await release(project);
    }
    await release(project);
    const worker = await claimed(project);
    await moveOn(worker, 100);
    await act(worker);
  }
  const before = await everything(project);
  for (const [kind, late] of tried) {
    await expect(moveOn({ ...late }, 100), `${kind}, long after`).rejects.toThrow(HoldLost);
    expect(await everything(project), `${kind}, long after`).toEqual(before);
  }
  return [...tried.keys()];
}

describe("a worker that has lost its move to another", () => {
  it("writes nothing in any step, to wherever", async () => {
    const project = await shop();
    await env.DB_2.prepare(
      `INSERT INTO categories (project_id, id, name, hierarchy, created_at)
        VALUES (?1, 'cat_stray', 'Left by something else', 1, '2026')`,
    )
      .bind(project.id)
      .run();
    await begun(project);
    const tried = await withLateWorkers(project, async () => {});
    expect(tried).toEqual([
      "CLEARING IN_PROGRESS",
      "COPYING categories",
      "COMPARING IN_PROGRESS",
      "CATCHING_UP IN_PROGRESS",
      "SWITCHING IN_PROGRESS",
      "OPENING DONE",
      "LEAVING DONE",
    ]);
    homes.set(project.id, "DB_2");
    expect(await rowsIn("DB_1", project)).toEqual({});
    expect((await rowsIn("DB_2", project)).categories).toMatchObject([{ name: "Before" }]);
    expect((await redeem(project, "CODE")).status).toBe(200);
    await expectSound(project.id);
  });

  it("writes nothing to take back one that was cancelled, either", async () => {
    const project = await shop();
    await begun(project);
    const tried = await withLateWorkers(project, async (worker) => {
      if (worker.move.phase !== "CATCHING_UP") return;
      expect((await stopMove(project)).status).toBe(200);
      await expect(moveOn(worker, 100)).rejects.toThrow(HoldLost);
    });
    expect(tried.slice(-2)).toEqual(["UNDOING CANCELLED", "LEAVING CANCELLED"]);
    expect(await rowsIn("DB_2", project)).toEqual({});
    expect((await redeem(project, "CODE")).status).toBe(200);
    await expectSound(project.id);
  });
});

/** Carries a move on until it is in a phase. */
async function until(project: TestProject, phase: string, of = env): Promise<void> {
  for (let at = 0; at < 100 && (await moveRow(project))?.phase !== phase; at++) {
    await turn(project, of);
    await release(project);
  }
  expect((await moveRow(project))?.phase).toBe(phase);
}

const patient = (): typeof env => ({ ...bound({}), MOVE_SETTLE_MS: "3600000" });

describe("before a project stands still", () => {
  it("one that is on its way is remembered for a second, others for a minute", async () => {
    const [{ id: moves }, { id: stays }] = [await shop(), await shop()];
    const placeOf = async (id: string, now: number) =>
      (await findProject(placesOf(env), id, now))?.project.place;
    await env.DB.prepare("UPDATE projects SET is_moving = 1 WHERE id = ?1").bind(moves).run();
    forgetProject(moves);
    const now = Date.now();
    for (const id of [moves, stays]) {
      expect(await placeOf(id, now)).toBe("DB_1");
      await env.DB.prepare("UPDATE projects SET place = 'DB' WHERE id = ?1").bind(id).run();
    }
    expect([await placeOf(moves, now + 1_001), await placeOf(stays, now + 1_001)]).toEqual([
      "DB",
      "DB_1",
    ]);
    expect(await placeOf(stays, now + 60_001)).toBe("DB");
    for (const id of [moves, stays]) {
      await env.DB.prepare("UPDATE projects SET place = 'DB_1', is_moving = 0 WHERE id = ?1")
        .bind(id)
        .run();
      forgetProject(id);
    }
  });

  it("all who may remember where it lives as one that does not move have forgotten it", async () => {
    const project = await shop();
    await begun(project);
    await until(project, "CATCHING_UP", patient());
    for (let times = 0; times < 3; times++) {
      await turn(project, patient());
      await release(project);
      expect(await moveRow(project)).toMatchObject({ phase: "CATCHING_UP", status: "IN_PROGRESS" });
    }
    expect(await stateIn("DB_1", project)).toBe("WATCHED");
    expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE" });
  });
});

describe("a move fails, and the project stays and goes on", () => {
  const stays = async (project: TestProject, error: string) => {
    expect(await arriveAndLeave(project)).toMatchObject({ status: "FAILED", error });
    expect(await rowsIn("DB_2", project)).toEqual({});
    expect(await stateIn("DB_1", project)).toBeUndefined();
    expect((await redeem(project, "CODE")).status).toBe(200);
    await expectSound(project.id);
  };

  it("where a row does not arrive as it was sent", async () => {
    const project = await shop();
    await env.DB_2.exec(
      `CREATE TRIGGER spoiled AFTER INSERT ON categories WHEN NEW.project_id = '${project.id}'
        BEGIN UPDATE categories SET name = 'Before ' WHERE project_id = NEW.project_id; END`.replace(
        /\s+/g,
        " ",
      ),
    );
    await begun(project);
    try {
      await stays(project, "Rows of categories did not arrive as they were");
    } finally {
      await env.DB_2.exec("DROP TRIGGER spoiled");
    }
  });

  it.each([
    ["is another by then", "UPDATE categories SET name = 'Before '", "categories are"],
    ["has gone", "DELETE FROM vouchers", "vouchers are"],
    [
      "came from elsewhere, into a table that has none",
      "INSERT INTO segment_members SELECT project_id, 'seg_1', 'cust_1' FROM categories",
      "segment_members are",
    ],
  ])("where a row that has arrived %s", async (_, change, rows) => {
    const project = await shop();
    await begun(project);
    while ((await moveRow(project))?.phase !== "COMPARING") await stepped(project);
    await env.DB_2.prepare(`${change} WHERE project_id = ?1`).bind(project.id).run();
    await stays(project, `Rows of ${rows} not as they were sent`);
  });

  it("where the new place has filled meanwhile", async () => {
    const project = await shop();
    await begun(project);
    while ((await moveRow(project))?.phase !== "COPYING") await stepped(project);
    const set = (bytes: number) =>
      env.DB.exec(`UPDATE places SET bytes = ${bytes} WHERE name = 'DB_2'`);
    try {
      await set(9_000_000_000);
      await stays(project, "DB_2 has no room for it");
    } finally {
      await set(0);
    }
  });

  it("where the triggers that note changes did not stand all the time", async () => {
    const project = await shop();
    await begun(project);
    await until(project, "CATCHING_UP", patient());
    await env.DB_1.exec("DROP TRIGGER watch_categories_update");
    await stays(project, "The tables have changed meanwhile");
  });

  it("where rows have changed of a table that was dropped since", async () => {
    const project = await shop();
    await begun(project);
    await until(project, "CATCHING_UP", patient());
    await env.DB_1.prepare(
      "INSERT INTO changed_rows (project_id, tab, key) VALUES (?1, 'dropped', '[1]')",
    )
      .bind(project.id)
      .run();
    await stays(project, "The tables have changed meanwhile");
  });
});

describe("POST /management/v1/projects/:projectId/move", () => {
  it("twice at once, to two places: one is begun, the other refused", async () => {
    const project = await shop();
    const replies = await Promise.all([startMove(project, "DB"), startMove(project, "DB_2")]);
    const [begins, refused] = replies[0].status === 202 ? replies : replies.toReversed();
    expect(begins?.status).toBe(202);
    if (refused) failure(refused, 409, "move_going_on");
    const move = await arrive(project);
    expect(move).toMatchObject({ id: begins?.body.id, to: begins?.body.to, status: "DONE" });
    // It has left rows behind, which go first.
    failure(await startMove(project, "DB_1"), 409, "move_going_on");
    await arriveAndLeave(project);
    expect((await redeem(project, "CODE")).status).toBe(200);
    await expectSound(project.id);
  });

  it("goes on behind another one that has not gone on for ten minutes, and no sooner", async () => {
    const [stuck, project] = [await shop(), await shop()];
    await begun(stuck);
    await begun(project);
    const claim = () => claimMove(placesOf(env).control, project.id, Date.now());
    const since = (minutes: number) =>
      env.DB.prepare("UPDATE project_moves SET updated_at = ?2 WHERE project_id = ?1")
        .bind(stuck.id, new Date(Date.now() - minutes * 60_000).toISOString())
        .run();
    await since(9);
    expect(await claim()).toBeNull();
    await since(11);
    expect(await claim()).toMatchObject({ move: { project_id: project.id } });
    for (const each of [stuck, project]) {
      await stopMove(each);
      await arriveAndLeave(each);
    }
  });

  it("goes on behind another one whose switch has failed for ten minutes, and no sooner", async () => {
    const [stuck, project] = [await shop(), await shop()];
    await begun(stuck);
    await begun(project);
    const claim = () => claimMove(placesOf(env).control, project.id, Date.now());
    const fault = async () => {
      if ((await stateIn("DB_1", stuck)) === "FROZEN") throw new Error("the switch fails");
    };
    const comeToSwitch = async () => {
      while ((await moveRow(stuck))?.phase !== "SWITCHING") await stepped(stuck);
    };
    const tried = async (minutes: number) => {
      await comeToSwitch();
      const since = new Date(Date.now() - minutes * 60_000).toISOString();
      await env.DB.prepare(
        `UPDATE project_moves SET cursor = json_set(cursor, '$.switching_since', ?2)
         WHERE project_id = ?1`,
      )
        .bind(stuck.id, since)
        .run();
      const faulty = bound({ before: fault }, ["DB_2"]);
      await expect(stepped(stuck, faulty)).rejects.toThrow("the switch fails");
      await comeToSwitch();
    };
    await tried(9);
    expect(await claim()).toBeNull();
    await tried(11);
    expect(await claim()).toMatchObject({ move: { project_id: project.id } });
    await stopMove(project);
    await arriveAndLeave(project);
    expect(await arriveAndLeave(stuck)).toMatchObject({ status: "DONE" });
  });

  it("409 for a place that is full or was not seen for long; a busy one takes it", async () => {
    const project = await shop();
    const set = (columns: string) =>
      env.DB.exec(`UPDATE places SET ${columns} WHERE name = 'DB_2'`);
    const details = async () => {
      const reply = await startMove(project, "DB_2");
      failure(reply, 409, "place_closed");
      return reply.body.details;
    };
    try {
      await set("bytes = 8000000000");
      expect(await details()).toBe("DB_2 is full");
      await set("bytes = 0, seen_at = '2026-01-01T00:00:00.000Z'");
      expect(await details()).toBe("DB_2 is unseen");
      failure(await readMove(project), 404, "not_found");
      await seePlaces();
      await set("milliseconds = 9000");
      expect((await startMove(project, "DB_2")).status).toBe(202);
    } finally {
      await set("bytes = 0, milliseconds = 0");
      await seePlaces();
    }
    await arriveAndLeave(project);
  });
});
