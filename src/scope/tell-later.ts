import type { Env } from "../env";
import { asOne } from "../model/told-validation";
import { gathering, OF_VALIDATIONS } from "./gather";
import type { JobMessage, Told } from "./scope";
import { sendJobs } from "./send";

interface Waiting {
  project_id: string;
  told: Told;
}

/** A message holds at most so many events, which are written in one batch, and so many bytes. */
const MOST = 100;
const MOST_BYTES = 60_000;
/** So many wait at most, and so many are not kept waiting. */
const MOST_WAITING = 2_000;
const FULL = 500;

/** By what makes them one event. */
let waiting = new Map<string, Waiting>();

/**
 * What a queue may not have taken waits for the next time under its id, by which one that was taken
 * after all is known; no more than so many messages.
 */
const MOST_UNSENT = 20;
let unsent: JobMessage[] = [];

const encoder = new TextEncoder();
const bytesOf = ({ told }: Waiting): number => encoder.encode(JSON.stringify(told)).byteLength;

/**
 * What waits for one project, cut where a message would be too long for the queue. What alone is
 * too long for one is not told.
 */
function parted(all: readonly Waiting[]): Waiting[][] {
  const parts: Waiting[][] = [];
  let bytes = 0;
  for (const each of all) {
    const size = bytesOf(each);
    if (size > MOST_BYTES) continue;
    const last = parts.at(-1);
    bytes += size;
    if (last && last.length < MOST && bytes <= MOST_BYTES) last.push(each);
    else {
      parts.push([each]);
      bytes = size;
    }
  }
  return parts;
}

const messageOf = (project_id: string, part: readonly Waiting[]): JobMessage => ({
  job: "tell",
  project_id,
  id: crypto.randomUUID(),
  told: part.map(({ told }) => told),
});

/** Each message goes by itself: what keeps one from being sent keeps none of another project. */
async function sendOne(env: Env, message: JobMessage): Promise<void> {
  try {
    await sendJobs(env, [message]);
  } catch (error) {
    unsent = [...unsent, message].slice(0, MOST_UNSENT);
    throw error;
  }
}

async function sendAll(env: Env): Promise<void> {
  const taken = Map.groupBy(waiting.values(), ({ project_id }) => project_id);
  const messages = [...taken].flatMap(([id, all]) =>
    parted(all).map((part) => messageOf(id, part)),
  );
  const sent = [...unsent, ...messages];
  waiting = new Map();
  unsent = [];
  const done = sent.map((message) => sendOne(env, message));
  const failed = (await Promise.allSettled(done)).filter(({ status }) => status === "rejected");
  if (failed.length === 0) return;
  console.error(JSON.stringify({ level: "error", job: "tell", failed: failed.length }));
}

const send = gathering({
  ...OF_VALIDATIONS,
  isFull: () => waiting.size >= FULL,
  send: sendAll,
});

const MINUTE_MS = 60_000;

/** What of one minute and one caller happened to one customer, and ended alike, is one event. */
const keyOf = ({ project_id, told: { event, caller, now } }: Waiting): string => {
  const { kind, customer_id } = event;
  const { session_id = null } = event.data.validation;
  const minute = Math.floor(now / MINUTE_MS);
  return JSON.stringify([project_id, kind, customer_id, session_id, caller, minute]);
};

/**
 * Tells of what a request has seen after its answer has left, for requests that write nothing: a
 * customer's activity shows it some seconds later.
 */
export function tellLater(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  project_id: string,
  told: Told,
): void {
  const key = keyOf({ project_id, told });
  const before = waiting.get(key)?.told.event;
  if (!before && waiting.size >= MOST_WAITING) return;
  const event = before ? asOne(before, told.event) : told.event;
  waiting.set(key, { project_id, told: { ...told, event } });
  send(env, ctx);
}
