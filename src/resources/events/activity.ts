import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { readArchives } from "../../db/event-archives";
import { isCut } from "../../db/page";
import { decodeEvent } from "../../db/stored-events";
import type { CursorPage } from "../../http/page";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { byCustomerName, customerNamed, theCustomer } from "../customers/store";
import { ACTIVITY_KINDS } from "./activity-kinds";
import { activityArchives, activityEvents, type Watched } from "./activity-store";
import { linesOfCustomer, sourceOf } from "./archive/read";
import { MOST_OPENED } from "./archive/read-store";
import type { Activity, ActivityQuery } from "./schema";
import { orderEventsOf, tell, tellOrder } from "./tell";
import { activityId, viewActivity } from "./view";

/** What follows by itself from what a customer or the shop did. */
const EFFECT =
  /^customer\.(segment|rewarded|referred|voucher|loyalty|holder|reward_redemptions)(\.|$)/;

const categoryOf = (name: string) => (EFFECT.test(name) ? "EFFECT" : "ACTION");

const kindsOf = ({ type, category }: ActivityQuery): string[] =>
  Array.from(ACTIVITY_KINDS).flatMap(([name, kind]) =>
    (type ?? name) === name && (category ?? categoryOf(name)) === categoryOf(name) ? [kind] : [],
  );

/** The page that such events make; `goesOn` where there are others that were not looked at. */
function pageOf(
  scope: Scope,
  rows: readonly RawRow[],
  { limit, goesOn }: { limit: number; goesOn: boolean },
): CursorPage<Activity> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.filter(({ fits }) => fits === 1).map((row) => view(scope, row)),
    more_starting_after:
      (goesOn || rows.length > limit) && last
        ? activityId(decodeEvent(last).row, partOf(last))
        : null,
  };
}

/** Whether there are events behind those that were looked at. */
const isOpen = (rows: readonly RawRow[]): boolean =>
  isCut(rows) || rows.some(({ is_last }) => is_last === 1);

/** What was found of an activity: in the outbox, and the archives that may have more of it. */
export interface Found {
  rows: readonly RawRow[];
  archives: readonly RawRow[];
}

/** The same as reads of one round trip. */
export const activityReads = (scope: Scope, query: ActivityQuery, watched: Watched) => ({
  rows: activityEvents(scope, query, watched),
  archives: activityArchives(scope, query, { customer: watched.customer, most: MOST_OPENED }),
});

/** Whose activity it is, by an id, beside how it was asked for. */
interface Asked {
  query: ActivityQuery;
  watched: Watched;
  customerId: string;
}

/** Whether an event is that of the cursor or behind it. */
const isFrom = (sequence: number, cursor = sequence, isDescending = false): boolean =>
  isDescending ? sequence <= cursor : sequence >= cursor;

/** What the next archives have of the activity, and whether there is more of it in others. */
async function inArchives(
  scope: Scope,
  { archives }: Found,
  { query, watched, customerId }: Asked,
) {
  const next = archives.slice(0, MOST_OPENED);
  const isDescending = query.order === "-created_at";
  const from = query.starting_after_id?.sequence;
  const found = await linesOfCustomer(scope, readArchives(scope, next), customerId);
  const lines = found
    .filter(({ sequence }) => isFrom(sequence, from, isDescending))
    .sort((a, b) => (isDescending ? b.sequence - a.sequence : a.sequence - b.sequence));
  const { source, taken } = sourceOf(scope, lines);
  const isMore = next.length < archives.length || taken.length < lines.length;
  // The last one is told of where there is more, even if it does not fit: it is the next cursor.
  const window = taken.length + (isMore ? 0 : 1);
  const { rows } = await load(scope, {
    rows: activityEvents(scope, query, watched, { source, window }),
  });
  return rows;
}

/**
 * A page of an activity across the outbox and the archives: where the first of them, in the order
 * of the query, does not fill it, the other goes on. One round trip more where archives are opened,
 * a few of them at most.
 */
export async function acrossArchives(
  scope: Scope,
  found: Found,
  asked: Asked,
): Promise<CursorPage<Activity>> {
  const { limit, order } = asked.query;
  const { rows, archives } = found;
  const page = (all: readonly RawRow[], goesOn: boolean) => pageOf(scope, all, { limit, goesOn });
  if (archives.length === 0) return page(rows, isOpen(rows));
  if (order === "-created_at") {
    if (rows.length >= limit || isOpen(rows)) return page(rows, true);
    const old = await inArchives(scope, found, asked);
    return page([...rows, ...old], isOpen(old));
  }
  const old = await inArchives(scope, found, asked);
  if (old.length > limit || isOpen(old)) return page(old, true);
  return page([...old, ...rows], isOpen(rows));
}

const partOf = ({ part }: RawRow): number => Number(part);

/** An item of the activity: an event, or what it did to an order. */
function view(scope: Scope, raw: RawRow): Activity {
  const event = decodeEvent(raw);
  const part = partOf(raw);
  if (part === 0) return viewActivity(event.row, tell(scope, event));
  const kind = orderEventsOf(event)[part - 1];
  assert(kind !== undefined, "an event tells of its order as often as the list says");
  return viewActivity({ ...event.row, kind }, tellOrder(scope, event), part);
}

/**
 * A page of a customer's activity, the newest first unless asked otherwise. Refuses an unknown
 * customer.
 */
export async function listActivity(
  scope: Scope,
  name: string,
  query: ActivityQuery,
): Promise<CursorPage<Activity>> {
  const watched = { customer: customerNamed(scope, name), kinds: kindsOf(query), about: null };
  const { customers, ...found } = await load(scope, {
    customers: byCustomerName(scope, name),
    ...activityReads(scope, query, watched),
  });
  const { id: customerId } = theCustomer(customers, name);
  return acrossArchives(scope, found, { query, watched, customerId });
}
