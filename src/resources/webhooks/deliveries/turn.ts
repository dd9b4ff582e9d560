import { writeBatch } from "../../../db/commit";
import { assert } from "../../../lib/assert";
import type { Scope } from "../../../scope/scope";
import { archivedEvents } from "../../events/archive/read";
import { type Delivered, deliverAll, type Receiver } from "./deliver";
import { leaveSpan } from "./fan-out-store";
import {
  type Due,
  deactivate,
  dueIn,
  type FoundDue,
  type Hold,
  isFull,
  keepLane,
  keepSlow,
  type LaneKey,
  laneWebhook,
  leaveLane,
  readDue,
  readWebhook,
  takeLane,
  tellDeliveries,
} from "./lane-store";
import { senderOf } from "./message";

/** No round of attempts begins later than that in a turn. */
const TURN_MS = 10_000;

/** A worker that has not come back by then was cut off; others may take its lane. */
const LEASE_MS = 45_000;

/** What a lease is told from others by. */
const LEASE_BYTES = 9;

/** A receiver that takes longer than that is slow, until it answers sooner. */
const SLOW_MS = 2_000;

const iso = (at: number): string => new Date(at).toISOString();

/** Everything that a turn works with. */
interface Turn {
  scope: Scope;
  hold: Hold;
  /** For which instant the queue was told of the lane before. */
  calledFor: unknown;
  /** Whether the receiver is known as slow. */
  isSlow: boolean;
}

async function written(turn: Turn, statements: Parameters<typeof writeBatch>[1]) {
  const done = await writeBatch(turn.scope.db, statements);
  assert(done.ok, "delivering breaks no constraint");
  return done.value;
}

/** What came of a turn: when its lane is due next, where the queue has to be told of it. */
export interface Turned {
  /** Epoch milliseconds. */
  dueAt: number | null;
  /** Whether the receiver is slow. */
  isSlow: boolean;
}

const wasSlow = ({ slowest }: Delivered): boolean => slowest > SLOW_MS;

/** What a round writes down, also how the receiver has changed by it. */
const toldOf = ({ hold, isSlow }: Turn, done: Delivered, now: string) => [
  tellDeliveries(hold, done),
  ...(wasSlow(done) === isSlow ? [] : [keepSlow(hold, wasSlow(done))]),
  ...(done.deactivates ? [...leaveSpan(hold), deactivate(hold, done, now)] : []),
];

/**
 * Events that left the outbox as the archive has them, the first of them. Where its files cannot be
 * read, the first event fails by itself if it is to blame, and the others are for the next round.
 */
async function fromArchive(
  scope: Scope,
  [first, ...others]: readonly number[],
): Promise<Map<number, Due["readEvent"]>> {
  if (first === undefined) return new Map();
  try {
    const found = await archivedEvents(scope, [first, ...others]);
    return new Map([...found].map(([sequence, event]) => [sequence, () => event]));
  } catch (error) {
    if (others.length > 0) return fromArchive(scope, [first]);
    const fail = () => {
      throw error;
    };
    return new Map([[first, fail]]);
  }
}

/** Deliveries whose events left the outbox are told of from the archive. */
async function withEvents({ scope }: Turn, found: readonly FoundDue[]): Promise<Due[]> {
  const gone = found.filter(({ readEvent }) => readEvent === null).map(({ sequence }) => sequence);
  const old = await fromArchive(scope, gone);
  return found.flatMap((due) => {
    const readEvent = due.readEvent ?? old.get(due.sequence);
    return readEvent ? [{ ...due, readEvent }] : [];
  });
}

/** Takes the lane and reads what is due in it; null where it is another's or nothing is due. */
async function begin(turn: Turn) {
  const now = Date.now();
  const [taken = [], webhooks = [], rows = []] = await written(turn, [
    takeLane(turn.hold, iso(now), iso(now + LEASE_MS)),
    laneWebhook(turn.hold),
    dueIn(turn.hold, iso(now)),
  ]);
  if (!taken[0]) return null;
  turn.calledFor = taken[0].called_for;
  turn.isSlow = taken[0].is_slow === 1;
  return { webhook: readWebhook(webhooks), due: await withEvents(turn, readDue(rows)) };
}

/** Lets the lane go; answers when it wants to be called again, if nobody has done so already. */
async function end(turn: Turn, done: Delivered | null): Promise<Turned> {
  const now = Date.now();
  const result = await written(turn, [
    ...(done ? toldOf(turn, done, iso(now)) : []),
    leaveLane(turn.hold),
  ]);
  const due = result.at(-1)?.[0]?.due_at ?? null;
  const dueAt = due === null ? null : Date.parse(String(due));
  const isCalled = dueAt !== null && dueAt > now && due === turn.calledFor;
  return { dueAt: isCalled ? null : dueAt, isSlow: done ? wasSlow(done) : turn.isSlow };
}

/** Writes a round down, holds the lane on, and reads what is due next, and the webhook of now. */
async function goOn(turn: Turn, done: Delivered) {
  const now = Date.now();
  const result = await written(turn, [
    ...toldOf(turn, done, iso(now)),
    keepLane(turn.hold, iso(now + LEASE_MS)),
    laneWebhook(turn.hold),
    dueIn(turn.hold, iso(now)),
  ]);
  turn.isSlow = wasSlow(done);
  const [webhooks = [], rows = []] = result.slice(-2);
  return { webhook: readWebhook(webhooks), due: await withEvents(turn, readDue(rows)) };
}

/**
 * Delivers some of what is due; of a receiver that is known as slow one alone, on one connection:
 * the others follow when it has answered in time. Says whether some may be left.
 */
async function round({ isSlow }: Turn, receiver: Receiver, due: Due[]) {
  const [first, ...others] = due;
  if (!isSlow || !first) return { done: await deliverAll(receiver, due), isLeft: isFull(due) };
  const done = await deliverAll({ ...receiver, connections: 1 }, [first]);
  return { done, isLeft: others.length > 0 };
}

/**
 * Delivers what is due in a lane, round after round, until nothing is left, the receiver is slow or
 * the turn is over.
 */
export async function takeTurn(scope: Scope, key: LaneKey, connections: number): Promise<Turned> {
  const until = Date.now() + TURN_MS;
  const lease = Buffer.from(scope.random(LEASE_BYTES)).toString("base64url");
  const turn: Turn = { scope, hold: { ...key, lease }, calledFor: null, isSlow: false };
  const begun = await begin(turn);
  if (!begun) return { dueAt: null, isSlow: false };
  let { webhook, due } = begun;
  while (webhook) {
    const sender = senderOf(scope, webhook, Date.now());
    const receiver = { place: scope, webhook, sender, connections };
    const { done, isLeft } = await round(turn, receiver, due);
    const isOver = wasSlow(done) || done.deactivates !== null || Date.now() >= until;
    if (isOver || !isLeft) return end(turn, done);
    ({ webhook, due } = await goOn(turn, done));
  }
  return end(turn, null);
}
