import { readPage } from "../../commit/read";
import { byCreation } from "../../db/page";
import { sql } from "../../db/sql";
import { productCollections } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { CollectionQuery } from "./schema";
import { decodeCollection, type StoredCollection, WITH_MEMBERS } from "./store";

/** A page of the project's collections. */
export async function listCollections(
  scope: Scope,
  { order, limit, page }: CollectionQuery,
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
  return readPage(scope, request, decodeCollection);
}
