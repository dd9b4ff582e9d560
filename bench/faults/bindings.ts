import type { Env } from "../../src/env";
import { withBatch } from "../../test/support/batches";
import { replacing } from "../../test/support/replacing";

/** Every so many batches the database fails: in turn before the batch and after it. */
const FAILS_EVERY = 150;
let batches = 0;

/** The database, which fails now and then: whoever asked cannot tell whether it has written. */
export const failing = (database: D1Database): D1Database =>
  withBatch(database, async <T>(statements: D1PreparedStatement[]) => {
    batches += 1;
    const fails = batches % FAILS_EVERY === 0;
    const isBefore = batches % (2 * FAILS_EVERY) === 0;
    if (fails && isBefore) throw new Error("the database fails before its commit");
    const results = await database.batch<T>(statements);
    if (fails) throw new Error("the database fails after its commit");
    return results;
  });

/** Repeats of a message come up to so many seconds late. */
const LATEST_S = 4;

type Sent = MessageSendRequest<unknown>;

const asRepeat = ({ body, ...rest }: Sent): Sent => ({
  ...rest,
  body: { ...(typeof body === "object" ? body : {}), repeat: true },
});

/**
 * The queue, which delivers what is sent three times: the repeats later and in the opposite order.
 * What is sent in the course of a repeat comes once, or there would be no end to it.
 */
export function thrice(queue: Queue<unknown>, isRepeat: boolean): Queue<unknown> {
  const later = () => Math.ceil(Math.random() * LATEST_S);
  const sendBatch = async (messages: Iterable<Sent>) => {
    const sent = [...messages];
    if (isRepeat) return queue.sendBatch(sent.map(asRepeat));
    const repeats = () =>
      sent
        .toReversed()
        .map(asRepeat)
        .map((each) => ({
          ...each,
          delaySeconds: (each.delaySeconds ?? 0) + later(),
        }));
    const [first] = await Promise.all([
      queue.sendBatch(sent),
      queue.sendBatch(repeats()),
      queue.sendBatch(repeats()),
    ]);
    return first;
  };
  const send = (body: unknown, options: QueueSendOptions = {}) => sendBatch([{ body, ...options }]);
  return replacing(queue, { send, sendBatch });
}

/** The cast holds because nobody reads what a queue answers. */
const SILENT = { send: async () => {}, sendBatch: async () => {} } as unknown as Partial<Queue>;

const deaf = (queue: Queue<unknown>): Queue<unknown> => replacing(queue, SILENT);

/** As when the process ends between its commit and the queue: nobody hears what was to be done. */
export const unheard = <E extends Env>(env: E): E => ({
  ...env,
  JOBS: deaf(env.JOBS),
  LONG_JOBS: deaf(env.LONG_JOBS),
  DELIVERIES: deaf(env.DELIVERIES),
});
