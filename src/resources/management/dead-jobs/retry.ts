import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { notFound } from "../../../errors";
import { isoNow, type JobMessage, type Scope } from "../../../scope/scope";
import { getDeadJob, makeDue, messageOf, takeDeadJob } from "./store";

/**
 * Jobs that leave the list when they have succeeded, and not when they are sent: nobody else would
 * know of them.
 */
const PARKED: ReadonlySet<string> = new Set([
  "reaction",
  "night-part",
] satisfies JobMessage["job"][]);

/**
 * Sends a job that failed to its queue again. It leaves the list with that, but for work that is
 * parked. Of two who do so at once the later one finds no such job (not_found).
 */
export async function retryDeadJob(scope: Scope, id: string): Promise<Answer> {
  const row = await getDeadJob(scope, id);
  const job = messageOf(row);
  const result = await commit(scope, {
    statements: PARKED.has(job.job) ? makeDue(row, isoNow(scope)) : takeDeadJob(row),
    jobs: [job],
    answer: DONE,
  });
  if (!result.ok) throw notFound("dead_job", id);
  return DONE;
}
