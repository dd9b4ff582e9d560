import { setTimeout as wait } from "node:timers/promises";
import { answerOf, type Schemas } from "@vouchsafe/client";
import { passingOf } from "./broken.ts";
import type { Admin } from "./verb.ts";

type Event = Schemas["FeedEvent"];

const PAUSE_MS = 500;
const LONGEST_MS = 30_000;

const feed = ({ connection, signal }: Admin, after: number, limit: number) =>
  answerOf(
    connection.server.GET("/v1/event-feed", { params: { query: { after, limit } }, signal }),
  );

/**
 * The number of the last event. The feed tells what comes after a number, so that its end is found
 * by doubling and then halving: some 40 small questions for a million events.
 */
export async function lastSequence(admin: Admin): Promise<number> {
  const isBehind = async (sequence: number) => (await feed(admin, sequence, 1)).data.length > 0;
  let low = 0;
  let high = 1;
  if (!(await isBehind(0))) return 0;
  while (await isBehind(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isBehind(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Asks until there is an answer, each time after a longer while; what stays wrong is thrown. */
async function patiently<Answer>(
  { note, signal }: Admin,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_MS)) {
    try {
      return await ask();
    } catch (error) {
      const cause = signal.aborted ? null : passingOf(error);
      if (cause === null) throw error;
      note(`${cause} Asking again in ${pause / 1_000} s.`);
      await wait(pause, undefined, { signal });
    }
  }
}

/** Events after a number as they come, until the program is asked to stop. */
export async function* eventsFrom(admin: Admin, begin: number): AsyncGenerator<Event> {
  for (let after = begin; !admin.signal.aborted; ) {
    const page = await patiently(admin, () => feed(admin, after, 100));
    yield* page.data;
    after = page.data.at(-1)?.sequence ?? after;
    if (!page.has_more) await wait(PAUSE_MS, undefined, { signal: admin.signal });
  }
}
