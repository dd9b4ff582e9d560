import * as z from "zod";
import type { Env } from "../../env";
import { takeTurn } from "../../resources/webhooks/deliveries/turn";
import { jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";

const Message = z.object({
  project_id: z.string(),
  webhook_id: z.string(),
  lane: z.int().min(0),
});

/** The queue delays a message by no more than that; what is due later is found by the sweep. */
const LONGEST_DELAY_MS = 12 * 3_600_000;

/** Sees to it that the lane is taken up again when it is due (epoch milliseconds). */
async function callAgain(env: Env, key: z.infer<typeof Message>, dueAt: number): Promise<void> {
  const delay = dueAt - Date.now();
  const body = { job: "lane" as const, ...key };
  if (delay <= 0) return sendJobs(env, [body]);
  if (delay > LONGEST_DELAY_MS) return;
  await env.DELIVERIES.send(body, { delaySeconds: Math.ceil(delay / 1000) });
}

/** An invocation has no more connections open at once. */
export const CONNECTIONS = 6;

/** Delivers what is due in one lane of a webhook. What is cut off is due again after a while. */
export async function laneJob(
  env: Env,
  message: unknown,
  connections = CONNECTIONS,
): Promise<void> {
  const key = Message.parse(message);
  const from = { projectId: key.project_id, requestId: "", baseUrl: "" };
  const job = await jobScope(env, from);
  if (!job) return;
  const { dueAt } = await takeTurn(job.scope, key, connections);
  if (dueAt !== null) await callAgain(env, key, dueAt);
}
