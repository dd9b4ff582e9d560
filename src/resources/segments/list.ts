import { readPage } from "../../commit/read";
import { byCreation } from "../../db/list";
import { sql, valuesOf } from "../../db/sql";
import { type SegmentRow, segments } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import { firstId } from "../../lib/id";
import { wantedOf } from "../../listing/check";
import { date, listFields, text, word } from "../../listing/fields";
import { type Listed, listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import type { SegmentQuery } from "./schema";
import { decodeSegment } from "./store";

const byIds = (ids: readonly string[]) => ({ where: sql`s.id IN (${valuesOf(ids)})` });

/** What the list of segments is filtered by (reference service, segments). */
export const SEGMENT_FIELDS = listFields({
  id: text("s.id", { find: byIds }),
  name: text("s.name"),
  type: word("s.type", ["auto-update", "passive", "static"]),
  created_at: date("s.created_at", {
    range: ({ from, until }) => ({
      where: sql`s.id >= ${firstId("seg", from)} AND s.id < ${firstId("seg", until)}`,
    }),
  }),
});

const requestOf = (scope: Scope, { order, limit, page }: SegmentQuery) => ({
  table: segments,
  project: sql`s.project_id = ${scope.project.id}`,
  filters: [],
  sort: byCreation("s", order),
  limit,
  page,
});

/** Ids and filters; the few segments of ids are found by them. */
export const filteredSegments = (scope: Scope, query: SegmentQuery): Listed => ({
  request: requestOf(scope, query),
  key: { column: "s.id" },
  where: query.ids ? [byIds(query.ids).where] : [],
  wanted: wantedOf(SEGMENT_FIELDS, query.filters),
  starting_after_id: query.starting_after_id,
});

/** A page of the project's segments. */
export async function listSegments(scope: Scope, query: SegmentQuery): Promise<Page<SegmentRow>> {
  if ((query.ids ?? query.filters ?? query.starting_after_id) === undefined) {
    return readPage(scope, requestOf(scope, query), decodeSegment);
  }
  return listRows(scope, filteredSegments(scope, query), decodeSegment, ({ id }) => id);
}
