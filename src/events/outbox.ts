import type { JoinWay, Param, Statement } from "../db/client";
import { LONGEST_RUN } from "../db/event-source";
import { type Fragment, joined, joining, param, raw, type Slot, sql } from "../db/sql";
import { jsonChunks } from "../lib/chunk";
import type { AsLeft } from "../model/as-left";
import type { PlatformScope } from "../scope/scope";
import { peopleLeft, stateOf } from "./as-left";
import type { Emitted, EventKind } from "./catalogue";
import { withoutOthers } from "./others";
import { slimData } from "./slim";

/** Something that happened, as webhooks will tell it. `entity_id` names what it happened to. */
export type DomainEvent = {
  [K in EventKind]: {
    kind: K;
    entity_id: string;
    /** Whom it happened to: it then stands in that customer's activity. */
    customer_id?: string | null | undefined;
    data: Emitted<K>;
    /** How it left its customers, where that is not how its commit leaves them. */
    as_left?: AsLeft;
  };
}[EventKind];

/** The channel of events that a browser's request caused. */
export const BY_BROWSER = "CLIENT_API";

const CHANNEL = { server: "API", client: BY_BROWSER, management: "API" } as const;

/**
 * The prefix of an event's id: `ev` and the first letters of the noun in its kind, for which
 * `business_` is passed over.
 */
const prefixOf = (kind: EventKind): string => `ev${kind.replace(/^business_/, "").slice(0, 3)}`;

const INTO = raw(`INSERT INTO outbox
  (project_id, sequence, group_id, source, created_at, id, kind, entity_id, data, customer_id,
    as_left, run)`);

/** What all events of a commit have in common; else where each row has its own. */
interface Shared {
  project: Slot;
  group: Slot | Fragment;
  source: Slot | Fragment;
  created_at: Slot | Fragment;
}

interface Row {
  id: string;
  kind: string;
  entity_id: string;
  data: string;
  customer_id: string | null;
  /** Ids of whom it is stored how the batch leaves them, or that itself. */
  people: readonly string[] | null;
  as_left: string | null;
  run: number;
}

/** The project's last number, which the tally before has raised by the events of the commit. */
const lastNumber = (project: Slot): Fragment =>
  sql`(SELECT event_sequence FROM tallies WHERE project_id = ${project})`;

/**
 * So many rows, with 4 parameters that all of them share, bind no more parameters than D1 takes.
 */
const FEW = 16;

const asLeft = (project: Slot, { people, as_left }: Row): Fragment => {
  if (as_left !== null) return sql`${as_left}`;
  if (people === null) return raw("NULL");
  return people.length === 0 ? raw("'{}'") : stateOf(project, param(JSON.stringify(people)));
};

/** A parameter for each value: the database need not take the rows' JSON apart. */
function fewRows({ project, group, source, created_at }: Shared, rows: readonly Row[]): Fragment {
  const last = lastNumber(project);
  const values = rows.map(
    (row, at) => sql`(${project}, ${last} - ${raw(rows.length - 1 - at)}, ${group},
      ${source}, ${created_at}, ${row.id}, ${row.kind}, ${row.entity_id}, ${row.data},
      ${row.customer_id}, ${asLeft(project, row)}, ${raw(row.run)})`,
  );
  return sql`${INTO} VALUES ${joined(values, ", ")}`;
}

function manyRows(
  { project, group, source, created_at }: Shared,
  rows: readonly Row[],
): Fragment[] {
  const chunks = jsonChunks(rows);
  // The rows of one chunk can have those of others behind them: what is numbered back from is more.
  const own = (way: JoinWay, value: Param) =>
    chunks.length === 1 ? joining(way, value) : param(value);
  return chunks.map(
    ({ from, json }) => sql`${INTO}
      SELECT ${project}, ${lastNumber(project)} - ${own("sum", rows.length - from)} + 1 + e.key,
        ${group},
        ${source}, ${created_at}, e.value->>'$.id', e.value->>'$.kind', e.value->>'$.entity_id',
        e.value->>'$.data', e.value->>'$.customer_id', coalesce(e.value->>'$.as_left',
          iif(e.value->>'$.people' IS NULL, NULL, ${stateOf(project, raw("e.value, '$.people'"))})),
        e.value->>'$.run'
      FROM json_each(${own("list", json)}) e`,
  );
}

type Told = Pick<PlatformScope, "actor" | "request_id" | "now" | "newId">;

/** What happens by itself, as work in the background does, comes from no key. */
const sourceOf = ({ actor: { family, name, app_id } }: Told): string =>
  JSON.stringify(
    app_id === ""
      ? { channel: "INTERNAL" }
      : { channel: CHANNEL[family], api_key: { name, app_id } },
  );

const instantOf = ({ now }: Told): string => new Date(now).toISOString();

function rowOf(
  { newId }: Told,
  { kind, entity_id, customer_id = null, data, as_left }: DomainEvent,
  people: Row["people"] = null,
): Row {
  const stored = slimData(kind, withoutOthers(data, customer_id));
  return {
    id: newId(prefixOf(kind)),
    kind,
    entity_id,
    data: JSON.stringify(stored),
    customer_id,
    people,
    as_left: as_left ? JSON.stringify(as_left) : null,
    run: 1,
  };
}

/** Rows that follow each other; the last one of each customer's run says how long that is. */
export function inRuns<R extends Pick<Row, "customer_id" | "run">>(rows: readonly R[]): R[] {
  let length = 0;
  return rows.map((row, at) => {
    length += 1;
    const goesOn = row.customer_id !== null && rows[at + 1]?.customer_id === row.customer_id;
    if (goesOn && length < LONGEST_RUN) return { ...row, run: 0 };
    const run = length;
    length = 0;
    return { ...row, run };
  });
}

const OWN = {
  group: raw("e.value->>'$.group_id'"),
  source: raw("e.value->>'$.source'"),
  created_at: raw("e.value->>'$.created_at'"),
};

const withOwn = (row: Row, as: Told) => ({
  ...row,
  ...{ group_id: as.request_id, source: sourceOf(as), created_at: instantOf(as) },
});

/**
 * Events of several requests as rows of the outbox, in one statement as a rule. The tally that
 * raises `event_sequence` by their number stands before it in the same batch.
 */
export function outboxOfMany(
  projectId: string,
  told: readonly { as: Told; event: DomainEvent }[],
): Statement[] {
  const rows = told.map(({ as, event }) => withOwn(rowOf(as, event), as));
  return manyRows({ project: param(projectId), ...OWN }, inRuns(rows));
}

/**
 * All events of a commit as rows of the outbox, numbered on from the project's last event. The
 * tally that raises `event_sequence` by their number stands before it in the same batch, so that
 * numbers have no gaps whatever else commits.
 */
export function outboxStatements(
  scope: PlatformScope,
  projectId: string,
  events: readonly DomainEvent[],
): Statement[] {
  if (events.length === 0) return [];
  const people = peopleLeft(events);
  const rows = inRuns(events.map((event, at) => rowOf(scope, event, people[at])));
  const shared = {
    project: param(projectId),
    group: param(scope.request_id),
    source: param(sourceOf(scope)),
    created_at: param(instantOf(scope)),
  };
  if (rows.length > FEW) return manyRows(shared, rows);
  const beside = () => {
    const own = rows.map((row) => withOwn(row, scope));
    const [one, ...more] = manyRows({ project: joining("same", projectId), ...OWN }, own);
    return more.length === 0 ? (one?.joinable() ?? null) : null;
  };
  return [fewRows(shared, rows).joinableAs(beside)];
}
