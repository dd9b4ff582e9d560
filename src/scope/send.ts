import type { Env } from "../env";
import type { JobMessage } from "./scope";

/** What the queue takes at once: so many messages and bytes; a single message is far smaller. */
const MOST_MESSAGES = 100;
const MOST_BYTES = 250_000;

const encoder = new TextEncoder();

/** Messages in their order, in batches that the queue takes. */
export function batched(jobs: readonly JobMessage[]): { body: JobMessage }[][] {
  const batches: { body: JobMessage }[][] = [];
  let bytes = MOST_BYTES;
  for (const body of jobs) {
    const size = encoder.encode(JSON.stringify(body)).byteLength;
    bytes += size;
    const last = batches.at(-1);
    if (last && bytes <= MOST_BYTES && last.length < MOST_MESSAGES) {
      last.push({ body });
    } else {
      batches.push([{ body }]);
      bytes = size;
    }
  }
  return batches;
}

/** Background work, whose turns are long, has a queue of its own. */
const LONG: ReadonlySet<string> = new Set([
  "action",
  "loyalty-night",
  "night-part",
] satisfies JobMessage["job"][]);

/** The name of a job's queue. */
export const queueOf = (job: string): string =>
  LONG.has(job) ? "vouchsafe-long-jobs" : "vouchsafe-jobs";

/** Hands jobs to their queue. */
export async function sendJobs(
  env: Pick<Env, "JOBS" | "LONG_JOBS">,
  jobs: readonly JobMessage[],
): Promise<void> {
  const short = batched(jobs.filter(({ job }) => !LONG.has(job)));
  const long = batched(jobs.filter(({ job }) => LONG.has(job)));
  await Promise.all([
    ...short.map((batch) => env.JOBS.sendBatch(batch)),
    ...long.map((batch) => env.LONG_JOBS.sendBatch(batch)),
  ]);
}
