import { type Statement, statement } from "../db/client";
import { jsonChunks } from "../lib/chunk";
import type { PlatformScope } from "../scope/scope";
import type { Emitted, EventKind } from "./catalogue";
import { slimData } from "./slim";

/** Something that happened, as webhooks will tell it. `entity_id` names what it happened to. */
export type DomainEvent = {
  [K in EventKind]: {
    kind: K;
    entity_id: string;
    /** Whom it happened to: it then stands in that customer's activity. */
    customer_id?: string | null | undefined;
    data: Emitted<K>;
  };
}[EventKind];

const CHANNEL = { server: "API", client: "CLIENT_API", management: "API" } as const;

/**
 * The prefix of an event's id: `ev` and the first letters of the noun in its kind, for which
 * `business_` is passed over.
 */
const prefixOf = (kind: EventKind): string => `ev${kind.replace(/^business_/, "").slice(0, 3)}`;

const COLUMNS =
  "project_id, sequence, group_id, source, created_at, id, kind, entity_id, data, customer_id";

/**
 * The number of an event from the end: `followed` is how many events of the same commit come after
 * it.
 */
const numberBefore = (followed: string | number): string =>
  `(SELECT event_sequence FROM tallies WHERE project_id = ?1) - ${followed}`;

interface Row {
  id: string;
  kind: string;
  entity_id: string;
  data: string;
  customer_id: string | null;
}

/**
 * So many rows, with 4 parameters that all of them share, bind no more parameters than D1 takes.
 */
const FEW = 19;

/** A parameter for each value: the database need not take the rows' JSON apart. */
function fewRows(shared: readonly string[], rows: readonly Row[]): Statement {
  const slots = rows.map((_, at) => {
    const own = [5, 6, 7, 8, 9].map((slot) => `?${at * 5 + slot}`).join(", ");
    return `(?1, ${numberBefore(rows.length - 1 - at)}, ?2, ?3, ?4, ${own})`;
  });
  const own = rows.flatMap((row) => [row.id, row.kind, row.entity_id, row.data, row.customer_id]);
  return statement(`INSERT INTO outbox (${COLUMNS}) VALUES ${slots.join(", ")}`, ...shared, ...own);
}

const manyRows = (shared: readonly string[], rows: readonly Row[]): Statement[] =>
  jsonChunks(rows).map(({ from, json }) =>
    statement(
      `INSERT INTO outbox (${COLUMNS})
       SELECT ?1, ${numberBefore("?5")} + 1 + key, ?2, ?3, ?4,
         value->>'$.id', value->>'$.kind', value->>'$.entity_id', value->>'$.data', value->>'$.customer_id'
       FROM json_each(?6)`,
      ...shared,
      rows.length - from,
      json,
    ),
  );

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
  const { actor } = scope;
  const source = {
    channel: CHANNEL[actor.family],
    api_key: { name: actor.name, app_id: actor.app_id },
  };
  const rows = events.map(
    ({ kind, entity_id, customer_id, data }): Row => ({
      id: scope.newId(prefixOf(kind)),
      kind,
      entity_id,
      data: JSON.stringify(slimData(kind, data)),
      customer_id: customer_id ?? null,
    }),
  );
  const created_at = new Date(scope.now).toISOString();
  const shared = [projectId, scope.request_id, JSON.stringify(source), created_at];
  return rows.length <= FEW ? [fewRows(shared, rows)] : manyRows(shared, rows);
}
