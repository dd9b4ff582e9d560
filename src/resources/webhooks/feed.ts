import { load } from "../../commit/load";
import { isCut } from "../../db/page";
import type { Scope } from "../../scope/scope";
import { envelopeOf } from "./deliveries/envelope";
import { eventsFrom, readEvent } from "./deliveries/event-store";
import type { EventFeed, FeedQuery } from "./schema";

const FEED = { id: null, object: "event_feed", target_url: null } as const;

/** All that happened after a number, as webhooks tell it: for whoever missed some of it. */
export async function readFeed(scope: Scope, query: FeedQuery): Promise<EventFeed> {
  const { rows } = await load(scope, { rows: eventsFrom(scope, query) });
  const events = rows.slice(0, query.limit).map(readEvent);
  return {
    object: "list",
    data_ref: "data",
    data: events.map((event) => {
      const { id, kind: type } = event.row;
      return envelopeOf(scope, event, { id, type, source: FEED });
    }),
    has_more: rows.length > query.limit || isCut(rows),
  };
}
