import * as z from "zod";
import type { Db } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";
import { keepNight, noteWentOn } from "../../resources/loyalties/night/lease-store";
import { type Due, type DueKey, readDue } from "../../resources/loyalties/night/store";
import { CONTROL, placesOf } from "../../scope/places";
import { sendJobs } from "../../scope/send";
import { PHASES, type Phase, partBody, START } from "../night";
import { parkedOnce } from "../parked";
import { runPart } from "../run-part";

const Message = z.object({
  place: z.string().default(CONTROL),
  phase: z.int().min(0).default(0),
  after: z.tuple([z.string(), z.string(), z.string()]).default(["", "", ""]),
  most: z.int().min(1).nullable().default(null),
});

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 5_000;
/** An invocation may send a thousand; a turn ends where the next part could pass this. */
const MOST_STATEMENTS = 700;
/** Nobody else begins the run for so long after a turn; one that was cut off begins again then. */
export const LEASE_MS = 30_000;

/** Where in the night the run is. */
interface Hour {
  phase: number;
  after: DueKey;
  /** So many are taken up at once; null is as many as the phase takes. */
  most: number | null;
}

const beginOf = (phase: number): Hour => ({ phase, after: START, most: null });

/** Each place has a night of its own. */
interface Run {
  env: Env;
  db: Db;
}

/** What was done: the statements that it sent, and how many have failed together. */
interface Done {
  statements: number;
  failed: number;
}

/** Does what is due, and parks what fails by itself. */
async function runOrPark({ env, db }: Run, part: Phase, due: readonly Due[]): Promise<Done> {
  const [first] = due;
  if (!first) return { statements: 0, failed: 0 };
  const { project_id: projectId, key } = first;
  const ids = [...new Set(due.map(({ id }) => id))];
  const requestId = `night_${key[0]}`;
  const { statements, cause } = await runPart(env, part, { projectId, requestId, ids });
  if (cause === null) return { statements, failed: 0 };
  if (ids.length > 1) return { statements, failed: ids.length };
  const written = await writeBatch(db, [parkedOnce(partBody(projectId, part, first.id), cause)]);
  assert(written.ok, "parking a job breaks no constraint");
  return { statements: statements + 1, failed: 0 };
}

/** What is due in groups that are done at once, one after the other. */
const groupsOf = ({ isOneByOne }: Phase, due: readonly Due[]): Due[][] =>
  isOneByOne
    ? due.map((each) => [each])
    : [...Map.groupBy(due, ({ project_id }) => project_id).values()];

/**
 * Takes up the next that is due. Those that fail together are taken up again, half as many at once,
 * until what is to blame stands alone; then twice as many each time.
 */
async function step(run: Run, part: Phase, hour: Hour) {
  const most = hour.most ?? part.most;
  const now = new Date(Date.now()).toISOString();
  const query = part.due({ now, after: hour.after, limit: most });
  const [rows = []] = await readBatch(run.db, [query]);
  const due = readDue(rows);
  const done = await groupsOf(part, due).reduce(
    async (before, group) => {
      const [sum, { statements, failed }] = [await before, await runOrPark(run, part, group)];
      return { statements: sum.statements + statements, failed: Math.max(sum.failed, failed) };
    },
    Promise.resolve<Done>({ statements: 1, failed: 0 }),
  );
  const { statements, failed } = done;
  if (failed > 0) return { statements, hour: { ...hour, most: Math.ceil(failed / 2) } };
  const last = due.length < most ? undefined : due.at(-1);
  const next = { ...hour, most: Math.min(most * 2, part.most) };
  return {
    statements,
    hour: last ? { ...next, after: last.key } : beginOf(hour.phase + 1),
  };
}

/**
 * The nightly run of all loyalty programs of a place: one part after the other, in batches that are
 * each atomic. What is done is no longer due, so that a run that was cut off goes on wherever it
 * begins. What fails by itself is parked, and keeps nothing else back.
 */
export async function loyaltyNightJob(env: Env, message: unknown): Promise<void> {
  const { place, ...begin } = Message.parse(message);
  const run: Run = { env, db: placesOf(env).at(place) };
  let hour: Hour = begin;
  const until = Date.now() + TURN_MS;
  let spent = 0;
  for (let part = PHASES[hour.phase]; part; part = PHASES[hour.phase]) {
    const isOver = Date.now() >= until || spent + part.statements > MOST_STATEMENTS;
    if (spent > 0 && isOver) break;
    const done = await step(run, part, hour);
    hour = done.hour;
    spent += done.statements;
    await scheduler.wait(5);
  }
  const isOver = !PHASES[hour.phase];
  const now = Date.now();
  const kept = await writeBatch(run.db, [
    keepNight(new Date(now + (isOver ? 0 : LEASE_MS)).toISOString()),
    noteWentOn(new Date(now).toISOString()),
  ]);
  assert(kept.ok, "a lease breaks no constraint");
  if (!isOver) await sendJobs(env, [{ job: "loyalty-night", project_id: "", place, ...hour }]);
}
