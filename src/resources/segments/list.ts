import { load } from "../../commit/load";
import { cutOf, pageStatement, totalOf, totalStatement } from "../../db/page";
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
    select: sql`SELECT s.* FROM segments s`,
    project: sql`s.project_id = ${scope.project.id}`,
    filters: [],
    sort: {
      column: "s.id",
      tieBreak: "s.project_id",
      isDescending: order.startsWith("-"),
      isNullable: false,
    },
    limit,
    page,
  };
  const [rows = [], total] = await load(scope, [
    pageStatement(request),
    totalStatement(request, "segments s", "segments", scope.project.id),
  ]);
  return { items: rows.map(decodeSegment), total: totalOf(total), ...cutOf(rows) };
}
