import { readPage } from "../../commit/read";
import type { PageRequest } from "../../db/list";
import { joined, sql, valuesOf } from "../../db/sql";
import { type LocationRow, locations } from "../../db/tables/locations";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import { wantedOf } from "../../listing/check";
import { date, listFields, text } from "../../listing/fields";
import { madeBetween } from "../../listing/made";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import type { LocationQuery } from "./schema";
import { decodeLocation } from "./store";

/** What the list of locations is filtered by (reference service, locations). */
export const LOCATION_FIELDS = listFields({
  id: text("l.id", { find: (ids) => ({ where: sql`l.id IN (${valuesOf(ids)})` }) }),
  name: text("l.name"),
  created_at: date("l.created_at", {
    range: ({ from, until }) => ({
      where: sql`l.id >= ${firstId("loc", from)} AND l.id < ${firstId("loc", until)}`,
    }),
  }),
  updated_at: date("l.updated_at"),
});

const SORTS = {
  created_at: { column: "l.id", tieBreak: "l.project_id", isNullable: false },
  updated_at: {
    column: "l.updated_at",
    tieBreak: "l.id",
    isNullable: true,
    index: "locations_updated",
    unsetIndex: "locations_updated",
  },
} as const;

/** A page of the project's locations. */
export async function listLocations(
  scope: Scope,
  query: LocationQuery,
): Promise<Page<LocationRow>> {
  const { order, limit, page, filters, starting_after_id } = query;
  const made = madeBetween("l.id", "loc", query);
  const isUpdated = order.endsWith("updated_at");
  const isMade = made.length > 0;
  const request: PageRequest = {
    table: locations,
    project: joined([sql`l.project_id = ${scope.project.id}`, ...made], " AND "),
    filters: [],
    sort: {
      ...SORTS[isUpdated && !isMade ? "updated_at" : "created_at"],
      isDescending: order.startsWith("-"),
    },
    limit,
    page,
  };
  if (!isMade && (filters ?? starting_after_id) === undefined) {
    return readPage(scope, request, decodeLocation);
  }
  const listed = {
    request,
    key: { column: "l.id" },
    where: [],
    wanted: wantedOf(LOCATION_FIELDS, filters),
    by: isMade && isUpdated ? "l.updated_at" : undefined,
    starting_after_id,
  };
  return listRows(scope, listed, decodeLocation, ({ id }) => id);
}
