import * as z from "zod";
import { noCost } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";
import { keepNight } from "../../resources/loyalties/night/lease-store";
import { type Due, type DueKey, readDue } from "../../resources/loyalties/night/store";
import { jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";
import { causeOf } from "../dead-jobs";
import { PHASES, START } from "../night";

const Message = z.object({
  phase: z.int().min(0).default(0),
  after: z.tuple([z.string(), z.string(), z.string()]).default(["", "", ""]),
});

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 5_000;
/** An invocation may send a thousand; a turn ends where the next part could pass this. */
const MOST_STATEMENTS = 700;
/** Nobody else begins the run for so long after a turn; one that was cut off begins again then. */
export const LEASE_MS = 30_000;

/** Where the run is. */
interface Place {
  phase: number;
  after: DueKey;
}

/** What fails is logged and stays due: it is not in the way of all others. */
async function unlessItFails(project: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const cause = causeOf(error);
    console.error(JSON.stringify({ level: "error", job: "loyalty-night", project, cause }));
  }
}

/** Does what is due in one project, in a scope of its own; answers the statements that it sent. */
async function inProject(env: Env, phase: number, due: readonly Due[]): Promise<number> {
  const [first] = due;
  const part = PHASES[phase];
  if (!first || !part) return 0;
  const { project_id: projectId } = first;
  const requestId = `night_${first.key[0]}`;
  const job = await jobScope(env, { projectId, requestId, baseUrl: "" });
  if (!job) return 0;
  const ids = [...new Set(due.map(({ id }) => id))];
  const parts = part.isOneByOne ? ids.map((id) => [id]) : [ids];
  await parts.reduce(
    (before, each) => before.then(() => unlessItFails(projectId, () => part.run(job.scope, each))),
    Promise.resolve(),
  );
  await unlessItFails(projectId, () => Promise.all(job.sent));
  return job.scope.db.cost.statements;
}

/** Takes up the next that is due; null once nothing is. */
async function step(env: Env, { phase, after }: Place) {
  const part = PHASES[phase];
  if (!part) return null;
  const db = { d1: env.DB, cost: noCost() };
  const now = new Date(Date.now()).toISOString();
  const [rows = []] = await readBatch(db, [part.due({ now, after, limit: part.most })]);
  const due = readDue(rows);
  const projects = [...Map.groupBy(due, ({ project_id }) => project_id).values()];
  const statements = await projects.reduce(
    async (before, group) => (await before) + (await inProject(env, phase, group)),
    Promise.resolve(1),
  );
  const last = due.length < part.most ? undefined : due.at(-1);
  return {
    statements,
    place: last ? { phase, after: last.key } : { phase: phase + 1, after: START },
  };
}

/**
 * The nightly run of all loyalty programs: one part after the other, in batches that are each
 * atomic. What is done is no longer due, so that a run that was cut off goes on wherever it begins;
 * what fails is met again by the next run.
 */
export async function loyaltyNightJob(env: Env, message: unknown): Promise<void> {
  let place: Place = Message.parse(message);
  const until = Date.now() + TURN_MS;
  let spent = 0;
  while (PHASES[place.phase] && Date.now() < until) {
    const next = PHASES[place.phase]?.statements ?? 0;
    if (spent > 0 && spent + next > MOST_STATEMENTS) break;
    const done = await step(env, place);
    if (!done) break;
    place = done.place;
    spent += done.statements;
    await scheduler.wait(5);
  }
  const isOver = !PHASES[place.phase];
  const lease = keepNight(new Date(Date.now() + (isOver ? 0 : LEASE_MS)).toISOString());
  const kept = await writeBatch({ d1: env.DB, cost: noCost() }, [lease]);
  assert(kept.ok, "a lease breaks no constraint");
  if (!isOver) await sendJobs(env, [{ job: "loyalty-night", project_id: "", ...place }]);
}
