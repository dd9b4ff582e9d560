import { load } from "../../commit/load";
import { totalOf } from "../../db/page";
import type { CategoryRow } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { CategoryQuery } from "./schema";
import { categoriesAfter, countCategories, decodeCategory } from "./store";

/** A page of the project's categories, newest first, and whether more come behind it. */
export async function listCategories(
  scope: Scope,
  { limit, page, starting_after_id }: CategoryQuery,
): Promise<Page<CategoryRow>> {
  const at = { before: starting_after_id ?? null, limit: limit + 1, offset: (page - 1) * limit };
  const { rows, total } = await load(scope, {
    rows: categoriesAfter(scope, at),
    total: countCategories(scope),
  });
  return {
    items: rows.slice(0, limit).map(decodeCategory),
    total: totalOf(total),
    has_more: rows.length > limit,
  };
}
