import type { Statement } from "../../db/client";
import { type EventSource, OUTBOX, ofCustomer } from "../../db/event-source";
import { withinAnswer } from "../../db/page";
import { type Fragment, param, raw, type Slot, sql } from "../../db/sql";
import { EVENT_COLUMNS, EVENT_SIZE, eventBytes, SIZE_COLUMNS } from "../../db/stored-events";
import type { Scope } from "../../scope/scope";
import type { ActivityPlace, ActivityQuery } from "./schema";

/** A filtered request looks at so many events and no more; the next one goes on after them. */
const WINDOW = 500;

/** Requests that commit one after the other have begun in another order by less than this. */
const SKEW_MS = 120_000;

/**
 * The number of the outbox's first event that is about as old as an instant. Numbers have no gaps
 * and grow with time, so that it is found by halving, whatever their number.
 */
const sequenceAt = (project: Slot, at: Slot): Fragment => sql`(
  WITH RECURSIVE half (low, high) AS (
    SELECT events_archived + 1, event_sequence + 1 FROM tallies WHERE project_id = ${project}
    UNION ALL
    SELECT iif(m.created_at < ${at}, (low + high) / 2 + 1, low),
      iif(m.created_at < ${at}, high, (low + high) / 2)
    FROM half CROSS JOIN outbox m ON m.project_id = ${project} AND m.sequence = (low + high) / 2
    WHERE low < high
  ) SELECT max(low) FROM half)`;

/** An instant moved, but not out of the years 0 to 9999, whose texts alone sort in their order. */
function shifted(at: string | undefined, by: number): string | null {
  if (at === undefined) return null;
  const moved = new Date(Date.parse(at) + by).toISOString();
  return moved.length === at.length ? moved : at;
}

const isFiltered = ({ campaign_id, campaign_type, category, type }: ActivityQuery): boolean =>
  (campaign_id ?? campaign_type ?? category ?? type) !== undefined;

/** Whose events are looked at, and which of them. */
export interface Watched {
  /** The customer's id, as an expression. */
  customer: Fragment;
  kinds: readonly string[];
  /** A further condition on an event, the outbox as `o`; null of everything. */
  about: Fragment | null;
}

/** An event about a card, or about its holder's tier in the card's campaign. */
export const aboutCard = (cardId: Fragment, campaignId: Fragment): Fragment =>
  sql`(o.data->>'$.voucher.id' = ${cardId} OR (o.kind LIKE 'customer.loyalty.tier.%'
    AND o.data->>'$.campaign.id' = ${campaignId}))`;

/** Of four events at least one stands in the activity, as a rule; one is looked at again. */
const windowOf = (query: ActivityQuery, { about }: Watched): number =>
  isFiltered(query) || about ? WINDOW : (query.limit + 1) * 4 + (query.starting_after_id ? 1 : 0);

/** Whether an event, the outbox as `o`, is of what and of when the query asks for. */
function fitting(query: ActivityQuery, { about }: Watched): Fragment {
  const [campaign, type] = [param(query.campaign_id ?? null), param(query.campaign_type ?? null)];
  const [from, to] = [param(query.start_date ?? null), param(query.end_date ?? null)];
  return sql`${about ?? raw("1")}
    AND (${campaign} IS NULL OR o.data->>'$.campaign.id' = ${campaign})
    AND (${type} IS NULL OR o.data->>'$.campaign.campaign_type' = ${type})
    AND (${from} IS NULL OR o.created_at >= ${from}) AND (${to} IS NULL OR o.created_at <= ${to})`;
}

/** The kinds of all that an event tells, its own one first. */
const ITEMS = raw(`iif(o.data->'$.order_events' IS NULL, json_array(o.kind),
  replace(o.data->'$.order_events', '[', '["' || o.kind || '",'))`);

/**
 * The items that the events of `looked` make, in their order: each event itself, and behind it what
 * it did to an order, which is told of the same row. `kinds` is a JSON list; as rows of its own it
 * would be read once more with each page.
 */
const itemsOf = (kinds: Slot, isDescending: boolean): Fragment =>
  sql`SELECT l.sequence, ${SIZE_COLUMNS}, l.place, m.key AS part,
      l.fits_query AND instr(${kinds}, '"' || m.value || '"') > 0 AS fits,
      place * 10 + ${raw(isDescending ? "9 - m.key" : "m.key")} AS turn
    FROM looked l CROSS JOIN json_each(l.items) m`;

/** Behind the cursor, of an item's number and its part. */
function behind(cursor: ActivityPlace | undefined, isDescending: boolean): Fragment {
  if (!cursor) return raw("1");
  const { sequence, part } = cursor;
  return sql`(sequence, part) ${raw(isDescending ? "<" : ">")} (${sequence}, ${part})`;
}

