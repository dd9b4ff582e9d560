import { env } from "cloudflare:workers";
import type * as z from "zod";
import { decodeEvent, EVENT_COLUMNS, type StoredEvent } from "../../src/db/stored-events";
import type { ProjectRow } from "../../src/db/tables/control";
import { settings } from "../../src/env";
import { catalogue, kindOf } from "../../src/events/catalogue";
import { redeemedOrderEvent } from "../../src/events/object-data";
import { orderEventsOf, tell, tellOrder } from "../../src/resources/events/tell";
import { envelopeOf } from "../../src/resources/webhooks/deliveries/envelope";
import { BASE } from "./api";
import { eventComplaints } from "./event-shapes";
import { homeDb } from "./places";
import { strictly } from "./strict";

/** Of each kind so many events of a file are looked at. */
const LOOKED_AT = 30;

/** The projects that are there before this file. */
export async function projectsBefore(): Promise<string> {
  const { results } = await env.DB.prepare("SELECT id FROM projects").all();
  return JSON.stringify(results.map(({ id }) => id));
}

/** Events of each kind, but for those that a test made up. */
const SELECTED = `SELECT project_id, sequence FROM (
    SELECT o.project_id, o.sequence, row_number() OVER (PARTITION BY o.kind) AS place FROM outbox o
    WHERE o.data <> '{}' AND o.project_id NOT IN (SELECT value FROM json_each(?1)))
  WHERE place <= ${LOOKED_AT}`;

type Place = Parameters<typeof envelopeOf>[0];

const FEED = { id: null, object: "event_feed", target_url: null } as const;

/** Where clients of the reference fail with it as webhooks and the activity tell it. */
function byShape(place: Place, event: StoredEvent, told: unknown): string[] {
  const { kind, id } = event.row;
  const { activity } = { activity: undefined, ...catalogue[kindOf(event.row)] };
  const { data } = envelopeOf(place, event, { id, type: kind, source: FEED });
  const toWebhooks = eventComplaints(kind, JSON.parse(JSON.stringify(data)));
  const isOther = activity !== undefined && activity !== kind;
  const ofOrder = orderEventsOf(event).flatMap((each) => {
    const shown = JSON.parse(JSON.stringify(tellOrder(place, event)));
    strictly<z.ZodType>(redeemedOrderEvent, shown);
    return eventComplaints(each, shown);
  });
  return [...toWebhooks, ...(isOther ? eventComplaints(activity, told) : []), ...ofOrder];
}

/** Says which of the file's events are not told as the catalogue says. */
export async function judgeEvents(before: string): Promise<string[]> {
  const { results } = await homeDb()
    .prepare(
      `SELECT ${EVENT_COLUMNS.sql} FROM outbox o WHERE (o.project_id, o.sequence) IN (${SELECTED})`,
    )
    .bind(before)
    .all();
  return results.flatMap((raw) => {
    const event = decodeEvent(raw);
    // Of the project only the id goes into what is told.
    const project = { id: event.row.project_id } as ProjectRow;
    const place = { base_url: BASE, project, settings: settings(env) };
    try {
      const told: unknown = JSON.parse(JSON.stringify(tell(place, event)));
      strictly<z.ZodType>(catalogue[kindOf(event.row)].data, told);
      return byShape(place, event, told);
    } catch (error) {
      return [`${event.row.kind} ${event.row.id}: ${String(error).slice(0, 2_000)}`];
    }
  });
}
