import { readPage } from "../../commit/read";
import { byCreation } from "../../db/list";
import { sql } from "../../db/sql";
import { productCollections } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import type { CollectionQuery } from "./schema";
import { decodeCollection, type StoredCollection, WITH_MEMBERS } from "./store";

/**
 * Orders that no index has. Those by what a collection has not leave it in the order of creation.
 */
const SORTED: Partial<Record<string, string>> = { updated_at: "c.updated_at", type: "c.type" };

/** A page of the project's collections. */
export async function listCollections(
  scope: Scope,
  { order, limit, page, starting_after_id }: CollectionQuery,
): Promise<Page<StoredCollection>> {
  const request = {
    table: productCollections,
    select: WITH_MEMBERS,
    project: sql`c.project_id = ${scope.project.id}`,
    filters: [],
    sort: byCreation("c", order),
    limit,
    page,
  };
  const by = SORTED[order.replace("-", "")];
  if (by === undefined && starting_after_id === undefined) {
    return readPage(scope, request, decodeCollection);
  }
  const key = { column: "c.id" };
  const listed = { request, key, where: [], wanted: null, by, starting_after_id };
  return listRows(scope, listed, decodeCollection, ({ id }) => id);
}
