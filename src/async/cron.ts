import { noCost } from "../db/client";
import type { Env } from "../env";
import { SWEEPS, type Sweep } from "./sweeps";

/**
 * Runs all sweeps at `now` (epoch milliseconds), whatever becomes of the others. A failure is logged
 * and thrown once all have had their turn, so that the platform shows it.
 */
export async function sweep(
  env: Env,
  now: number,
  sweeps: readonly Sweep[] = SWEEPS,
): Promise<void> {
  const db = { d1: env.DB, cost: noCost() };
  const done = await Promise.allSettled(sweeps.map((each) => each({ env, db, now })));
  const failed = done.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const error of failed) {
    const cause = error instanceof Error ? error.name : "unknown";
    console.error(JSON.stringify({ level: "error", sweep: true, cause }));
  }
  if (failed.length > 0) throw new AggregateError(failed, "a sweep failed");
}
