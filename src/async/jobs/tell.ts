import * as z from "zod";
import { tallyStatement } from "../../commit/commit";
import { storeJob } from "../../commit/stored-answer";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { type DomainEvent, outboxStatements } from "../../events/outbox";
import { assert } from "../../lib/assert";
import { jobScope } from "../../scope/job-scope";
import type { Scope } from "../../scope/scope";
import type { Told } from "../../scope/tell-later";

const Message = z.object({
  project_id: z.string(),
  id: z.string(),
  // Nobody else sends them, and queues deliver what was sent.
  told: z.array(z.custom<Told & { event: DomainEvent }>()),
});

/** The scope in which the event is written as its own request would have written it. */
const asOf = (scope: Scope, { caller, request_id, now }: Told): Scope => ({
  ...scope,
  actor: { ...scope.actor, ...caller },
  request_id,
  now,
});

/**
 * Writes what requests have seen as events, in one batch with the message's id, so that one
 * delivered twice tells once.
 */
export async function tellJob(env: Env, message: unknown): Promise<void> {
  const { project_id, id, told } = Message.parse(message);
  const job = await jobScope(env, { projectId: project_id, requestId: "", baseUrl: "" });
  if (!job) return;
  const { scope } = job;
  const written = await writeBatch(scope.db, [
    storeJob(project_id, id, scope.now),
    ...told.flatMap((each) => [
      ...tallyStatement(project_id, { event_sequence: 1 }),
      ...outboxStatements(asOf(scope, each), project_id, [each.event]),
    ]),
  ]);
  const isRepeated = !written.ok && written.error.constraint.startsWith("idempotency_keys.");
  assert(written.ok || isRepeated, "telling breaks no constraint");
  if (written.ok) scope.emit();
  await Promise.all(job.sent);
}
