import { noCost } from "../db/client";
import type { Env } from "../env";
import { causeOf } from "./dead-jobs";
import { SWEEPS } from "./sweeps";
import type { Sweep } from "./sweeps/sweep";

/**
 * Runs one sweep on a database with a count of its own; answers the errors that it failed on, one
 * or none.
 */
async function visited(env: Env, now: number, { name, run }: Sweep): Promise<unknown[]> {
  try {
    await run({ env, db: { d1: env.DB, cost: noCost() }, now });
    return [];
  } catch (error) {
    const cause = causeOf(error);
    console.error(JSON.stringify({ level: "error", sweep: name, cause }));
    return [error];
  }
}

/**
 * Runs all sweeps at `now` (epoch milliseconds), whatever becomes of the others. A failure is
 * logged and thrown once all have had their turn, so that the platform shows it.
 */
export async function sweep(env: Env, now: number, sweeps = SWEEPS): Promise<void> {
  const failed = await Promise.all(sweeps.map((each) => visited(env, now, each)));
  if (failed.flat().length > 0) throw new AggregateError(failed.flat(), "a sweep failed");
}
