import * as z from "zod";
import { type Db, noCost } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import {
  eventsAfter,
  type Listener,
  moveCursors,
  readEvents,
  readStanding,
  type Standing,
  standingOf,
} from "../../events/listeners";
import { assert } from "../../lib/assert";
import { isBehind } from "../../resources/webhooks/deliveries/fan-out-store";
import { sendJobs } from "../../scope/send";
import { type Hearing, hear, needOf } from "../hear";
import { LISTENERS } from "../listeners";

const Message = z.object({ project_id: z.string() });

/** Turns end after this; what is left goes to the end of the queue. */
const TURN_MS = 1_500;
/**
 * Statements that one message sends at most, an invocation of its own, which may send a thousand.
 */
export const MOST_STATEMENTS = 900;
/**
 * Statements that the reactions of one turn share, so that a slow listener keeps others no longer
 * than that from their next events. One whose single reaction needs more than its share has it.
 */
export const TURN_STATEMENTS = 180;

/** The project, where it stands, and where listeners and webhooks are afterwards. */
const BESIDES = 3 + 2 + 3;

/** Statements that a turn sends at most, each listener reading and asking for itself. */
export const mostOf = (listeners: readonly Listener[]): number =>
  listeners.reduce((sum, listener) => sum + needOf(listener) + 2, BESIDES + TURN_STATEMENTS);

/** The turns that one message takes. */
interface Round {
  project_id: string;
  listeners: readonly Listener[];
  /** When they end (epoch milliseconds). */
  until: number;
  /** Statements sent so far. */
  spent: number;
  /** Up to which event each listener takes them one by one. */
  apart: Map<string, number>;
}

/** What each listener hears next; those that go on from the same event read it once. */
async function hearings({ project_id, listeners, apart }: Round, db: Db, standing: Standing) {
  const { last, positions } = standing;
  const places = Map.groupBy(listeners, ({ name }) => positions.get(name) ?? last);
  places.delete(last);
  const asked = [...places];
  if (asked.length === 0) return [];
  const reads = asked.map(([position, those]) => {
    const kinds = new Set(those.flatMap((each) => each.kinds));
    return eventsAfter(project_id, [...kinds], position, last);
  });
  const asking = asked.flatMap(([, those]) => those.filter(({ sift }) => sift?.ask));
  const questions = asking.flatMap(({ sift }) => sift?.ask?.(project_id) ?? []);
  const found = await readBatch(db, [...reads, ...questions]);
  const answers = new Map(asking.map(({ name }, at) => [name, found[reads.length + at] ?? []]));
  return asked.flatMap(([position, those], at) => {
    const { events, end } = readEvents(found[at] ?? [], position, last);
    return those.map((listener): Hearing => {
      const kinds = new Set<string>(listener.kinds);
      const answered = answers.get(listener.name) ?? [];
      const own = events.filter(
        (event) => kinds.has(event.kind) && (listener.sift?.keeps(event, answered) ?? true),
      );
      return { listener, events: own, end, apart: apart.get(listener.name) ?? 0 };
    });
  });
}

/** Whether events are left for listeners, and for webhooks. */
interface Left {
  isLeft: boolean;
  isBehind: boolean;
}

/**
 * Takes a turn at a project's events, and says whether some are left: each listener hears those
 * after its own cursor, and then the cursors move. What is cut off in between is heard again. A
 * reaction that fails is parked in the batch of the cursors, and tried again by itself: it keeps
 * neither later events nor other listeners back.
 */
async function takeTurn(env: Env, round: Round): Promise<Left> {
  const { project_id, listeners, until } = round;
  const db = { d1: env.DB, cost: noCost() };
  const standing = readStanding(await readBatch(db, standingOf(project_id)), listeners);
  const heard = await hearings(round, db, standing);
  const busy = heard.filter(({ events }) => events.length > 0);
  const share = { statements: Math.floor(TURN_STATEMENTS / busy.length), until };
  const turns = await Promise.all(heard.map((each) => hear(env, project_id, each, share)));
  const positions = new Map(standing.positions);
  for (const [at, { listener }] of heard.entries()) {
    const turn = turns[at];
    if (turn) positions.set(listener.name, turn.position);
    if (turn) round.apart.set(listener.name, turn.apart);
  }
  const written = await writeBatch(db, [
    ...turns.flatMap(({ parked }) => parked),
    ...moveCursors(project_id, { last: standing.last, positions }),
    isBehind(project_id),
  ]);
  assert(written.ok, "taking events up breaks no constraint");
  round.spent += turns.reduce((sum, { statements }) => sum + statements, db.cost.statements);
  const isLeft = [...positions.values()].some((position) => position < standing.last);
  return { isLeft, isBehind: (written.value.at(-1) ?? []).length > 0 };
}

/** Takes so many turns at a project's events at most; what is left then is for another message. */
export async function outboxJob(
  env: Env,
  message: unknown,
  listeners: readonly Listener[] = LISTENERS,
  turns = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { project_id } = Message.parse(message);
  const until = Date.now() + TURN_MS;
  const round: Round = { project_id, listeners, until, spent: 0, apart: new Map() };
  const most = mostOf(listeners);
  let left: Left = { isLeft: true, isBehind: false };
  let turn = 0;
  const mayGoOn = () => turn < turns && Date.now() < until && round.spent + most <= MOST_STATEMENTS;
  while (left.isLeft && (turn === 0 || mayGoOn())) {
    left = await takeTurn(env, round);
    turn += 1;
  }
  await sendJobs(env, [
    ...(left.isLeft ? [{ job: "outbox" as const, project_id }] : []),
    // As a rule their own message has come to them before the listeners are done.
    ...(left.isBehind ? [{ job: "fan-out" as const, project_id }] : []),
  ]);
}
