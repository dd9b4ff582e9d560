import * as z from "zod";
import { storeJob } from "../../commit/stored-answer";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";
import { writeTold } from "../../resources/customers/told-later";
import { jobScope } from "../../scope/job-scope";
import type { Told } from "../../scope/scope";

const Message = z.object({
  project_id: z.string(),
  id: z.string(),
  // Nobody else sends them, and queues deliver what was sent.
  told: z.array(z.custom<Told>()),
});

/**
 * Writes what requests have seen as events, in one batch with the message's id, so that one
 * delivered twice tells once. A customer who is deleted meanwhile sends the message back.
 */
export async function tellJob(env: Env, message: unknown): Promise<void> {
  const { project_id, id, told } = Message.parse(message);
  const job = await jobScope(env, { projectId: project_id, requestId: "", baseUrl: "" });
  if (!job) return;
  const { scope } = job;
  const statements = await writeTold(scope, told);
  const written = await writeBatch(scope.db, [storeJob(project_id, id, scope.now), ...statements]);
  const isRepeated = !written.ok && written.error.constraint.startsWith("idempotency_keys.");
  assert(written.ok || isRepeated, "a customer was deleted meanwhile");
  if (written.ok) scope.emit();
  await Promise.all(job.sent);
}
