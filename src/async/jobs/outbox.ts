import * as z from "zod";
import { noCost, statement } from "../../db/client";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";

const Message = z.object({ project_id: z.string() });

/**
 * Takes up a project's events. Their numbers have no gaps, so that one number says which were taken.
 * Nothing listens to them yet: taking up is moving that number on, and doing it twice changes nothing.
 */
export async function outboxJob(env: Env, message: unknown): Promise<void> {
  const { project_id } = Message.parse(message);
  const done = await writeBatch({ d1: env.DB, cost: noCost() }, [
    statement(
      "UPDATE tallies SET events_taken = event_sequence WHERE project_id = ?1 AND events_taken < event_sequence",
      project_id,
    ),
  ]);
  assert(done.ok, "taking events up breaks no constraint");
}
