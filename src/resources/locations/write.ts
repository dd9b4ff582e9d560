import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import { countUses, listUses, rewriteCopies, unused } from "../../db/location-uses";
import { byId } from "../../db/rows";
import { type LocationRow, locations } from "../../db/tables/locations";
import { withShapes } from "../../engine/geo/named";
import { ApiError, notFound } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";
import { refuseShape } from "./check";
import type { LocationCreate, LocationUpdate } from "./schema";
import { decodeLocation, deleteLocation, insertLocation, updateLocation } from "./store";
import { viewLocation } from "./view";

/** Creates a location; refuses a shape that nothing could be held against. */
export const createLocation = (scope: Scope, input: LocationCreate): Promise<Answer> =>
  retried(scope, async () => {
    refuseShape(input.shape);
    const row: LocationRow = {
      project_id: scope.project.id,
      id: scope.newId("loc"),
      name: input.name,
      shape: input.shape,
      created_at: isoNow(scope),
      updated_at: null,
    };
    const answer = viewLocation(row);
    const result = await commit(scope, {
      statements: [insertLocation(row)],
      tally: { locations: 1 },
      answer,
    });
    return result.ok ? answer : null;
  });

/** The location as definitions carry it: the text by which its copies are found. */
const copyOf = ({ id, shape }: Pick<LocationRow, "id" | "shape">): string =>
  JSON.stringify(withShapes({ $in_location: [id] }, new Map([[id, shape]])).$in_location[0]);

/** Updates a location; whatever names it goes by its new shape from the same moment on. */
export const changeLocation = (scope: Scope, id: string, input: LocationUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const key = { project_id: scope.project.id, id };
    const { found, uses } = await load(scope, {
      found: byId(locations, key),
      uses: countUses(key.project_id, id),
    });
    const [row] = found.map(decodeLocation);
    if (!row) throw notFound("location", id);
    const shape = input.shape ?? row.shape;
    refuseShape(shape);
    const change = { name: input.name ?? row.name, shape, updated_at: nextUpdate(scope, row) };
    if (changesNothing(row, change)) return viewLocation(row);
    const answer = viewLocation({ ...row, ...change });
    const copies = { from: copyOf(row), to: copyOf({ id, shape }) };
    const result = await commit(scope, {
      statements: [...updateLocation(row, change), ...rewriteCopies(row, copies, uses)],
      answer,
    });
    return result.ok ? answer : null;
  }, [`location ${id}`]);

/** Deletes a location; refuses one that something names. */
export const removeLocation = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const key = { project_id: scope.project.id, id };
    const { found, uses } = await load(scope, {
      found: byId(locations, key),
      uses: listUses(key.project_id, id),
    });
    const [row] = found.map(decodeLocation);
    if (!row) throw notFound("location", id);
    if (uses.length > 0)
      throw inUse(
        row,
        uses.map(({ object_id }) => String(object_id)),
      );
    const result = await commit(scope, {
      statements: [...deleteLocation(row), unused(key.project_id, id)],
      tally: { locations: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });

const inUse = ({ id, name }: LocationRow, uses: string[]) =>
  new ApiError("resource_in_use", {
    details: `Location ${name} is named by rules, segments or collections`,
    resource_id: id,
    resource_type: "location",
    related_object_ids: uses,
    related_object_total: uses.length,
  });
