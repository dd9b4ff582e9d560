import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { writeBatch } from "../../../db/commit";
import { notFound } from "../../../errors";
import { assert } from "../../../lib/assert";
import { isoNow, type Scope } from "../../../scope/scope";
import { getDeadJob, isParked, makeDue, messageOf, takeSent } from "./store";

/**
 * Sends a job that failed to its queue again. It is due first and leaves the list, unless it is
 * parked, when the queue has it: what is lost between is sent by the sweep. Of two who do so at
 * once the later one finds no such job (not_found).
 */
export async function retryDeadJob(scope: Scope, id: string): Promise<Answer> {
  const row = await getDeadJob(scope, id);
  const isSentAlready = row.due_at !== null && !isParked(row);
  const statements = makeDue(row, isoNow(scope));
  const result = isSentAlready ? null : await commit(scope, { statements, answer: DONE });
  if (!result?.ok) throw notFound("dead_job", id);
  await scope.enqueue([messageOf(row)]);
  if (isParked(row)) return DONE;
  const taken = await writeBatch(scope.db, [takeSent([row])]);
  assert(taken.ok, "taking a job off the list breaks no constraint");
  return DONE;
}
