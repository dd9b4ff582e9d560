import * as z from "zod";
import type { Env } from "../env";
import { DEAD, queueOf } from "../scope/send";
import { type Background, leave } from "./background";
import { causeOf, DELIVERIES, keepFailed, namesOf } from "./dead-jobs";
import { actionJob } from "./jobs/action";
import { archiveJob } from "./jobs/archive";
import { backupJob, restoreJob } from "./jobs/backup";
import { fanOutJob } from "./jobs/fan-out";
import { laneJob } from "./jobs/lane";
import { loyaltyNightJob } from "./jobs/loyalty-night";
import { moveJob } from "./jobs/move";
import { nightPartJob } from "./jobs/night-part";
import { outboxJob } from "./jobs/outbox";
import { reactionJob } from "./jobs/reaction";
import { sweepJob } from "./jobs/sweep";
import { tellJob } from "./jobs/tell";
import { validationsJob } from "./jobs/validations";

type Job = (env: Env, message: unknown) => Promise<void>;

/**
 * Job -> what it does; each reads its message by its own schema. A new job is a file and a row
 * here.
 */
const jobs = {
  outbox: outboxJob,
  action: actionJob,
  reaction: reactionJob,
  validations: validationsJob,
  tell: tellJob,
  "fan-out": fanOutJob,
  lane: laneJob,
  archive: archiveJob,
  move: moveJob,
  backup: backupJob,
  restore: restoreJob,
  "loyalty-night": loyaltyNightJob,
  "night-part": nightPartJob,
  sweep: sweepJob,
} satisfies Record<string, Job>;

/** What a message may name as its job. */
export type JobName = keyof typeof jobs;

const JobMessage = z.object({ job: z.string() }).loose();
/** A job that waits for a receiver that is known as slow. */
const SlowMessage = z.object({ is_slow: z.literal(true) });

async function runJob(env: Env, body: unknown): Promise<void> {
  const { job } = JobMessage.parse(body);
  const run: Job | undefined = Object.entries(jobs).find(([name]) => name === job)?.[1];
  if (!run) throw new TypeError(`no job ${job}`);
  await run(env, body);
}

/** Its jobs wait for receivers, which may be slow; a sweep finds what is lost of their work. */
const SLOW_QUEUE = queueOf("lane");

/** Where messages of a batch come from, and where their work may go on after them. */
interface Place {
  env: Env;
  queue: string;
  background: Background | null;
}

/** Has a message delivered again, later each time. */
const tryLater = (message: Message): void =>
  message.retry({ delaySeconds: Math.min(2 ** message.attempts, 3600) });

/** Logs what a message failed on, and answers what is kept of that. */
function failed({ queue }: Place, { id, body }: Message, error: unknown): string {
  const cause = causeOf(error);
  console.error(JSON.stringify({ level: "error", queue, id, ...namesOf(body), cause }));
  return cause;
}

/**
 * A job that fails is tried again with growing delay; at last it is kept with what it failed on.
 */
async function runOrRetry(place: Place, message: Message): Promise<void> {
  const { env, background } = place;
  try {
    const isSlow = SlowMessage.safeParse(message.body).success;
    await leave(runJob(env, message.body), background, isSlow);
  } catch (error) {
    const cause = failed(place, message, error);
    if (message.attempts < DELIVERIES) return tryLater(message);
    await keepFailed(env, { body: message.body, attempts: message.attempts, cause });
  }
  message.ack();
}

/**
 * Keeps a message of the dead-letter queue: each of its deliveries was cut off, so that no catch
 * block saw it fail. One whose place does not answer comes again, and the others are kept.
 */
async function keepCutOff(place: Place, message: Message): Promise<void> {
  try {
    await keepFailed(place.env, { body: message.body, attempts: DELIVERIES, cause: null });
  } catch (error) {
    failed(place, message, error);
    return tryLater(message);
  }
  message.ack();
}

/**
 * Runs queued jobs, each acknowledged by itself when it is done: one whose process ended is
 * delivered again. What fails every time is kept and listed (docs/behaviour.md, "Jobs that
 * failed").
 */
export async function runJobs(
  batch: MessageBatch<unknown>,
  env: Env,
  ctx?: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
  const take = batch.queue === DEAD.name ? keepCutOff : runOrRetry;
  const background = batch.queue === SLOW_QUEUE && ctx ? ctx.waitUntil.bind(ctx) : null;
  const place = { env, queue: batch.queue, background };
  for (const message of batch.messages) await take(place, message);
}