/** Which numbers a query asks for, both ends left out. */
function between(project: Slot, query: ActivityQuery, source: EventSource) {
  const isDescending = query.order === "-created_at";
  const { starting_after_id: cursor, start_date: start, end_date: end } = query;
  // The event at the cursor is looked at again: it may tell more than one thing.
  const above = param(isDescending ? 0 : (cursor?.sequence ?? 1) - 1);
  const most = Number.MAX_SAFE_INTEGER;
  const below = param(isDescending && cursor ? cursor.sequence + 1 : most);
  // Events of archives are few: each is held against the dates itself.
  if (source !== OUTBOX) return { above, below };
  const [early, late] = [param(shifted(start, -SKEW_MS)), param(shifted(end, SKEW_MS))];
  return {
    above: sql`max(${above}, iif(${early} IS NULL, 0, ${sequenceAt(project, early)} - 1))`,
    below: sql`min(${below}, iif(${late} IS NULL, ${below}, ${sequenceAt(project, late)}))`,
  };
}

/** Where events are looked at, and how many at most. */
export interface Look {
  source: EventSource;
  window: number;
}

/**
 * What stands next to the cursor in the customer's activity and fits the query, and the last event
 * that was looked at even where it does not. The two dates part the numbers first; then each event
 * is held against them.
 */
export function activityEvents(
  scope: Scope,
  query: ActivityQuery,
  watched: Watched,
  look: Look = { source: OUTBOX, window: windowOf(query, watched) },
): Fragment {
  const isDescending = query.order === "-created_at";
  const { tables, name } = look.source;
  const project = param(scope.project.id);
  const window = param(look.window);
  const { above, below } = between(project, query, look.source);
  const walk = {
    ...{ project, customer: watched.customer, isDescending, window },
    // Dates are looked up once for both that are held against them: runs, and their events.
    ...{ above: raw("(SELECT above FROM span)"), below: raw("(SELECT below FROM span)") },
  };
  const shown = sql`SELECT * FROM (${itemsOf(param(JSON.stringify(watched.kinds)), isDescending)})
    WHERE (fits OR (place = ${window} AND part = 0))
      AND ${behind(query.starting_after_id, isDescending)}
    ORDER BY turn LIMIT ${query.limit + 1}`;
  return sql`WITH ${tables}span AS MATERIALIZED (SELECT ${above} AS above, ${below} AS below),
    looked AS MATERIALIZED (
      SELECT o.sequence, ${EVENT_SIZE}, ${ITEMS} AS items,
        row_number() OVER () AS place,
        ${fitting(query, watched)} AS fits_query
      FROM ${ofCustomer(look.source, walk)})
    SELECT ${EVENT_COLUMNS}, l.fits, l.part, l.place = ${window} AS is_last, l.page_rows
    FROM (${withinAnswer(shown, eventBytes(project), "turn")}) l
    CROSS JOIN ${name} o ON o.project_id = ${project} AND o.sequence = l.sequence`;
}

/** An archive whose events are as old as an instant, or older than that, by its last number. */
const archiveAt = (project: Slot, at: Slot): Fragment =>
  sql`(SELECT last FROM event_archives INDEXED BY event_archives_until
    WHERE project_id = ${project} AND until >= ${at} ORDER BY until LIMIT 1)`;

/** The next archives that may have something for the query, one more than are opened. */
export function activityArchives(
  scope: Scope,
  query: ActivityQuery,
  { customer, most }: { customer: Fragment; most: number },
): Statement {
  const isDescending = query.order === "-created_at";
  const direction = raw(isDescending ? "DESC" : "ASC");
  const { starting_after_id: cursor, start_date: start, end_date: end } = query;
  const project = param(scope.project.id);
  const all = raw(Number.MAX_SAFE_INTEGER);
  const [early, late] = [param(shifted(start, -SKEW_MS)), param(shifted(end, SKEW_MS))];
  // An archive is known by its last event: one that has the cursor's is the first from there on.
  const at = cursor
    ? sql`coalesce((SELECT min(last) FROM event_archives WHERE project_id = ${project}
        AND last >= ${cursor.sequence}), ${all})`
    : isDescending
      ? all
      : raw(0);
  return sql`SELECT a.first, a.last FROM event_archive_customers c
    CROSS JOIN event_archives a ON a.project_id = ${project} AND a.last = c.last
    WHERE c.project_id = ${project} AND c.customer_id = ${customer}
      AND c.last ${raw(isDescending ? "<=" : ">=")} ${at}
      AND c.last >= iif(${early} IS NULL, 0, coalesce(${archiveAt(project, early)}, ${all}))
      AND c.last <= iif(${late} IS NULL, ${all}, coalesce(${archiveAt(project, late)}, ${all}))
    ORDER BY c.last ${direction} LIMIT ${raw(most + 1)}`;
}
