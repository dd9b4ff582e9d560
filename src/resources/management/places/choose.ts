import type { PlaceRow } from "../../../db/tables/places";
import { ApiError } from "../../../errors";
import { type RandomBytes, randomIndex } from "../../../lib/random";
import { isoNow, type PlatformScope } from "../../../scope/scope";
import { readPlaces } from "./store";

/** A database takes 10 GB and no more: what its projects grow by needs room. */
export const FULL_BYTES = 8_000_000_000;
/** A place that takes longer to answer a probe (milliseconds) has enough to do. */
export const BUSY_MS = 500;
/** What was seen longer ago (milliseconds) says nothing of now: the place may not answer. */
export const STALE_MS = 600_000;

/** What is known of a place, and whether the deployment binds it. */
export interface KnownPlace extends PlaceRow {
  is_bound: boolean;
}

/** Why a place takes no new projects; null where it does. */
export type Closed = "unbound" | "unseen" | "full" | "busy" | null;

/**
 * The first place need not have been seen: it has answered this very request. Any other one is open
 * from its first sweep on.
 */
export function closedBy(
  { name, is_bound, seen_at, bytes, milliseconds }: KnownPlace,
  now: number,
): Closed {
  if (!is_bound) return "unbound";
  const isSeen = seen_at !== null && now - Date.parse(seen_at) <= STALE_MS;
  if (name !== "DB" && !isSeen) return "unseen";
  if (bytes >= FULL_BYTES) return "full";
  return milliseconds >= BUSY_MS ? "busy" : null;
}

/** All places by their names, bound or not. */
export function allPlaces(rows: readonly PlaceRow[], bound: readonly string[]): KnownPlace[] {
  const known = new Map(rows.map((row) => [row.name, row]));
  const unknown = {
    projects: 0,
    bytes: 0,
    milliseconds: 0,
    rows: 0,
    events: null,
    events_per_minute: 0,
    rush_project_id: null,
    rush_per_second: 0,
    rush_at: null,
    counted_at: null,
    seen_at: null,
  };
  const own = bound.map((name) => ({
    ...(known.get(name) ?? { ...unknown, name }),
    is_bound: true,
  }));
  const others = rows.filter(({ name }) => !bound.includes(name));
  return [...own, ...others.map((row) => ({ ...row, is_bound: false }))];
}

/** Weights of all places together stay within what is drawn from. */
const MOST_WEIGHT = 60_000;

/** The more room it has, the fewer projects and the less to do, the likelier it is chosen. */
const weightOf = ({ bytes, projects, milliseconds }: KnownPlace, most: number): number => {
  const share = (1 - bytes / FULL_BYTES) / (1 + projects) / (1 + milliseconds / BUSY_MS);
  return Math.max(1, Math.floor(most * share));
};

/** The place of a new project; null where none takes any. */
export function choosePlace(
  all: readonly KnownPlace[],
  now: number,
  random: RandomBytes,
): string | null {
  const open = all.filter((place) => closedBy(place, now) === null);
  const fewest = Math.min(...open.map(({ projects }) => projects));
  const most = Math.floor(MOST_WEIGHT / Math.max(1, open.length));
  // Only by how many more projects one has than another matters.
  const weights = open.map((place) =>
    weightOf({ ...place, projects: (place.projects - fewest) / (1 + fewest) }, most),
  );
  const sum = weights.reduce((before, weight) => before + weight, 0);
  if (sum === 0) return null;
  let left = randomIndex(sum, random);
  const at = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return open[at]?.name ?? null;
}

/** What is known of all places of the deployment. */
export async function knownPlaces(scope: PlatformScope): Promise<KnownPlace[]> {
  const bound = scope.places.all().map(({ name }) => name);
  return allPlaces(await readPlaces(scope), bound);
}

/** The same as if each had what is to come (bytes), for which it has to have room. */
async function placesWith(scope: PlatformScope, bytes: number): Promise<KnownPlace[]> {
  const all = await knownPlaces(scope);
  return all.map((place) => ({ ...place, bytes: place.bytes + bytes }));
}

const closed = (scope: PlatformScope, all: readonly KnownPlace[]): ApiError => {
  const why = all.map((place) => `${place.name} is ${closedBy(place, scope.now)}`).join(", ");
  return new ApiError("no_place_open", { details: `At ${isoNow(scope)} ${why}` });
};

/**
 * A place that somebody named, as one for a project of so many bytes. Refuses one that is not bound
 * (invalid_payload), or takes none (no_place_open).
 */
export async function refuseClosed(
  scope: PlatformScope,
  name: string,
  bytes: number,
): Promise<string> {
  const found = (await placesWith(scope, bytes)).find((place) => place.name === name);
  if (!found?.is_bound) {
    throw new ApiError("invalid_payload", { details: "Property .place names no bound database" });
  }
  if (closedBy(found, scope.now) !== null) throw closed(scope, [found]);
  return name;
}

/**
 * Where a new project is to live that begins with so many bytes. Refuses one where no place takes
 * any (no_place_open).
 */
export async function placeForNew(scope: PlatformScope, bytes = 0): Promise<string> {
  const all = await placesWith(scope, bytes);
  const found = choosePlace(all, scope.now, scope.random);
  if (found !== null) return found;
  throw closed(scope, all);
}
