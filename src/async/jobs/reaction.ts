import * as z from "zod";
import { noCost } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { eventAt, readEvent } from "../../events/listeners";
import { assert } from "../../lib/assert";
import { attemptsAt, deleteDeadJob } from "../../resources/management/dead-jobs/store";
import { deadJobId } from "../dead-jobs";
import { LISTENERS } from "../listeners";
import { parkedReaction, reactionBody, reactTo } from "../react";

const Message = z.object({ project_id: z.string(), listener: z.string(), sequence: z.int() });

/**
 * Tries a parked reaction again: it leaves its place when it succeeds, and waits longer when it
 * fails. One of a listener or an event that is no longer known ends among the jobs that failed.
 */
export async function reactionJob(
  env: Env,
  message: unknown,
  listeners = LISTENERS,
): Promise<void> {
  const reaction = Message.parse(message);
  const { project_id, sequence } = reaction;
  const db = { d1: env.DB, cost: noCost() };
  const id = deadJobId(reactionBody(reaction));
  const [rows = [], parked = []] = await readBatch(db, [
    eventAt(project_id, sequence),
    attemptsAt(project_id, id),
  ]);
  const listener = listeners.find(({ name }) => name === reaction.listener);
  const event = readEvent(rows);
  assert(listener && event, "a parked reaction is of a known listener to a known event");
  const before = Number(parked[0]?.attempts ?? 0);
  const { cause } = await reactTo(env, listener, project_id, [event]);
  const after =
    cause === null
      ? deleteDeadJob(project_id, id)
      : parkedReaction(listener, { projectId: project_id, sequence, before, cause });
  const written = await writeBatch(db, [after]);
  assert(written.ok, "parking a reaction breaks no constraint");
}
