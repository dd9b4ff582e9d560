import { readPage } from "../../commit/read";
import { joined, sql } from "../../db/sql";
import { products } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import { wantedOf } from "../../listing/check";
import { madeBetween } from "../../listing/made";
import { listRows } from "../../listing/walk";
import type { Scope } from "../../scope/scope";
import { PRODUCT_FIELDS } from "./fields-store";
import type { ProductQuery } from "./schema";
import { decodeStoredProduct, type StoredProduct, WITH_SKUS } from "./store";

const SORTS = {
  created_at: { column: "p.id", tieBreak: "p.project_id", isNullable: false },
  updated_at: {
    column: "p.updated_at",
    tieBreak: "p.id",
    isNullable: true,
    index: "products_updated",
    unsetIndex: "products_updated",
  },
} as const;

/** A page of the project's products, each with its first SKUs (`data_ref` is `products`). */
export async function listProducts(
  scope: Scope,
  query: ProductQuery,
): Promise<Page<StoredProduct>> {
  const { order, limit, page, filters, starting_after_id } = query;
  const made = madeBetween("p.id", "prod", query);
  const isUpdated = order.endsWith("updated_at");
  const isMade = made.length > 0;
  const request = {
    table: products,
    select: WITH_SKUS,
    project: joined([sql`p.project_id = ${scope.project.id}`, ...made], " AND "),
    filters: [],
    sort: {
      ...SORTS[isUpdated && !isMade ? "updated_at" : "created_at"],
      isDescending: order.startsWith("-"),
    },
    limit,
    page,
  };
  if (!isMade && (filters ?? starting_after_id) === undefined) {
    return readPage(scope, request, decodeStoredProduct);
  }
  const by = isMade && isUpdated ? "p.updated_at" : undefined;
  const listed = {
    request,
    key: { column: "p.id" },
    where: [],
    wanted: wantedOf(PRODUCT_FIELDS, filters),
    by,
    starting_after_id,
  };
  return listRows(scope, listed, decodeStoredProduct, ({ id }) => id);
}
