import { decode, type RawRow, type Statement } from "../db/client";
import { isCut, withinAnswer } from "../db/page";
import { type Fragment, joined, param, raw, type Slot, sql } from "../db/sql";
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
  /**
   * A condition: whether the project has anything that waits for events of these kinds. Asked once
   * for all events of a turn, in the statement that reads where the listeners are.
   */
  ask?: (project: Slot) => Fragment;
  /** Kinds that are heard whatever was answered. */
  always?: readonly K[];
  /** Whether an event may concern the listener. */
  keeps?(event: Heard<K>): boolean;
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
  /** The listeners for which the project has nothing but events that they always hear. */
  idle: ReadonlySet<string>;
}

const asking = (listeners: readonly Listener[]): Listener[] =>
  listeners.filter(({ sift }) => sift?.ask !== undefined);

/** The answers to what listeners ask, in their order, as an expression. */
function answersOf(project: Slot, listeners: readonly Listener[]): Fragment {
  const asked = asking(listeners).flatMap(({ sift }) => sift?.ask?.(project) ?? []);
  return sql`json_array(${joined(asked, ", ")})`;
}

/**
 * Where the listeners of a project are, what they ask, and the next events that one of them may
 * hear: in each row, and alone in one where there is no such event.
 */
export function standingOf(projectId: string, listeners: readonly Listener[]): Statement {
  const project = param(projectId);
  return sql`SELECT t.event_sequence, t.events_taken,
      (SELECT json_group_array(json_array(l.listener, l.taken)) FROM listener_cursors l
        WHERE l.project_id = ${project}) AS ahead,
      ${answersOf(project, listeners)} AS answers, e.*
    FROM tallies t LEFT JOIN (${eventsAfter(project, kindsOf(listeners), reached(project))}) e
    WHERE t.project_id = ${project}`;
}

/** The rows of events among those of `standingOf`. */
export const eventsIn = (rows: readonly RawRow[]): readonly RawRow[] =>
  rows.filter(({ sequence }) => sequence !== null);

const listIn = (text: unknown): unknown[] => {
  const list: unknown = typeof text === "string" ? JSON.parse(text) : [];
  return Array.isArray(list) ? list : [];
};

const pairOf = (pair: unknown): [name: string, taken: number] =>
  Array.isArray(pair) ? [String(pair[0]), Number(pair[1])] : ["", 0];

/**
 * Up to which event each listener has heard. The number that all have reached stands once, in the
 * project's tallies, so that a listener has a row of its own only while it is ahead of another. A
 * new listener begins at the number in the tallies.
 */
export function readStanding(
  [row = {}]: readonly RawRow[],
  listeners: readonly Listener[],
): Standing {
  const taken = Number(row.events_taken ?? 0);
  const ahead = new Map(listIn(row.ahead).map(pairOf));
  const answers = listIn(row.answers);
  const positions = listeners.map(({ name }): [string, number] => [
    name,
    Math.max(taken, ahead.get(name) ?? 0),
  ]);
  const idle = asking(listeners).filter((_, at) => answers[at] === 0);
  return {
    last: Number(row.event_sequence ?? 0),
    taken,
    positions: new Map(positions),
    idle: new Set(idle.map(({ name }) => name)),
  };
}

/** Of events those that a listener hears. */
export function heardBy(
  { name, kinds, sift }: Listener,
  { idle }: Pick<Standing, "idle">,
  events: readonly Heard[],
): Heard[] {
  const waited = new Set<string>(idle.has(name) ? (sift?.always ?? []) : kinds);
  return events.filter((event) => waited.has(event.kind) && (sift?.keeps?.(event) ?? true));
}

/** Where a turn that begins after `position` ends at the latest. */
const endOf = (position: number, last: number): number => Math.min(last, position + WINDOW);

/** The number that all listeners have reached, as an expression for another query. */
const reached = (project: Slot): Fragment =>
  sql`(SELECT events_taken FROM tallies WHERE project_id = ${project})`;

/** The kinds that some listener hears. */
export const kindsOf = (listeners: readonly Listener[]): EventKind[] => [
  ...new Set(listeners.flatMap(({ kinds }) => kinds)),
];

/** Whether an event, the outbox as `o`, is of one of these kinds. */
const isOneOf = (kinds: readonly EventKind[]): Fragment =>
  raw(`o.kind IN (${kinds.map((kind) => `'${kind}'`).join(", ")})`);

/** The next events of some kinds: of so many that follow, numbers having no gaps. */
export const eventsAfter = (
  project: Slot,
  kinds: readonly EventKind[],
  position: Slot | Fragment,
): Fragment =>
  withinAnswer(
    sql`SELECT * FROM (
        SELECT o.* FROM outbox o WHERE o.project_id = ${project} AND o.sequence > ${position}
        ORDER BY o.sequence LIMIT ${raw(WINDOW)}) o
      WHERE ${isOneOf(kinds)}`,
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

/** Whether any listener may hear an event, the outbox as `o`. */
function isWaitedFor(project: Slot, listeners: readonly Listener[]): Fragment {
  const always = listeners.flatMap(({ kinds, sift }) => (sift?.ask ? (sift.always ?? []) : kinds));
  const asked = listeners.flatMap(({ kinds, sift }) =>
    sift?.ask ? [sql`(${isOneOf(kinds)} AND ${sift.ask(project)})`] : [],
  );
  return joined([isOneOf([...new Set(always)]), ...asked], " OR ");
}

/**
 * The number that all listeners have reached, as an expression over the tallies: of events behind
 * `last` those are passed over that none of them waits for, such as the ones which their own
 * reactions have caused.
 */
const reachedBehind = (project: Slot, last: Slot, listeners: readonly Listener[]): Fragment =>
  sql`coalesce((SELECT o.sequence - 1 FROM (
      SELECT sequence, kind FROM outbox WHERE project_id = ${project} AND sequence > ${last}
      ORDER BY sequence LIMIT ${raw(WINDOW)}) o
    WHERE ${isWaitedFor(project, listeners)} ORDER BY o.sequence LIMIT 1),
    min(event_sequence, ${last} + ${raw(WINDOW)}))`;

/**
 * Writes how far the listeners are by now: one number where all have come equally far. Numbers
 * never go back, whichever of two turns at once ends last. The last statement answers the number of
 * the project's last event, the one that all have reached, and `isBehind`, a condition of the
 * caller; no row where another turn has come further.
 */
export function moveCursors(
  projectId: string,
  { last, positions }: Pick<Standing, "last" | "positions">,
  {
    listeners,
    isBehind,
  }: { listeners: readonly Listener[]; isBehind: (project: Slot) => Fragment },
): Statement[] {
  const [project, taken] = [param(projectId), Math.min(last, ...positions.values())];
  const ahead = [...positions].filter(([, position]) => position > taken);
  const now = param(taken);
  const all = ahead.length === 0 && taken === last;
  const moved = all ? reachedBehind(project, now, listeners) : now;
  const common = sql`UPDATE tallies SET events_taken = ${moved}
    WHERE project_id = ${project} AND events_taken < ${now}
    RETURNING event_sequence, events_taken, ${isBehind(project)} AS is_behind`;
  if (ahead.length === 0) return [common];
  return [
    sql`INSERT INTO listener_cursors (project_id, listener, taken)
      SELECT ${project}, value->>0, value->>1 FROM json_each(${JSON.stringify(ahead)}) WHERE true
      ON CONFLICT (project_id, listener) DO UPDATE SET taken = max(taken, excluded.taken)`,
    common,
  ];
}
