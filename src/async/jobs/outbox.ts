import * as z from "zod";
import { noCost, statement } from "../../db/client";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";

const Message = z.object({ project_id: z.string() });
const CHUNK = 500;

/**
 * Takes up a project's pending events in the order of their sequence. Nothing listens to them yet,
 * so taking up is marking done; doing it twice changes nothing.
 */
export async function outboxJob(env: Env, message: unknown): Promise<void> {
  const { project_id } = Message.parse(message);
  const db = { d1: env.DB, cost: noCost() };
  const doneAt = new Date(Date.now()).toISOString();
  for (let taken = CHUNK; taken === CHUNK; ) {
    const done = await writeBatch(db, [
      statement(
        `UPDATE outbox SET done_at = ?1 WHERE project_id = ?2 AND sequence IN
           (SELECT sequence FROM outbox INDEXED BY outbox_pending WHERE project_id = ?2 AND done_at IS NULL ORDER BY sequence LIMIT ?3)
         RETURNING sequence`,
        doneAt,
        project_id,
        CHUNK,
      ),
    ]);
    assert(done.ok, "marking events done breaks no constraint");
    taken = done.value[0]?.length ?? 0;
  }
}
