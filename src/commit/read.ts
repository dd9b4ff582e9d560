import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { decode, type RawRow } from "../db/client";
import type { StoredRow } from "../db/columns";
import type { PageRequest } from "../db/list";
import { isPageCut, pageOf, pageReads, pageStatement } from "../db/page";
import { byId } from "../db/rows";
import { notFound } from "../errors";
import type { PlatformScope, Scope } from "../scope/scope";
import { load } from "./load";

/** The row of an id; where there is none, `resource` of that id is not found. */
export async function getRow<T extends SQLiteTable>(
  scope: Scope,
  table: T,
  id: string,
  resource: string,
): Promise<StoredRow<T>> {
  const { rows } = await load(scope, {
    rows: byId(table, { project_id: scope.project.id, id }),
  });
  if (!rows[0]) throw notFound(resource, id);
  return decode(table, rows[0]);
}

/** The rows of keys that a walk has found; `has_more` where they were too large for one answer. */
export async function readRows<T>(scope: Scope, request: PageRequest, read: (row: RawRow) => T) {
  const { rows } = await load(scope, { rows: pageStatement(request) });
  return { items: rows.map(read), total: rows.length, has_more: isPageCut(rows) };
}

/** One page of a list in one round trip, its rows read by `read`. */
export const readPage = async <T>(
  scope: PlatformScope,
  request: PageRequest,
  read: (row: RawRow) => T,
) => pageOf(await load(scope, pageReads(request)), read, request);
