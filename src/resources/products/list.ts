import { readPage } from "../../commit/read";
import { sql } from "../../db/sql";
import { products } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { ProductQuery } from "./schema";
import { decodeStoredProduct, type StoredProduct, WITH_SKUS } from "./store";

/** The index of updates also has products that were never updated, before all others. */
const SORTS = {
  created_at: { column: "p.id", tieBreak: "p.project_id", isNullable: false },
  updated_at: {
    column: "p.updated_at",
    tieBreak: "p.id",
    isNullable: false,
    index: "products_updated",
  },
} as const;

/** A page of the project's products, each with its first SKUs (`data_ref` is `products`). */
export async function listProducts(
  scope: Scope,
  { order, limit, page }: ProductQuery,
): Promise<Page<StoredProduct>> {
  const request = {
    table: products,
    select: WITH_SKUS,
    project: sql`p.project_id = ${scope.project.id}`,
    filters: [],
    sort: {
      ...SORTS[order.endsWith("updated_at") ? "updated_at" : "created_at"],
      isDescending: order.startsWith("-"),
    },
    limit,
    page,
  };
  return readPage(scope, request, decodeStoredProduct);
}
