import type { Env } from "../env";
import { inTime } from "../lib/in-time";
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

type Queues = Pick<Env, "JOBS" | "LONG_JOBS" | "DELIVERIES" | "DEAD_JOBS">;

/** A queue by its binding, and its name in `wrangler.toml`. */
interface Place {
  binding: keyof Queues;
  name: string;
}

const SHORT: Place = { binding: "JOBS", name: "vouchsafe-jobs" };
/** Background work, whose turns are long, has a queue of its own. */
const LONG: Place = { binding: "LONG_JOBS", name: "vouchsafe-long-jobs" };
/** Nothing that listeners do keeps webhooks waiting. */
const DELIVERIES: Place = { binding: "DELIVERIES", name: "vouchsafe-deliveries" };
/** The queue that the platform moves a message to whose deliveries are used up. */
export const DEAD = { binding: "DEAD_JOBS", name: "vouchsafe-dead-jobs" } as const;

const PLACES = new Map<string, Place>(
  Object.entries({
    action: LONG,
    archive: LONG,
    move: LONG,
    backup: LONG,
    restore: LONG,
    "loyalty-night": LONG,
    "night-part": LONG,
    "fan-out": DELIVERIES,
    lane: DELIVERIES,
  } satisfies Partial<Record<JobMessage["job"], Place>>),
);

const placeOf = (job: string): Place => PLACES.get(job) ?? SHORT;

/** The name of a job's queue. */
export const queueOf = (job: string): string => placeOf(job).name;

/** What waits in a queue; null where the platform does not tell. */
export interface Depth {
  name: string;
  messages: number | null;
  bytes: number | null;
  /** When the message that waits longest was sent (ISO). */
  oldest_at: string | null;
  object: "queue";
}

/** A queue that does not say it in such a time (milliseconds) does not tell. */
const PATIENCE_MS = 5_000;

async function depthOf(env: Queues, { binding, name }: Place): Promise<Depth> {
  const queue = { name, object: "queue" as const };
  try {
    const asked = env[binding].metrics();
    const { backlogCount, backlogBytes, oldestMessageTimestamp } = await inTime(asked, PATIENCE_MS);
    const oldest_at = oldestMessageTimestamp?.toISOString() ?? null;
    return { ...queue, messages: backlogCount, bytes: backlogBytes, oldest_at };
  } catch {
    return { ...queue, messages: null, bytes: null, oldest_at: null };
  }
}

/** What waits in each queue. */
export const depthsOf = (env: Queues): Promise<Depth[]> =>
  Promise.all([SHORT, LONG, DELIVERIES, DEAD].map((place) => depthOf(env, place)));

/** Hands jobs to their queue, which delivers them so many seconds later. */
export async function sendJobs(
  env: Queues,
  jobs: readonly JobMessage[],
  delaySeconds = 0,
): Promise<void> {
  const queues = Map.groupBy(jobs, ({ job }) => placeOf(job).binding);
  const sent = [...queues].flatMap(([binding, those]) =>
    batched(those).map((batch) => env[binding].sendBatch(batch, { delaySeconds })),
  );
  await Promise.all(sent);
}
