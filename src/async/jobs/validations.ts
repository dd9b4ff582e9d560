import * as z from "zod";
import { dayStatements } from "../../commit/days";
import { storeJob } from "../../commit/stored-answer";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";
import { databaseFor } from "../../scope/job-scope";

const Message = z.object({
  project_id: z.string(),
  day: z.string(),
  id: z.string(),
  moves: z.array(
    z.object({ campaign_id: z.string().nullable(), counters: z.record(z.string(), z.int()) }),
  ),
});

/**
 * Adds gathered validations to the day of their campaigns and of the project. The message's id
 * stands in the same batch, so that one delivered twice counts once.
 */
export async function validationsJob(env: Env, message: unknown): Promise<void> {
  const { project_id, day, id, moves } = Message.parse(message);
  const db = await databaseFor(env, project_id);
  if (!db) return;
  const written = await writeBatch(db, [
    storeJob(project_id, id, Date.now()),
    ...dayStatements(project_id, day, moves),
  ]);
  const isRepeated = !written.ok && written.error.constraint.startsWith("idempotency_keys.");
  assert(written.ok || isRepeated, "counting breaks no constraint");
}
