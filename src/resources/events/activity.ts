import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { isCut } from "../../db/page";
import { decodeEvent } from "../../db/stored-events";
import { notFound } from "../../errors";
import type { CursorPage } from "../../http/page";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { byCustomerName, customerNamed } from "../customers/store";
import { ACTIVITY_KINDS } from "./activity-kinds";
import { activityEvents } from "./activity-store";
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

/** The page that such events make. */
export function activityPage(
  scope: Scope,
  rows: readonly RawRow[],
  { limit }: ActivityQuery,
): CursorPage<Activity> {
  const page = rows.slice(0, limit);
  const isWindow = page.some(({ is_last }) => is_last === 1);
  const hasMore = rows.length > limit || isWindow || isCut(rows);
  const last = page.at(-1);
  return {
    items: page.filter(({ fits }) => fits === 1).map((row) => view(scope, row)),
    more_starting_after: hasMore && last ? activityId(decodeEvent(last).row, partOf(last)) : null,
  };
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
 * customer. One round trip, whatever the number of events.
 */
export async function listActivity(
  scope: Scope,
  name: string,
  query: ActivityQuery,
): Promise<CursorPage<Activity>> {
  const { customers, rows } = await load(scope, {
    customers: byCustomerName(scope, name),
    rows: activityEvents(scope, query, {
      customer: customerNamed(scope, name),
      kinds: kindsOf(query),
      about: null,
    }),
  });
  if (customers.length === 0) throw notFound("customer", name);
  return activityPage(scope, rows, query);
}
