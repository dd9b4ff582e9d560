import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type LocationRow, locations } from "../../db/tables/locations";
import type { Scope } from "../../scope/scope";

export const decodeLocation = (raw: RawRow): LocationRow => decode(locations, raw);

export const getLocation = (scope: Scope, id: string): Promise<LocationRow> =>
  getRow(scope, locations, id, "location");

export const insertLocation = (row: LocationRow): Statement => insertRows(locations, [row]);

/** Sets columns of the location that was read; aborts where another update came between. */
export const updateLocation = (
  row: LocationRow,
  change: Pick<LocationRow, "name" | "shape" | "updated_at">,
): Statement[] => updateRow(locations, row, change, "location_moved");

export const deleteLocation = (row: LocationRow): Statement[] =>
  deleteRow(locations, row, "location_moved");
