import * as z from "zod";
import { noCost } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { moveCursors, readStanding, standingOf } from "../../events/listeners";
import { assert } from "../../lib/assert";
import { sendJobs } from "../../scope/send";
import { hear } from "../hear";
import { LISTENERS } from "../listeners";

const Message = z.object({ project_id: z.string() });

/** A turn ends after this; what is left goes to the end of the queue. */
const TURN_MS = 1_500;
/**
 * Statements that all reactions of a turn may send together: up to ten messages share an
 * invocation, which may send a thousand.
 */
export const MOST_STATEMENTS = 72;

/**
 * Takes up a project's events: each listener hears those after its own cursor, and then the cursors
 * move. What is cut off in between is heard again. A reaction that fails is parked in the batch of
 * the cursors, and tried again by itself: it keeps neither later events nor other listeners back.
 */
export async function outboxJob(env: Env, message: unknown, listeners = LISTENERS): Promise<void> {
  const { project_id } = Message.parse(message);
  const db = { d1: env.DB, cost: noCost() };
  const { last, positions } = readStanding(await readBatch(db, standingOf(project_id)), listeners);
  const share = { statements: MOST_STATEMENTS / listeners.length, until: Date.now() + TURN_MS };
  const turns = await Promise.all(
    listeners.map((listener) => {
      const position = positions.get(listener.name) ?? last;
      if (position >= last) return { position, parked: [] };
      return hear(env, listener, { projectId: project_id, position, last }, share);
    }),
  );
  const after = new Map(listeners.map(({ name }, at) => [name, turns[at]?.position ?? last]));
  const written = await writeBatch(db, [
    ...turns.flatMap(({ parked }) => parked),
    ...moveCursors(project_id, { last, positions: after }),
  ]);
  assert(written.ok, "taking events up breaks no constraint");
  const isLeft = [...after.values()].some((position) => position < last);
  if (isLeft) await sendJobs(env, [{ job: "outbox", project_id }]);
}
