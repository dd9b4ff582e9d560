import { load } from "../../commit/load";
import { cutOf, pageStatement, totalOf, totalStatement } from "../../db/page";
import { sql } from "../../db/sql";
import { type ExportRow, exportsTable } from "../../db/tables/work";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { ExportQuery } from "./schema";
import { decodeExport } from "./store";

/** A page of the project's exports (contract, list envelope; `data_ref` is `exports`). */
export async function listExports(scope: Scope, query: ExportQuery): Promise<Page<ExportRow>> {
  const request = {
    table: exportsTable,
    select: sql`SELECT e.* FROM exports e`,
    project: sql`e.project_id = ${scope.project.id}`,
    filters: [],
    sort: {
      column: "e.id",
      tieBreak: "e.project_id",
      isDescending: query.order.startsWith("-"),
      isNullable: false,
    },
    limit: query.limit,
    page: query.page,
  };
  const [rows = [], total] = await load(scope, [
    pageStatement(request),
    totalStatement(request, "exports e", "exports", scope.project.id),
  ]);
  return { items: rows.map(decodeExport), total: totalOf(total), ...cutOf(rows) };
}
