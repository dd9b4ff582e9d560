import { readPage } from "../../commit/read";
import { byCreation } from "../../db/page";
import { sql } from "../../db/sql";
import { type SegmentRow, segments } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { SegmentQuery } from "./schema";
import { decodeSegment } from "./store";

/** A page of the project's segments. */
export async function listSegments(
  scope: Scope,
  { order, limit, page }: SegmentQuery,
): Promise<Page<SegmentRow>> {
  const request = {
    table: segments,
    project: sql`s.project_id = ${scope.project.id}`,
    filters: [],
    sort: byCreation("s", order),
    limit,
    page,
  };
  return readPage(scope, request, decodeSegment);
}
