import { readPage } from "../../commit/read";
import { byCreation } from "../../db/list";
import { sql } from "../../db/sql";
import { type ExportRow, exportsTable } from "../../db/tables/work";
import type { Page } from "../../http/page";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import type { ExportQuery } from "./schema";
import { decodeExport } from "./store";

/** A page of the project's exports (contract, list envelope; `data_ref` is `exports`). */
export async function listExports(scope: Scope, query: ExportQuery): Promise<Page<ExportRow>> {
  const request = {
    table: exportsTable,
    project: sql`e.project_id = ${scope.project.id}`,
    filters: [],
    sort: byCreation("e", query.order),
    limit: query.limit,
    page: query.page,
  };
  const { starting_after_id } = query;
  const by = query.order.endsWith("status") ? "e.status" : undefined;
  if ((by ?? starting_after_id) === undefined) return readPage(scope, request, decodeExport);
  const key = { column: "e.id" };
  const listed = { request, key, where: [], wanted: null, by, starting_after_id };
  return listRows(scope, listed, decodeExport, ({ id }) => id);
}
