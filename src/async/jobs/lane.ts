import * as z from "zod";
import type { Env } from "../../env";
import { takeTurn } from "../../resources/webhooks/deliveries/turn";
import { jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";
import { laneName, laneSlots } from "../lane-slots";

const Message = z.object({
  project_id: z.string(),
  webhook_id: z.string(),
  lane: z.int().min(0),
  is_slow: z.boolean().default(false),
});
type Message = z.infer<typeof Message>;

/** The queue delays a message by no more than that; what is due later is found by the sweep. */
const LONGEST_DELAY_MS = 12 * 3_600_000;

/** Sees to it that the lane is taken up again when it is due (epoch milliseconds). */
async function callAgain(env: Env, key: Message, dueAt: number): Promise<void> {
  const delay = dueAt - Date.now();
  const body = { job: "lane" as const, ...key };
  if (delay <= 0) return sendJobs(env, [body]);
  if (delay > LONGEST_DELAY_MS) return;
  await env.DELIVERIES.send(body, { delaySeconds: Math.ceil(delay / 1000) });
}

/** An invocation has no more connections open at once. */
export const CONNECTIONS = 6;

const slots = laneSlots(Date.now);

/** A lane that got no slot asks again after this (milliseconds). */
const WAIT_MS = { fast: 1_000, slow: 5_000 };

/** Lanes that will ask again, and until when (epoch milliseconds) nobody else need ask for them. */
const waiting = new Map<string, number>();

/** Lets the lane ask again later, once: it may be called by every event that comes meanwhile. */
async function waitForSlot(env: Env, key: Message): Promise<void> {
  const now = Date.now();
  for (const [name, until] of waiting) if (until <= now) waiting.delete(name);
  const name = laneName(key);
  if (waiting.has(name)) return;
  const at = now + (key.is_slow ? WAIT_MS.slow : WAIT_MS.fast);
  waiting.set(name, at);
  await callAgain(env, key, at);
}

/** Lets who waits longest know that there is a slot. */
async function callNext(env: Env): Promise<void> {
  const next = slots.next();
  if (next) await sendJobs(env, [{ job: "lane", ...next }]);
}

async function serve(env: Env, key: Message, connections: number): Promise<void> {
  const from = { projectId: key.project_id, requestId: "", baseUrl: "" };
  const job = await jobScope(env, from);
  if (!job) return;
  const { dueAt, isSlow } = await takeTurn(job.scope, key, connections);
  if (dueAt !== null) await callAgain(env, { ...key, is_slow: isSlow }, dueAt);
}

/**
 * Delivers what is due in one lane of a webhook, if there is a slot for it; else it stays due, is
 * called when there is one, and asks again. What is cut off is due again after a while.
 */
export async function laneJob(
  env: Env,
  message: unknown,
  connections = CONNECTIONS,
): Promise<void> {
  const key = Message.parse(message);
  const slot = slots.take(key);
  if (!slot) return waitForSlot(env, key);
  try {
    await serve(env, key, connections);
  } finally {
    slot.free();
    await callNext(env);
  }
}
