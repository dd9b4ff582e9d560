import * as z from "zod";
import { readBatch } from "../../db/commit";
import type { Env } from "../../env";
import { eventAt, readEvent } from "../../events/listeners";
import { assert } from "../../lib/assert";
import { archivedRows } from "../../resources/events/archive/read";
import { databaseFor } from "../../scope/job-scope";
import { LISTENERS } from "../listeners";
import { tryAgain } from "../parked";
import { reactionBody, reactTo } from "../react";

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
  const db = await databaseFor(env, project_id);
  if (!db) return;
  const place = { db, files: env.EXPORTS, project: { id: project_id } };
  const [rows = []] = await readBatch(db, [eventAt(project_id, sequence)]);
  const listener = listeners.find(({ name }) => name === reaction.listener);
  const event = readEvent(rows.length > 0 ? rows : await archivedRows(place, [sequence]));
  assert(listener && event, "a parked reaction is of a known listener to a known event");
  await tryAgain(db, reactionBody(reaction), async () => {
    const by = { listener, projectId: project_id, isInTurn: false };
    const { cause } = await reactTo(env, by, [event]);
    return cause;
  });
}
