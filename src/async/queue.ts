import * as z from "zod";
import { noCost } from "../db/client";
import type { Env } from "../env";
import { type JobContext, outboxJob } from "./jobs/outbox";

/** Job type -> the schema of its message and what it does. A new job is a file and a row here. */
const jobs = { outbox: outboxJob };

const Message = z.object({ job: z.enum(["outbox"]) }).loose();

/**
 * Runs queued jobs, each acknowledged by itself. One that fails is tried again by the queue with
 * growing delay and at last kept in the dead-letter queue.
 */
export async function runJobs(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  const context: JobContext = { db: { d1: env.DB, cost: noCost() }, now: Date.now() };
  for (const message of batch.messages) {
    try {
      const { job } = Message.parse(message.body);
      await jobs[job](context, message.body);
      message.ack();
    } catch (error) {
      const cause = error instanceof Error ? error.name : "unknown";
      console.error(JSON.stringify({ level: "error", queue: batch.queue, id: message.id, cause }));
      message.retry({ delaySeconds: Math.min(2 ** message.attempts, 3600) });
    }
  }
}
