import { closedBy, type KnownPlace } from "./choose";
import type { Place } from "./schema";

/** A place as it was seen last; nothing is said of the size of one that never was. */
export function viewPlace(place: KnownPlace, now: number): Place {
  const { name, projects, bytes, milliseconds, rows, events_per_minute, counted_at, seen_at } =
    place;
  const closed_because = closedBy(place, now);
  return {
    name,
    projects,
    size_bytes: seen_at === null ? null : bytes,
    milliseconds: seen_at === null ? null : milliseconds,
    rows: counted_at === null ? null : rows,
    events_per_minute: counted_at === null ? null : Math.round(10 * events_per_minute) / 10,
    seen_at,
    takes_new_projects: closed_because === null,
    closed_because,
    object: "place",
  };
}
