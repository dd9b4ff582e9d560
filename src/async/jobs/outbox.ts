import * as z from "zod";
import { noCost } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { type Listener, moveCursors, readStanding, standingOf } from "../../events/listeners";
import { assert } from "../../lib/assert";
import { sendJobs } from "../../scope/send";
import { hear } from "../hear";
import { LISTENERS } from "../listeners";

const Message = z.object({ project_id: z.string() });

/** Turns end after this; what is left goes to the end of the queue. */
const TURN_MS = 1_500;
/** Statements that all reactions of a turn may send together. */
export const MOST_STATEMENTS = 72;
/** So many turns of one message, an invocation of its own, stay below a thousand statements. */
const TURNS = 10;

/**
 * Takes a turn at a project's events, and says whether some are left: each listener hears those
 * after its own cursor, and then the cursors move. What is cut off in between is heard again. A
 * reaction that fails is parked in the batch of the cursors, and tried again by itself: it keeps
 * neither later events nor other listeners back.
 */
async function takeTurn(
  env: Env,
  project_id: string,
  { listeners, until }: { listeners: readonly Listener[]; until: number },
): Promise<boolean> {
  const db = { d1: env.DB, cost: noCost() };
  const { last, positions } = readStanding(await readBatch(db, standingOf(project_id)), listeners);
  const share = { statements: MOST_STATEMENTS / listeners.length, until };
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
  return [...after.values()].some((position) => position < last);
}

/** Takes so many turns at a project's events; what is left then is for another message. */
export async function outboxJob(
  env: Env,
  message: unknown,
  listeners: readonly Listener[] = LISTENERS,
  turns = TURNS,
): Promise<void> {
  const { project_id } = Message.parse(message);
  const until = Date.now() + TURN_MS;
  let [isLeft, turn] = [true, 0];
  while (isLeft && turn < turns && (turn === 0 || Date.now() < until)) {
    isLeft = await takeTurn(env, project_id, { listeners, until });
    turn += 1;
  }
  if (isLeft) await sendJobs(env, [{ job: "outbox", project_id }]);
}
