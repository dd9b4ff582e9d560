import { load } from "../../commit/load";
import type { RawRow, Statement } from "../../db/client";
import { isCut, withinAnswer } from "../../db/page";
import { type Fragment, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { byCustomerName } from "../customers/store";
import { ACTIVITY_KINDS } from "./activity-kinds";
import type { Activity, ActivityQuery } from "./schema";
import { decodeEvent, EVENT_COLUMNS, EVENT_SIZE, eventBytes } from "./store";
import { tell } from "./tell";
import { activityId, viewActivity } from "./view";

/** A filtered request looks at so many events and no more; the next one goes on after them. */
const WINDOW = 500;

/** Requests that commit one after the other have begun in another order by less than this. */
const SKEW_MS = 120_000;

/**
 * The number of the project's first event that is about as old as an instant. Numbers have no gaps
 * and grow with time, so that it is found by halving, whatever their number.
 */
const sequenceAt = (project: Slot, at: Slot): Fragment => sql`(
  WITH RECURSIVE half (low, high) AS (
    SELECT 1, (SELECT event_sequence + 1 FROM tallies WHERE project_id = ${project})
    UNION ALL
    SELECT iif(m.created_at < ${at}, (low + high) / 2 + 1, low),
      iif(m.created_at < ${at}, high, (low + high) / 2)
    FROM half CROSS JOIN outbox m ON m.project_id = ${project} AND m.sequence = (low + high) / 2
    WHERE low < high
  ) SELECT max(low) FROM half)`;

const moved = (at: string | undefined, by: number): string | null =>
  at === undefined ? null : new Date(Date.parse(at) + by).toISOString();

const isFiltered = ({ campaign_id, campaign_type, type }: ActivityQuery): boolean =>
  campaign_id !== undefined || campaign_type !== undefined || type !== undefined;

/** Of four events of a customer at least one stands in the activity, as a rule. */
const windowOf = (query: ActivityQuery): number =>
  isFiltered(query) ? WINDOW : (query.limit + 1) * 4;

const kindsOf = ({ type }: ActivityQuery): string[] =>
  Array.from(ACTIVITY_KINDS).flatMap(([name, kind]) =>
    type === undefined || type === name ? [kind] : [],
  );

/** Whether an event, the outbox as `o`, is one that the query asks for. */
function fitting(query: ActivityQuery): Fragment {
  const [campaign, type] = [param(query.campaign_id ?? null), param(query.campaign_type ?? null)];
  const [from, to] = [param(query.start_date ?? null), param(query.end_date ?? null)];
  return sql`o.kind IN (${valuesOf(kindsOf(query))})
    AND (${campaign} IS NULL OR o.data->>'$.campaign.id' = ${campaign})
    AND (${type} IS NULL OR o.data->>'$.campaign.campaign_type' = ${type})
    AND (${from} IS NULL OR o.created_at >= ${from}) AND (${to} IS NULL OR o.created_at <= ${to})`;
}

/**
 * The customer's events next to the cursor that fit the query, and the last one that was looked at
 * even where it does not. The two dates part the numbers first; then each event is held against them.
 */
function eventsOf(scope: Scope, name: string, query: ActivityQuery): Statement {
  const isDescending = query.order === "-created_at";
  const direction = raw(isDescending ? "DESC" : "ASC");
  const { starting_after_id: cursor, start_date: start, end_date: end } = query;
  const project = param(scope.project.id);
  const [customer, window] = [param(name), param(windowOf(query))];
  const [early, late] = [param(moved(start, -SKEW_MS)), param(moved(end, SKEW_MS))];
  const above = isDescending ? 0 : (cursor ?? 0);
  const below = param(isDescending ? (cursor ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER);
  const shown = sql`SELECT * FROM looked WHERE fits OR place = ${window}
    ORDER BY place LIMIT ${query.limit + 1}`;
  return sql`WITH looked AS MATERIALIZED (
      SELECT o.sequence, ${EVENT_SIZE}, row_number() OVER (ORDER BY o.sequence ${direction}) AS place,
        ${fitting(query)} AS fits
      FROM outbox o INDEXED BY outbox_customer
      WHERE o.project_id = ${project} AND o.customer_id = coalesce(
          (SELECT id FROM customers WHERE project_id = ${project} AND id = ${customer}),
          (SELECT id FROM customers WHERE project_id = ${project} AND source_id = ${customer}))
        AND o.sequence > max(${above}, iif(${early} IS NULL, 0, ${sequenceAt(project, early)} - 1))
        AND o.sequence < min(${below}, iif(${late} IS NULL, ${below}, ${sequenceAt(project, late)}))
      ORDER BY o.sequence ${direction} LIMIT ${window})
    SELECT ${EVENT_COLUMNS}, l.fits, l.place = ${window} AS is_last, l.page_rows
    FROM (${withinAnswer(shown, eventBytes(project), "place")}) l
    CROSS JOIN outbox o ON o.project_id = ${project} AND o.sequence = l.sequence ORDER BY l.place`;
}

/** What happened to a customer; `more_starting_after` says where the next page goes on. */
export interface ActivityPage {
  items: Activity[];
  more_starting_after: string | null;
}

function view(scope: Scope, raw: RawRow): Activity {
  const event = decodeEvent(raw);
  return viewActivity(event.row, tell(scope, event));
}

/**
 * A page of a customer's activity, the newest first unless asked otherwise. Refuses an unknown
 * customer. One round trip, whatever the number of events.
 */
export async function listActivity(
  scope: Scope,
  name: string,
  query: ActivityQuery,
): Promise<ActivityPage> {
  const { customers, rows } = await load(scope, {
    customers: byCustomerName(scope, name),
    rows: eventsOf(scope, name, query),
  });
  if (customers.length === 0) throw notFound("customer", name);
  const page = rows.slice(0, query.limit);
  const isWindow = page.some(({ is_last }) => is_last === 1);
  const hasMore = rows.length > query.limit || isWindow || isCut(rows);
  const last = page.at(-1);
  return {
    items: page.filter(({ fits }) => fits === 1).map((row) => view(scope, row)),
    more_starting_after: hasMore && last ? activityId(decodeEvent(last).row) : null,
  };
}
