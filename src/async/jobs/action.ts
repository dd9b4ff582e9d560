import * as z from "zod";
import { noCost, statement } from "../../db/client";
import { readBatch } from "../../db/commit";
import type { Env } from "../../env";
import { decodeAction } from "../../resources/async-actions/store";
import { jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";
import { ACTIONS } from "../actions";

const Message = z.object({ project_id: z.string(), action_id: z.string() });

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/** An invocation may send a thousand statements; a turn ends before the next step could pass this. */
const MOST_STATEMENTS = 800;

/**
 * Between two steps others are served. Where the database is in the same process nothing else lets
 * requests in that came meanwhile, and a short one has a way of several hops to go.
 */
const PAUSE_MS = 10;

/**
 * Carries background work on: step after step, each atomic and each at its own time, until it is
 * done or its turn is over; then it goes to the end of the queue. What crashed in the middle goes
 * on where its last step ended.
 */
export async function actionJob(env: Env, message: unknown): Promise<void> {
  const { project_id, action_id } = Message.parse(message);
  const [rows = []] = await readBatch({ d1: env.DB, cost: noCost() }, [
    statement(
      "SELECT * FROM async_actions WHERE project_id = ?1 AND id = ?2",
      project_id,
      action_id,
    ),
  ]);
  let action = rows[0] ? decodeAction(rows[0]) : null;
  const until = Date.now() + TURN_MS;
  let [spent, largest] = [0, 0];
  const isMyTurn = () => Date.now() < until && spent + largest <= MOST_STATEMENTS;
  while (action && action.status === "IN_PROGRESS" && isMyTurn()) {
    const job = await jobScope(env, {
      projectId: project_id,
      requestId: action.request_id,
      baseUrl: String(action.input.base_url ?? ""),
    });
    if (!job) return;
    action = (await ACTIONS[action.type]?.(job.scope, action)) ?? null;
    await Promise.all(job.sent);
    const { statements } = job.scope.db.cost;
    spent += statements;
    largest = Math.max(largest, statements);
    await scheduler.wait(PAUSE_MS);
  }
  if (action?.status === "IN_PROGRESS") {
    await sendJobs(env, [{ job: "action", project_id, action_id }]);
  }
}
