import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { getDeadJob, messageOf, takeDeadJob } from "./store";

/**
 * Sends a job that failed to its queue again. It leaves the list with that. Of two who do so
 * at once the later one finds no such job (not_found).
 */
export async function retryDeadJob(scope: Scope, id: string): Promise<Answer> {
  const row = await getDeadJob(scope, id);
  const job = messageOf(row);
  const result = await commit(scope, {
    statements: takeDeadJob(row),
    jobs: [job],
    answer: DONE,
  });
  if (!result.ok) throw notFound("dead_job", id);
  return DONE;
}
