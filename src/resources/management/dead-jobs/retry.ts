import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { notFound } from "../../../errors";
import { isoNow, type Scope } from "../../../scope/scope";
import { getDeadJob, makeDue, messageOf, takeDeadJob } from "./store";

/**
 * Sends a job that failed to its queue again. It leaves the list with that, but for a reaction to
 * an event, which leaves it when it has succeeded: nobody else would know of it. Of two who do so
 * at once the later one finds no such job (not_found).
 */
export async function retryDeadJob(scope: Scope, id: string): Promise<Answer> {
  const row = await getDeadJob(scope, id);
  const job = messageOf(row);
  const result = await commit(scope, {
    statements: job.job === "reaction" ? makeDue(row, isoNow(scope)) : takeDeadJob(row),
    jobs: [job],
    answer: DONE,
  });
  if (!result.ok) throw notFound("dead_job", id);
  return DONE;
}
