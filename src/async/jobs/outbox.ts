import * as z from "zod";
import { type Db, noCost, type RawRow } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import { param } from "../../db/sql";
import type { Env } from "../../env";
import {
  eventsAfter,
  eventsIn,
  heardBy,
  kindsOf,
  type Listener,
  moveCursors,
  readEvents,
  readStanding,
  type Standing,
  standingOf,
} from "../../events/listeners";
import { assert } from "../../lib/assert";
import { behindEvents } from "../../resources/webhooks/deliveries/fan-out-store";
import { databaseFor } from "../../scope/job-scope";
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

/** The project, where it stands with its next events, and where listeners are afterwards. */
const BESIDES = 3 + 1 + 2;

/** Statements that a turn sends at most, each listener reading for itself. */
export const mostOf = (listeners: readonly Listener[]): number =>
  listeners.reduce((sum, listener) => sum + needOf(listener) + 1, BESIDES + TURN_STATEMENTS);

/** The turns that one message takes. */
interface Round {
  project_id: string;
  /** Where the project lives. */
  d1: D1Database;
  listeners: readonly Listener[];
  /** When they end (epoch milliseconds). */
  until: number;
  /** Statements sent so far. */
  spent: number;
  /** Up to which event each listener takes them one by one. */
  apart: Map<string, number>;
}

/** Of the events that were read after a position, those that each listener hears. */
const hearingsOf = (
  { apart }: Round,
  { listeners, standing }: { listeners: readonly Listener[]; standing: Standing },
  { events, end }: ReturnType<typeof readEvents>,
): Hearing[] =>
  listeners.map((listener) => ({
    listener,
    events: heardBy(listener, standing, events),
    end,
    apart: apart.get(listener.name) ?? 0,
  }));

/**
 * Where the listeners are, and what each hears next: one round trip, and another for those that are
 * ahead of the others.
 */
async function hearings(round: Round, db: Db) {
  const { project_id, listeners } = round;
  const [found = []] = await readBatch(db, [standingOf(project_id, listeners)]);
  const standing = readStanding(found, listeners);
  const { last, positions, taken } = standing;
  const places = Map.groupBy(listeners, ({ name }) => positions.get(name) ?? last);
  places.delete(last);
  const ahead = [...places].filter(([position]) => position !== taken);
  const reads = ahead.map(([position, those]) =>
    eventsAfter(param(project_id), kindsOf(those), param(position)),
  );
  const others = reads.length > 0 ? await readBatch(db, reads) : [];
  const rows = new Map([
    [taken, eventsIn(found)],
    ...ahead.map(([at], n) => [at, others[n]] as const),
  ]);
  const heard = [...places].flatMap(([position, those]) =>
    hearingsOf(
      round,
      { listeners: those, standing },
      readEvents(rows.get(position) ?? [], position, last),
    ),
  );
  return { standing, heard };
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
  const { project_id, d1, until } = round;
  const db = { d1, cost: noCost() };
  const { standing, heard } = await hearings(round, db);
  // Whoever took these events up has looked after the webhooks too.
  if (standing.taken >= standing.last) return { isLeft: false, isBehind: false };
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
    ...moveCursors(
      project_id,
      { last: standing.last, positions },
      {
        listeners: round.listeners,
        isBehind: behindEvents,
      },
    ),
  ]);
  assert(written.ok, "taking events up breaks no constraint");
  round.spent += turns.reduce((sum, { statements }) => sum + statements, db.cost.statements);
  return leftBehind(written.value.at(-1)?.[0]);
}

/** What a turn leaves. One that another has overtaken looks again: its own events may be behind. */
const leftBehind = (tallies: RawRow | undefined): Left =>
  tallies
    ? {
        isLeft: Number(tallies.events_taken) < Number(tallies.event_sequence),
        isBehind: tallies.is_behind === 1,
      }
    : { isLeft: true, isBehind: false };

/** Takes so many turns at a project's events at most; what is left then is for another message. */
export async function outboxJob(
  env: Env,
  message: unknown,
  listeners: readonly Listener[] = LISTENERS,
  turns = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { project_id } = Message.parse(message);
  const db = await databaseFor(env, project_id);
  if (!db) return;
  const until = Date.now() + TURN_MS;
  const round: Round = { project_id, d1: db.d1, listeners, until, spent: 0, apart: new Map() };
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
