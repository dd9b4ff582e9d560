import { writeBatch } from "../../../db/commit";
import { assert } from "../../../lib/assert";
import type { Scope } from "../../../scope/scope";
import { type Delivered, deliverAll } from "./deliver";
import {
  type Due,
  deactivate,
  dueIn,
  type Hold,
  isFull,
  keepLane,
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

/** A receiver that takes longer than that is slow. */
const SLOW_MS = 500;

const iso = (at: number): string => new Date(at).toISOString();

/** Everything that a turn works with. */
interface Turn {
  scope: Scope;
  hold: Hold;
  /** For which instant the queue was told of the lane before. */
  calledFor: unknown;
}

async function written(turn: Turn, statements: Parameters<typeof writeBatch>[1]) {
  const done = await writeBatch(turn.scope.db, statements);
  assert(done.ok, "delivering breaks no constraint");
  return done.value;
}

/** What a round writes down, and that the webhook becomes inactive if it does. */
const toldOf = ({ hold }: Turn, { told, deactivates }: Delivered, now: string) => [
  tellDeliveries(hold, told),
  ...(deactivates ? [deactivate(hold, deactivates, now)] : []),
];

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
  return { webhook: readWebhook(webhooks), due: readDue(rows) };
}

/** Lets the lane go; answers when it wants to be called again, if nobody has done so already. */
async function end(turn: Turn, done: Delivered | null): Promise<{ dueAt: number | null }> {
  const now = Date.now();
  const isSlow = (done?.slowest ?? 0) > SLOW_MS;
  const result = await written(turn, [
    ...(done ? toldOf(turn, done, iso(now)) : []),
    leaveLane(turn.hold, isSlow),
  ]);
  const due = result.at(-1)?.[0]?.due_at ?? null;
  if (due === null) return { dueAt: null };
  const dueAt = Date.parse(String(due));
  return { dueAt: dueAt > now && due === turn.calledFor ? null : dueAt };
}

/** Writes a round down, holds the lane on, and reads what is due next. */
async function goOn(turn: Turn, done: Delivered): Promise<Due[]> {
  const now = Date.now();
  const result = await written(turn, [
    ...toldOf(turn, done, iso(now)),
    keepLane(turn.hold, iso(now + LEASE_MS)),
    dueIn(turn.hold, iso(now)),
  ]);
  return readDue(result.at(-1) ?? []);
}

/**
 * Delivers what is due in a lane, round after round, until nothing is left or the turn is over.
 * Answers when the lane is due next (epoch milliseconds), where the queue has to be told of it.
 */
export async function takeTurn(
  scope: Scope,
  key: LaneKey,
  connections: number,
): Promise<{ dueAt: number | null }> {
  const until = Date.now() + TURN_MS;
  const lease = Buffer.from(scope.random(LEASE_BYTES)).toString("base64url");
  const turn: Turn = { scope, hold: { ...key, lease }, calledFor: null };
  const begun = await begin(turn);
  if (!begun) return { dueAt: null };
  const { webhook } = begun;
  if (!webhook) return end(turn, null);
  const sender = senderOf(scope, webhook, Date.now());
  const receiver = { place: scope, webhook, sender, connections };
  for (let due = begun.due; ; ) {
    const done = await deliverAll(receiver, due);
    const isOver = !isFull(due) || done.deactivates !== null || Date.now() >= until;
    if (isOver) return end(turn, done);
    due = await goOn(turn, done);
  }
}
