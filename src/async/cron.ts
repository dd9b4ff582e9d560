import { noCost } from "../db/client";
import { writeBatch } from "../db/commit";
import type { SweepRunRow } from "../db/tables/work";
import type { Env } from "../env";
import { assert } from "../lib/assert";
import { keepRuns } from "../resources/management/health/store";
import { causeOf } from "./dead-jobs";
import { SWEEPS } from "./sweeps";
import type { Sweep } from "./sweeps/sweep";

interface Visited {
  row: SweepRunRow;
  /** What it failed on, one or none. */
  errors: unknown[];
}

/** Runs one sweep on a database with a count of its own. */
async function visited(env: Env, now: number, { name, run }: Sweep): Promise<Visited> {
  const started = Date.now();
  const rowOf = (cause: string | null, late: unknown): SweepRunRow => ({
    name,
    ran_at: new Date(now).toISOString(),
    milliseconds: Math.max(0, Date.now() - started),
    cause,
    oldest_at: typeof late === "string" ? late : null,
  });
  try {
    const late = await run({ env, db: { d1: env.DB, cost: noCost() }, now });
    return { row: rowOf(null, late), errors: [] };
  } catch (error) {
    const cause = causeOf(error);
    console.error(JSON.stringify({ level: "error", sweep: name, cause }));
    return { row: rowOf(cause, null), errors: [error] };
  }
}

/**
 * Runs all sweeps at `now` (epoch milliseconds), whatever becomes of the others, and keeps how each
 * went. A failure is logged and thrown once all have had their turn, so that the platform shows it.
 */
export async function sweep(env: Env, now: number, sweeps = SWEEPS): Promise<void> {
  const all = await Promise.all(sweeps.map((each) => visited(env, now, each)));
  const kept = await writeBatch({ d1: env.DB, cost: noCost() }, [
    keepRuns(all.map(({ row }) => row)),
  ]);
  assert(kept.ok, "keeping how sweeps went breaks no constraint");
  const errors = all.flatMap((each) => each.errors);
  if (errors.length > 0) throw new AggregateError(errors, "a sweep failed");
}
