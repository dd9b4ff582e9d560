import * as z from "zod";
import type { Db } from "../../db/client";
import { writeBatch } from "../../db/commit";
import { isCrowded } from "../../db/pressure";
import { byId } from "../../db/rows";
import { type AsyncActionRow, asyncActions } from "../../db/tables/work";
import { firstWaiting, takeTurn } from "../../db/turns";
import type { Env } from "../../env";
import { ApiError } from "../../errors";
import { assert } from "../../lib/assert";
import { Turns } from "../../lib/turns";
import type { Action } from "../../resources/async-actions/define";
import { decodeAction } from "../../resources/async-actions/store";
import { databaseFor, jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";
import { ACTIONS } from "../actions";
import { nextRows, noteStep, pauseAfter } from "../pace";

/** Older actions do not say what the key could do: it could do everything. */
const Permissions = z
  .array(z.string())
  .nullish()
  .transform((each) => each ?? null);

const Message = z.object({ project_id: z.string(), action_id: z.string() });

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/**
 * An invocation may send a thousand statements; a turn ends where the next step could pass this.
 */
const MOST_STATEMENTS = 800;

interface Found {
  action: AsyncActionRow | null;
  /** Whether it is its turn, as far as it is heavy. */
  isTurn: boolean;
}

async function findAction(db: Db, projectId: string, id: string): Promise<Found> {
  const found = await writeBatch(db, [
    ...takeTurn(projectId, id),
    byId(asyncActions, { project_id: projectId, id }),
  ]);
  assert(found.ok, "whoever takes a turn breaks no constraint");
  const [, turn = [], rows = []] = found.value;
  return { action: rows[0] ? decodeAction(rows[0]) : null, isTurn: turn.length > 0 };
}

/**
 * Steps of a place go one at a time in an isolate while others wait for it. That holds for light
 * work too: a thousand bulk updates keep a database as busy as an export. They take no turns among
 * works, though: somebody waits for each of them, which must not stand behind an export of an hour.
 */
const turns = new Turns();
/** How long a step waits at most (milliseconds), whoever stands before it. */
const WAIT_MS = 1_000;

/**
 * Makes one step in a scope of its own, and rests as long as others need. Answers the action as the
 * step left it, and how many statements the step sent.
 */
async function stepped(env: Env, kind: Action, action: AsyncActionRow) {
  const job = await jobScope(env, {
    projectId: action.project_id,
    requestId: action.request_id,
    baseUrl: String(action.input.base_url ?? ""),
    permissions: Permissions.parse(action.input.permissions),
  });
  if (!job) return { after: null, statements: 0 };
  const { db, project, sleep } = job.scope;
  const most = () => (isCrowded(db) ? 1 : Number.POSITIVE_INFINITY);
  const asked = { most, waitMs: WAIT_MS, sleep };
  const end = await turns.take(project.place, asked);
  try {
    const started = performance.now();
    const pace = kind.paceOf(action);
    const rows = nextRows(pace, kind.rows, isCrowded(db));
    const after = await kind.step(job.scope, action, rows);
    await Promise.all(job.sent);
    noteStep(pace, rows, db.cost);
    await sleep(pauseAfter(performance.now() - started, isCrowded(db)));
    return { after, statements: db.cost.statements };
  } finally {
    end?.();
  }
}

/**
 * Carries background work on: step after step, each atomic and each at its own time, until it is
 * done or its turn is over; then it goes to the end of the queue. A turn whose every step lost to
 * others fails (multiple_requests). What crashed in the middle goes on where its last step ended.
 * Heavy work whose turn has not come waits until what was asked for before it is over. Work of an
 * unknown type is a fault: its message ends among the dead jobs, and the action stays as it is
 * until a version knows it.
 */
export async function actionJob(env: Env, message: unknown, actions = ACTIONS): Promise<void> {
  const { project_id, action_id } = Message.parse(message);
  const until = Date.now() + TURN_MS;
  const db = await databaseFor(env, project_id);
  if (!db) return;
  const found = await findAction(db, project_id, action_id);
  let { action } = found;
  if (action?.status !== "IN_PROGRESS") return;
  const { type } = action;
  const kind = actions.find((each) => each.type === type);
  if (!kind) console.error(JSON.stringify({ level: "error", job: "action", unknown: type }));
  assert(kind, "background work is of a known type");
  if (kind.isHeavy && !found.isTurn) return;
  let spent = 4;
  do {
    const { after, statements } = await stepped(env, kind, action);
    action = after;
    spent += statements;
  } while (
    action?.status === "IN_PROGRESS" &&
    Date.now() < until &&
    spent + kind.statements <= MOST_STATEMENTS
  );
  if (action?.status === "IN_PROGRESS") {
    // What was in the way of each step may not go away: this is tried again as all that fails.
    if (action.cursor === found.action?.cursor) throw new ApiError("multiple_requests");
    await sendJobs(env, [{ job: "action", project_id, action_id }]);
  } else if (action && kind.isHeavy) {
    const next = await firstWaiting(db, project_id);
    if (next) await sendJobs(env, [{ job: "action", project_id, action_id: next }]);
  }
}
