import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { archivesAfter, readArchives } from "../../db/event-archives";
import { isCut } from "../../db/page";
import type { Scope } from "../../scope/scope";
import { linesAfter, sourceOf } from "../events/archive/read";
import { eventsFrom, lastEvent, readEvent } from "../events/archive/read-store";
import { envelopeOf } from "./deliveries/envelope";
import type { EventFeed, FeedQuery } from "./schema";

const FEED = { id: null, object: "event_feed", target_url: null } as const;

/** Archives of one page at most: those of a small project have few events each. */
const MOST_ARCHIVES = 10;

/** The next events, and whether there are others behind them. */
interface Found {
  rows: readonly RawRow[];
  hasMore: boolean;
}

const sequenceOf = (row: RawRow | undefined): number => Number(row?.sequence);

/**
 * Events of which the first stand in archives; where those are not enough, the outbox goes on.
 * Numbers have no gaps: what does not follow on left the outbox meanwhile, and is for the next
 * page.
 */
async function acrossArchives(
  scope: Scope,
  archives: readonly RawRow[],
  { after, limit }: FeedQuery,
): Promise<Found> {
  const keys = readArchives(scope, archives);
  const lines = await linesAfter(scope, keys, { after, count: limit });
  const { source, taken } = sourceOf(scope, lines);
  const last = after + taken.length;
  const left = limit - taken.length;
  const { old, young, end } = await load(scope, {
    old: eventsFrom(scope, { after, limit: taken.length }, source),
    young: left > 0 ? eventsFrom(scope, { after: last, limit: left }) : null,
    end: lastEvent(scope),
  });
  const followsOn = !isCut(old) && sequenceOf(young[0]) === last + 1;
  const rows = [...old, ...(followsOn ? young.slice(0, left) : [])];
  return { rows, hasMore: sequenceOf(rows.at(-1)) < Number(end[0]?.event_sequence) };
}

/** All that happened after a number, as webhooks tell it: for whoever missed some of it. */
export async function readFeed(scope: Scope, query: FeedQuery): Promise<EventFeed> {
  const { archives, rows } = await load(scope, {
    archives: archivesAfter(scope, query.after, MOST_ARCHIVES),
    rows: eventsFrom(scope, query),
  });
  const found: Found =
    archives.length > 0
      ? await acrossArchives(scope, archives, query)
      : { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit || isCut(rows) };
  return {
    object: "list",
    data_ref: "data",
    data: found.rows.map((row) => {
      const event = readEvent(row);
      const { id, kind: type } = event.row;
      return envelopeOf(scope, event, { id, type, source: FEED });
    }),
    has_more: found.hasMore,
  };
}
