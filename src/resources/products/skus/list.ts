import { load } from "../../../commit/load";
import { cutOf, pageStatement, totalOf, totalStatement } from "../../../db/page";
import { sql } from "../../../db/sql";
import { type SkuRow, skus } from "../../../db/tables/catalogue";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { byProductName, idOfProduct, theProduct } from "../store";
import type { SkuQuery } from "./schema";
import { decodeSku } from "./store";

/** A page of a product's SKUs (`data_ref` is `skus`); refuses an unknown product. */
export async function listSkus(
  scope: Scope,
  productName: string,
  { order, limit, page }: SkuQuery,
): Promise<Page<SkuRow>> {
  const request = {
    table: skus,
    select: sql`SELECT s.* FROM skus s`,
    project: sql`s.project_id = ${scope.project.id}`,
    filters: [sql`s.product_id = ${idOfProduct(scope, productName)}`],
    filterIndex: "skus_product",
    sort: {
      column: "s.id",
      tieBreak: "s.project_id",
      isDescending: order.startsWith("-"),
      isNullable: false,
    },
    limit,
    page,
  };
  const [products, rows = [], total] = await load(scope, [
    byProductName(scope, productName),
    pageStatement(request),
    totalStatement(request, "skus s", "skus", scope.project.id),
  ]);
  theProduct(products, productName);
  return { items: rows.map(decodeSku), total: totalOf(total), ...cutOf(rows) };
}
