import type { Statement } from "../db/client";
import type { Env } from "../env";
import type { Heard, Listener } from "../events/listeners";
import { parked } from "./parked";
import { reactionBody, reactTo } from "./react";

/**
 * What one listener may use of a turn: statements, and time until an instant (epoch milliseconds).
 */
export interface Share {
  statements: number;
  until: number;
}

/** What a listener hears in a turn. */
export interface Hearing {
  listener: Listener;
  /** Those of its kinds, in their order. */
  events: readonly Heard[];
  /** Where it is once it has heard all of them. */
  end: number;
  /** Events up to this number are taken one by one: together they have failed. */
  apart: number;
}

/** Where a listener is after its turn, what it used, and its reactions that failed. */
export interface Turn {
  position: number;
  apart: number;
  statements: number;
  parked: Statement[];
}

/** What a reaction to one event sends at most, with what parks it if it fails. */
const singlyOf = ({ statements }: Listener): number => statements + 1;

/** So many statements a listener sends at most to come one event further. */
export const needOf = (listener: Listener): number =>
  singlyOf(listener) + (listener.together?.statements ?? 0);

/** The first events that a listener takes at once; one where it takes that one by itself. */
function firstOf({ together }: Listener, events: readonly Heard[], isAlone: boolean) {
  const [first] = events;
  if (!first || !together || isAlone) return events.slice(0, 1);
  const many = events.slice(0, together.most);
  if (together.of === "project") return many;
  const other = many.findIndex(({ group_id }) => group_id !== first.group_id);
  return other < 0 ? many : many.slice(0, other);
}

/**
 * Lets one listener hear events in their order, until it has had its share; it always comes one
 * event further. Events that it fails at together are taken one by one, so that only those which
 * are to blame are parked.
 */
export async function hear(
  env: Env,
  projectId: string,
  { listener, events, end, apart }: Hearing,
  share: Share,
): Promise<Turn> {
  const turn: Turn = { position: end, apart, statements: 0, parked: [] };
  const left = new Set<Heard>();
  let waiting = events;
  for (let first = waiting[0]; first; first = waiting[0]) {
    const next = firstOf(listener, waiting, first.sequence <= turn.apart || left.has(first));
    const needs = next.length > 1 ? needOf(listener) : singlyOf(listener);
    const isOver = turn.statements + needs > share.statements || Date.now() >= share.until;
    if (first !== events[0] && isOver) return { ...turn, position: first.sequence - 1 };
    const reacted = await reactTo(env, { listener, projectId, isInTurn: true }, next);
    turn.statements += reacted.statements;
    if (reacted.cause !== null && next.length > 1) {
      turn.apart = next.at(-1)?.sequence ?? turn.apart;
      continue;
    }
    for (const event of reacted.left) left.add(event);
    waiting = [...reacted.left, ...waiting.slice(next.length)];
    if (reacted.cause === null) continue;
    const body = { project_id: projectId, listener: listener.name, sequence: first.sequence };
    turn.parked.push(parked(reactionBody(body), reacted.cause));
    turn.statements += 1;
  }
  return turn;
}
