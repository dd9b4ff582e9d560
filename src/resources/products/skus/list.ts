import { load } from "../../../commit/load";
import { byCreation } from "../../../db/list";
import { pageOf, pageReads } from "../../../db/page";
import { sql } from "../../../db/sql";
import { type SkuRow, skus } from "../../../db/tables/catalogue";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import { wantedOf } from "../../../listing/check";
import { madeBetween } from "../../../listing/made";
import { listRows } from "../../../listing/walk";
import type { Scope } from "../../../scope/scope";
import { OWN_SKU_FIELDS } from "../fields-store";
import { byProductName, idOfProduct, theProduct } from "../store";
import type { SkuQuery } from "./schema";
import { bySkuName, decodeSku, theSku } from "./store";

/** A SKU of a product; refuses an unknown product, and a SKU of another one. */
export async function getOwnSku(
  scope: Scope,
  named: { product: string; sku: string },
): Promise<SkuRow> {
  const { product, found } = await load(scope, {
    product: byProductName(scope, named.product),
    found: bySkuName(scope, named.sku),
  });
  const { id } = theProduct(product, named.product);
  const sku = theSku(found, named.sku);
  if (sku.product_id !== id) throw notFound("sku", named.sku);
  return sku;
}

/** A page of a product's SKUs (`data_ref` is `skus`); refuses an unknown product. */
export async function listSkus(
  scope: Scope,
  productName: string,
  { order, limit, page, start_date, end_date, filters, starting_after_id }: SkuQuery,
): Promise<Page<SkuRow>> {
  const request = {
    table: skus,
    project: sql`s.project_id = ${scope.project.id}`,
    filters: [
      sql`s.product_id = ${idOfProduct(scope, productName)}`,
      ...madeBetween("s.id", "sku", { start_date, end_date }),
    ],
    filterIndex: "skus_product",
    sort: byCreation("s", order),
    limit,
    page,
  };
  const product = byProductName(scope, productName);
  const isPlain = (filters ?? starting_after_id) === undefined;
  if (order.endsWith("updated_at") || !isPlain) {
    theProduct((await load(scope, { product })).product, productName);
    const by = order.endsWith("updated_at") ? "s.updated_at" : undefined;
    const key = { column: "s.id" };
    const wanted = wantedOf(OWN_SKU_FIELDS, filters);
    const listed = { request, key, where: [], wanted, by, starting_after_id };
    return listRows(scope, listed, decodeSku, ({ id }) => id);
  }
  const found = await load(scope, { product, ...pageReads(request) });
  theProduct(found.product, productName);
  return pageOf(found, decodeSku, request);
}
