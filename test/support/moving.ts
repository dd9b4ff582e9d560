import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { moveJob } from "../../src/async/jobs/move";
import { TABLES } from "../../src/db/project-tables";
import type { Env } from "../../src/env";
import { moveOn } from "../../src/resources/management/moves/steps";
import { claimWorker, type Worker } from "../../src/resources/management/moves/worker";
import { forgetProject } from "../../src/scope/credentials";
import { placesOf } from "../../src/scope/places";
import { DEPLOYMENT, type Reply, send, type TestProject } from "./api";
import { Crash, DEAF_QUEUES, type Pauses, pausing, sendPausing } from "./faults";
import { homes } from "./places";

type Named = Pick<TestProject, "id">;

export const PLACES: Record<string, D1Database> = { DB: env.DB, DB_1: env.DB_1, DB_2: env.DB_2 };

const path = ({ id }: Named) => `/management/v1/projects/${id}/move`;

/** Places are open once a sweep has seen them. */
export const seePlaces = () =>
  env.DB.batch(
    ["DB_1", "DB_2"].map((name) =>
      env.DB.prepare(
        `INSERT INTO places (name, seen_at) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`,
      ).bind(name, new Date().toISOString()),
    ),
  );

export const startMove = (
  project: Named,
  place: string,
  headers: Record<string, string> = DEPLOYMENT,
): Promise<Reply> => send("POST", path(project), headers, { place });
export const readMove = (project: Named): Promise<Reply> => send("GET", path(project), DEPLOYMENT);
export const stopMove = (project: Named): Promise<Reply> =>
  send("DELETE", path(project), DEPLOYMENT);

/** Begins to move a project, to the third place if nothing is said, of which no queue hears. */
export async function begun(project: TestProject, place = "DB_2"): Promise<void> {
  const sent = { path: path(project), headers: DEPLOYMENT, body: { place } };
  expect((await sendPausing(project, sent, {}, DEAF_QUEUES)).status).toBe(202);
}

/** All databases with such pauses, counted together, and no queue. */
export function bound(pauses: Pauses, only = Object.keys(PLACES)): typeof env {
  const batches = { count: 0 };
  const own = only.map((name) => [name, pausing(PLACES[name] ?? env.DB, pauses, batches)]);
  const all: Env = { ...env, ...DEAF_QUEUES, ...Object.fromEntries(own) };
  return all as typeof env;
}

/** The state that a project is in where it lives, lived or is to live. */
export const stateIn = async (place: string, { id }: Named): Promise<unknown> =>
  (
    await PLACES[place]
      ?.prepare("SELECT state FROM transits WHERE project_id = ?1")
      .bind(id)
      .first<{ state: string }>()
  )?.state;

/** What one test leaves going on keeps no other waiting. */
export const endMoves = () =>
  env.DB.exec("UPDATE project_moves SET status = 'FAILED', phase = 'OVER' WHERE phase <> 'OVER'");

/** The move as it stands in its table. */
export const moveRow = ({ id }: Named) =>
  env.DB.prepare("SELECT * FROM project_moves WHERE project_id = ?1")
    .bind(id)
    .first<Record<string, unknown>>();

/** Nobody waits in a test for a lease that was left, or for readers that there are none of. */
export const release = ({ id }: Named) =>
  env.DB.prepare(
    "UPDATE project_moves SET leased_until = NULL, due_at = NULL WHERE project_id = ?1",
  )
    .bind(id)
    .run();

export const turn = ({ id }: Named, of = env) => moveJob(of, { job: "move", project_id: id });

/** The next worker of a move, which makes each step when the test says so. */
export async function claimed({ id: projectId }: Named, of: Env = env): Promise<Worker> {
  const worker = await claimWorker(placesOf(of), { projectId, settleMs: 0 });
  if (!worker) throw new Error("nobody else has the move");
  return worker;
}

/** The worker ends at a batch: nothing comes after it, not even what would clean up. */
export const killed = (moment: "before" | "after", at: number): Pauses => ({
  before: (batch) => {
    if (batch > at || (batch === at && moment === "before")) throw new Crash("the worker ended");
  },
  after: (batch) => {
    if (batch === at) throw new Crash("the worker ended");
  },
});

/** Makes one step by a worker of its own; false where it was killed. */
export async function stepped(project: Named, of: Env = env): Promise<boolean> {
  try {
    await moveOn(await claimed(project, of), 100);
    return true;
  } catch (error) {
    if (error instanceof Crash) return false;
    throw error;
  } finally {
    await release(project);
  }
}

/** Does something once, before `to` is written to while the project stands still in `from`. */
export function onceStill(
  project: Named,
  [from, to]: readonly [from: string, to: string],
  act: () => Promise<void>,
) {
  let isDone = false;
  const before = async () => {
    if (isDone || (await stateIn(from, project)) !== "FROZEN") return;
    isDone = true;
    await act();
  };
  return { env: bound({ before }, [to]), wasDone: () => isDone };
}

/** Lets this isolate and the tests look the project up where it lives by now. */
export async function lookUpAnew({ id }: Named): Promise<void> {
  const row = await env.DB.prepare("SELECT place FROM projects WHERE id = ?1")
    .bind(id)
    .first<{ place: string }>();
  forgetProject(id);
  homes.set(id, row?.place ?? "DB");
}

/** Lets the queue carry a move on, or does it itself, until the project lives where it was sent. */
export async function arrive(
  project: Named,
  isThere = (move: Reply["body"]) => move.status !== "IN_PROGRESS",
) {
  for (let at = 0; at < 400; at++) {
    const { body } = await readMove(project);
    if (isThere(body)) {
      await lookUpAnew(project);
      return body;
    }
    await turn(project);
    await scheduler.wait(20);
  }
  throw new Error(`the move never ended: ${JSON.stringify((await readMove(project)).body)}`);
}

/** Until nothing of the project is left where it is not. */
export const arriveAndLeave = async (project: Named) => {
  const move = await arrive(project);
  for (let at = 0; at < 200 && (await moveRow(project))?.phase !== "OVER"; at++) {
    await release(project);
    await turn(project);
  }
  return move;
};

/** All rows of a project in a place, by their tables; its log grows with each look at a move. */
export async function rowsIn(place: string, project: Named): Promise<Record<string, unknown[]>> {
  const db = PLACES[place];
  if (!db) throw new Error("a place of the tests");
  const found = await db.batch(
    TABLES.map(([name]) =>
      db.prepare(`SELECT * FROM ${name} WHERE project_id = ?1`).bind(project.id),
    ),
  );
  return Object.fromEntries(
    found.flatMap(({ results }, at) =>
      results.length === 0 ? [] : [[TABLES[at]?.[0] ?? "", results] as const],
    ),
  );
}
