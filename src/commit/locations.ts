import { decode, type Statement } from "../db/client";
import type { Conflict } from "../db/commit";
import {
  forgetUses,
  insertUses,
  locationsByIds,
  locationsStand,
  MOST_USES,
  usesFit,
} from "../db/location-uses";
import { type LocationRow, type LocationUseRow, locations } from "../db/tables/locations";
import { locationsNamed, withShapes } from "../engine/geo/named";
import { ApiError, notFound } from "../errors";
import type { Scope } from "../scope/scope";
import { load } from "./load";

const shapesOf = (rows: readonly LocationRow[]) =>
  new Map(rows.map(({ id, shape }) => [id, shape]));

async function find(scope: Scope, ids: readonly string[]): Promise<LocationRow[]> {
  if (ids.length === 0) return [];
  const { found } = await load(scope, { found: locationsByIds(scope.project.id, ids) });
  return found.map((row) => decode(locations, row));
}

/** A definition as it is kept, and the locations that it took shapes from. */
interface Located<T> {
  definition: T;
  found: readonly LocationRow[];
}

/**
 * The definition with the shapes of the locations that it names: it is decided by without reading
 * them. A round trip only where it names some; refuses one that is not there (not_found).
 */
export async function located<T>(scope: Scope, definition: T): Promise<Located<T>> {
  const ids = locationsNamed(definition);
  const found = await find(scope, ids);
  const missing = ids.find((id) => !found.some((row) => row.id === id));
  if (missing !== undefined) throw notFound("location", missing);
  return { definition: withShapes(definition, shapesOf(found)), found };
}

/** The same of what is asked once; a location that is not there stays an id. */
export async function locatedNow<T>(scope: Scope, definition: T): Promise<T> {
  const ids = locationsNamed(definition);
  return ids.length === 0 ? definition : withShapes(definition, shapesOf(await find(scope, ids)));
}

/**
 * Statements for the batch that writes a definition: which locations it names now, where it named
 * those of `before`. Aborts where one of them was changed since it was read.
 */
export function usesOf(
  { project_id, object_id, object }: Omit<LocationUseRow, "location_id">,
  { found }: Pick<Located<unknown>, "found">,
  before: unknown = null,
): Statement[] {
  const ids = found.map(({ id }) => id);
  const uses = ids.map((location_id) => ({ project_id, location_id, object_id, object }));
  return [
    ...(locationsNamed(before).length > 0 ? [forgetUses(project_id, object_id)] : []),
    ...(ids.length > 0
      ? [locationsStand(project_id, found), insertUses(uses), usesFit(project_id, ids)]
      : []),
  ];
}

/** For the batch that deletes a definition: it names nothing any more. */
export const noUses = (projectId: string, objectId: string, before: unknown): Statement[] =>
  locationsNamed(before).length > 0 ? [forgetUses(projectId, objectId)] : [];

/** Refuses a location that is named often enough. */
export function refuseFull({ constraint }: Conflict): void {
  if (constraint !== "location_full") return;
  throw new ApiError("resource_in_use", {
    details: `A location is named by ${MOST_USES} rules, segments and collections at most`,
    resource_type: "location",
  });
}
