import { writeBatch } from "../db/commit";
import type { SweepRunRow } from "../db/tables/work";
import type { Env } from "../env";
import { assert } from "../lib/assert";
import { keepRuns } from "../resources/management/health/store";
import { CONTROL, placeNames, placesOf } from "../scope/places";
import { sendJobs } from "../scope/send";
import { causeOf } from "./dead-jobs";
import { SWEEPS } from "./sweeps";
import type { Sweep } from "./sweeps/sweep";

/** A place, and when it is swept. */
type Moment = readonly [place: string, now: number];

interface Visited {
  row: SweepRunRow;
  /** What it failed on, one or none. */
  errors: unknown[];
}

/** Runs one sweep on a place, with a count of its own. */
async function visited(env: Env, [place, now]: Moment, { name, run }: Sweep): Promise<Visited> {
  const started = Date.now();
  const rowOf = (cause: string | null, late: unknown): SweepRunRow => ({
    name,
    ran_at: new Date(now).toISOString(),
    milliseconds: Math.max(0, Date.now() - started),
    cause,
    oldest_at: typeof late === "string" ? late : null,
  });
  try {
    const { control, at } = placesOf(env);
    const late = await run({ env, place, db: at(place), control, now });
    return { row: rowOf(null, late), errors: [] };
  } catch (error) {
    const cause = causeOf(error);
    console.error(JSON.stringify({ level: "error", sweep: name, place, cause }));
    return { row: rowOf(cause, null), errors: [error] };
  }
}

/**
 * Runs all sweeps of a place at `now` (epoch milliseconds), whatever becomes of the others, and
 * keeps there how each went. A failure is logged and thrown once all have had their turn, so that
 * the platform shows it.
 */
export async function sweep(
  env: Env,
  now: number,
  sweeps = SWEEPS,
  place = CONTROL,
): Promise<void> {
  const own = sweeps.filter(({ isControl = false }) => place === CONTROL || !isControl);
  const all: Visited[] = [];
  // One after the other: whoever asks the database meanwhile waits for one of them at most.
  for (const each of own) all.push(await visited(env, [place, now], each));
  const kept = await writeBatch(placesOf(env).at(place), keepRuns(all.map(({ row }) => row)));
  assert(kept.ok, "keeping how sweeps went breaks no constraint");
  const errors = all.flatMap((each) => each.errors);
  if (errors.length > 0) throw new AggregateError(errors, "a sweep failed");
}

/**
 * What is done once a minute: the first place is swept at once. Each other one is swept by a
 * message of its own, since an invocation may send only so many statements, and so that a place
 * that does not answer is in the way of no other.
 */
export async function everyMinute(env: Env, now: number): Promise<void> {
  const others = placeNames(env).filter((place) => place !== CONTROL);
  const sent = sendJobs(
    env,
    others.map((place) => ({ job: "sweep", project_id: "", place })),
  );
  const done = await Promise.allSettled([sent, sweep(env, now)]);
  const errors = done.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, "a sweep failed");
}
