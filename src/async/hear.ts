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

/** The events from a place on that a listener takes at once; one where it takes one by one. */
function nextFrom({ listener: { together }, events }: Hearing, at: number, apart: number) {
  const one = events.slice(at, at + 1);
  const [first] = one;
  if (!first || !together || first.sequence <= apart) return one;
  const many = events.slice(at, at + together.most);
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
  hearing: Hearing,
  share: Share,
): Promise<Turn> {
  const { listener, events, end, apart } = hearing;
  const turn: Turn = { position: end, apart, statements: 0, parked: [] };
  let at = 0;
  while (at < events.length) {
    const next = nextFrom(hearing, at, turn.apart);
    const needs = next.length > 1 ? needOf(listener) : singlyOf(listener);
    const isOver = turn.statements + needs > share.statements || Date.now() >= share.until;
    const [before, first, last] = [events[at - 1], next[0], next.at(-1)];
    if (before && isOver) return { ...turn, position: before.sequence };
    if (!first || !last) break;
    const { statements, cause } = await reactTo(env, listener, projectId, next);
    turn.statements += statements;
    if (cause !== null && next.length > 1) {
      turn.apart = last.sequence;
      continue;
    }
    at += next.length;
    if (cause === null) continue;
    const { name } = listener;
    const body = reactionBody({ project_id: projectId, listener: name, sequence: first.sequence });
    turn.parked.push(parked(body, cause));
    turn.statements += 1;
  }
  return turn;
}
