import { decode, type RawRow, type Statement } from "../db/client";
import { isCut, withinAnswer } from "../db/page";
import { type Fragment, param, raw, type Slot, sql } from "../db/sql";
import { outbox } from "../db/tables/ledger";
import type { AsLeft } from "../model/as-left";
import type { Scope } from "../scope/scope";
import { type Emitted, type EventKind, kindOf } from "./catalogue";
import { BY_BROWSER } from "./outbox";
import { wholeData } from "./slim";

/**
 * An event as listeners get it: as it is stored, without the fields that are read from the ledger;
 * `data.entry` is the id of the ledger's entry.
 */
export type Heard<K extends EventKind = EventKind> = {
  [E in K]: {
    sequence: number;
    id: string;
    kind: E;
    entity_id: string;
    /** The request that caused it. */
    group_id: string;
    customer_id: string | null;
    created_at: string;
    /** Whether a browser's request caused it. */
    by_browser: boolean;
    data: Emitted<E>;
    /** How it left its customers (`as-left.ts`); null of one that was stored without. */
    as_left?: AsLeft | null;
  };
}[K];

/**
 * Who hears events of some kinds, after they have happened. An event may be heard twice, so that a
 * reaction has a natural key: doing it again changes nothing. One that fails is tried again later
 * and keeps none back, so that a listener must not count on hearing all events in their order.
 */
export interface Listener<K extends EventKind = EventKind> {
  /** Its cursor and its failed reactions are kept under this name: it never changes. */
  name: string;
  kinds: readonly K[];
  /** So many statements one reaction to one event sends at most. */
  statements: number;
  /** Which events may concern it at all; each of its kinds, where it does not say. */
  sift?: Sift<K>;
  /** How it reacts to several events at once, if it can. */
  together?: Together<K>;
  // A method, so that one table holds listeners of all kinds; each is given events of its own
  // alone.
  react(scope: Scope, event: Heard<K>): Promise<void>;
}

/**
 * Passes over events before any of them is reacted to: most projects have nothing that waits for
 * most of what happens.
 */
export interface Sift<K extends EventKind = EventKind> {
  /** Asked once for all events of a turn, in the batch that reads them. */
  ask?(projectId: string): Statement;
  /** Whether an event may concern the listener, if those rows are what was answered. */
  keeps(event: Heard<K>, answered: readonly RawRow[]): boolean;
}

/**
 * One reaction to several events that follow each other. Where it fails they are reacted to one by
 * one, so that it leaves nothing half done, or what is done again changes nothing.
 */
export interface Together<K extends EventKind = EventKind> {
  /**
   * Whether all of them are of one request, whose id the scope carries then; for a listener that
   * causes no events it makes no difference of which request they are.
   */
  of: "request" | "project";
  /** So many events at most. */
  most: number;
  /** So many statements it sends at most, whatever the number of events. */
  statements: number;
  /** Answers those, if any, that are left to the reaction to one event. */
  react(scope: Scope, events: readonly Heard<K>[]): Promise<void> | Promise<readonly Heard<K>[]>;
}

/** Events that one turn of a listener looks at. */
const WINDOW = 200;

/** The number of a project's last event, and up to which number each listener has heard them. */
export interface Standing {
  last: number;
  /** The number that all have reached. */
  taken: number;
  positions: ReadonlyMap<string, number>;
}

export const standingOf = (projectId: string): Statement[] => [
  sql`SELECT event_sequence, events_taken FROM tallies WHERE project_id = ${projectId}`,
  sql`SELECT listener, taken FROM listener_cursors WHERE project_id = ${projectId}`,
];

/**
 * Up to which event each listener has heard. The number that all have reached stands once, in the
 * project's tallies, so that a listener has a row of its own only while it is ahead of another. A
 * new listener begins at the number in the tallies.
 */
export function readStanding(
  [tallies = [], cursors = []]: readonly RawRow[][],
  listeners: readonly Listener[],
): Standing {
  const taken = Number(tallies[0]?.events_taken ?? 0);
  const ahead = new Map(cursors.map((row) => [String(row.listener), Number(row.taken)]));
  const positions = listeners.map(({ name }): [string, number] => [
    name,
    Math.max(taken, ahead.get(name) ?? 0),
  ]);
  const last = Number(tallies[0]?.event_sequence ?? 0);
  return { last, taken, positions: new Map(positions) };
}

/** Where a turn that begins after `position` ends at the latest. */
const endOf = (position: number, last: number): number => Math.min(last, position + WINDOW);

/** The number that all listeners have reached, as an expression for another query. */
export const reached = (projectId: string): Fragment =>
  sql`(SELECT events_taken FROM tallies WHERE project_id = ${projectId})`;

/** The next events of some kinds: of so many that follow, numbers having no gaps. */
export const eventsAfter = (
  projectId: string,
  kinds: readonly EventKind[],
  position: Slot | Fragment,
): Statement =>
  withinAnswer(
    sql`SELECT * FROM (
        SELECT o.* FROM outbox o WHERE o.project_id = ${projectId} AND o.sequence > ${position}
        ORDER BY o.sequence LIMIT ${raw(WINDOW)})
      WHERE kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`,
    sql`octet_length(data)`,
    "sequence",
  );

/** Whether an event counts: a browser's does only where the project trusts its browsers. */
export const isTrusted = (
  { project }: Pick<Scope, "project">,
  { by_browser }: Pick<Heard, "by_browser">,
): boolean => !by_browser || project.client_orders_trusted;

/** The cast holds because each event is written with the data of its kind. */
function heard(raw: RawRow): Heard {
  const row = decode(outbox, raw);
  const kind = kindOf(row);
  const by_browser = row.source.channel === BY_BROWSER;
  const event: unknown = { ...row, kind, by_browser, data: wholeData(kind, row.data) };
  return event as Heard;
}

/** The events of a turn, and the number up to which these are all of them. */
export function readEvents(rows: readonly RawRow[], position: number, last: number) {
  const events = rows.map(heard);
  const end = isCut(rows) ? (events.at(-1)?.sequence ?? position) : endOf(position, last);
  // Those that came after the standing was read are for the next turn.
  return { events: events.filter(({ sequence }) => sequence <= end), end };
}

/** One event by its number, to react to it once more. */
export const eventAt = (projectId: string, sequence: number): Statement =>
  sql`SELECT * FROM outbox WHERE project_id = ${projectId} AND sequence = ${sequence}`;

export const readEvent = ([row]: readonly RawRow[]): Heard | null => (row ? heard(row) : null);

/**
 * Writes how far the listeners are by now: one number where all have come equally far. Numbers
 * never go back, whichever of two turns at once ends last.
 */
export function moveCursors(
  projectId: string,
  { last, positions }: Omit<Standing, "taken">,
): Statement[] {
  const taken = Math.min(last, ...positions.values());
  const ahead = [...positions].filter(([, position]) => position > taken);
  const now = param(taken);
  const common = sql`UPDATE tallies SET events_taken = ${now}
    WHERE project_id = ${projectId} AND events_taken < ${now}`;
  if (ahead.length === 0) return [common];
  return [
    common,
    sql`INSERT INTO listener_cursors (project_id, listener, taken)
      SELECT ${projectId}, value->>0, value->>1 FROM json_each(${JSON.stringify(ahead)}) WHERE true
      ON CONFLICT (project_id, listener) DO UPDATE SET taken = max(taken, excluded.taken)`,
  ];
}
