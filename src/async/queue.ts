import * as z from "zod";
import type { Env } from "../env";
import type { JobMessage as Jobs } from "../scope/scope";
import { actionJob } from "./jobs/action";
import { outboxJob } from "./jobs/outbox";
import { validationsJob } from "./jobs/validations";

type Job = (env: Env, message: unknown) => Promise<void>;

/** Job -> what it does; each reads its message by its own schema. A new job is a file and a row here. */
const jobs: Record<Jobs["job"], Job> = {
  outbox: outboxJob,
  action: actionJob,
  validations: validationsJob,
};

const JobMessage = z.object({ job: z.string() }).loose();

/**
 * Runs queued jobs, each acknowledged by itself when it is done: one whose process ended is delivered
 * again. One that fails is tried again by the queue with
 * growing delay and at last kept in the dead-letter queue.
 */
export async function runJobs(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      const { job } = JobMessage.parse(message.body);
      const run = Object.entries(jobs).find(([name]) => name === job)?.[1];
      if (!run) throw new TypeError(`no job ${job}`);
      await run(env, message.body);
      message.ack();
    } catch (error) {
      const cause = error instanceof Error ? error.name : "unknown";
      console.error(JSON.stringify({ level: "error", queue: batch.queue, id: message.id, cause }));
      message.retry({ delaySeconds: Math.min(2 ** message.attempts, 3600) });
    }
  }
}
