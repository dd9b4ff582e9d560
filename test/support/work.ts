import { env } from "cloudflare:workers";
import { outboxJob } from "../../src/async/jobs/outbox";
import type { Env } from "../../src/env";
import type { TestProject } from "./api";
import { withBatch } from "./batches";
import { DEAF_QUEUES } from "./faults";
import { homeDb, homeName } from "./places";

/** What the queue's work has sent and written. */
export interface Work {
  messages: number;
  batches: number;
  statements: number;
  written: number;
}

/** The database, counting what is asked of it. */
const counting = (work: Work): D1Database =>
  withBatch(homeDb(), async <T>(statements: D1PreparedStatement[]) => {
    const results = await homeDb().batch<T>(statements);
    work.batches += 1;
    work.statements += statements.length;
    for (const { meta } of results) work.written += meta.rows_written;
    return results;
  });

/**
 * Takes up all events of a project that wait, message after message as they are sent, and answers
 * what all of that has cost.
 */
export async function workOf(project: TestProject): Promise<Work> {
  const work: Work = { messages: 0, batches: 0, statements: 0, written: 0 };
  const waiting: unknown[] = [{ job: "outbox", project_id: project.id }];
  const sendBatch = async (all: { body: unknown }[]) => {
    waiting.push(...all.map(({ body }) => body));
  };
  const JOBS = { ...DEAF_QUEUES.JOBS, sendBatch } as unknown as Queue;
  const bound: Env = { ...env, ...DEAF_QUEUES, JOBS, [homeName()]: counting(work) };
  for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
    work.messages += 1;
    await outboxJob(bound, message);
  }
  return work;
}
