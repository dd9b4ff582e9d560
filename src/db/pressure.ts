/**
 * What one database is asked and how long it lets wait, as this isolate sees it: one thread answers
 * everybody, so that what one asks for long keeps all others waiting.
 */
interface Pressure {
  /** When a request last asked (epoch milliseconds); background work does not count. */
  asked_at: number;
  /** Milliseconds that batches wait beside what their statements take: lately, and at the least. */
  waits: number;
  least: number;
  /** When a batch last told (epoch milliseconds). */
  noted_at: number;
}

const known = new WeakMap<D1Database, Pressure>();

const pressureOn = (d1: D1Database): Pressure => {
  const found = known.get(d1) ?? {
    asked_at: 0,
    waits: 0,
    least: Number.POSITIVE_INFINITY,
    noted_at: 0,
  };
  known.set(d1, found);
  return found;
};

/** So much of what is known is still so after the next batch. */
const KEPT = 0.8;
/** What was the least is so much more after a batch: paths to a database change. */
const FORGOTTEN = 1.01;

/** A batch that was answered. */
interface Answered {
  /** How long it took, and how long its statements say that they ran (milliseconds). */
  took: number;
  ran: number;
  isRequest: boolean;
}

/** Notes what a batch tells of its database. */
export function noteBatch(d1: D1Database, { took, ran, isRequest }: Answered): void {
  const pressure = pressureOn(d1);
  const waited = Math.max(0, took - ran);
  pressure.waits = KEPT * pressure.waits + (1 - KEPT) * waited;
  pressure.least = Math.min(waited, pressure.least * FORGOTTEN + 0.01);
  pressure.noted_at = Date.now();
  if (isRequest) pressure.asked_at = pressure.noted_at;
}

/** Requests that came so lately (milliseconds) are followed by others. */
const LATELY_MS = 1_000;
/** What waits so much longer (milliseconds) than at the least waits for others. */
const WAITS_FOR_OTHERS_MS = 20;

/** Whether others wait for the database: requests of this isolate, or anybody anywhere. */
export function isCrowded(d1: D1Database): boolean {
  const { asked_at, waits, least } = pressureOn(d1);
  return Date.now() - asked_at < LATELY_MS || waits > 2 * least + WAITS_FOR_OTHERS_MS;
}

/** What was known so long ago (milliseconds) says nothing any more. */
const OUTDATED_MS = 5_000;

/** How long batches wait for a database beside their own time (milliseconds), as far as known. */
export function waitOf(d1: D1Database): number {
  const { waits, noted_at } = pressureOn(d1);
  return Date.now() - noted_at < OUTDATED_MS ? waits : 0;
}
