import * as z from "zod";
import { listOf, shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { changeSku, removeSku } from "./change";
import { getOwnSku, listSkus } from "./list";
import { Sku, SkuFields, SkuInput, SkuQuery } from "./schema";
import { upsertSku } from "./upsert";
import { viewSku } from "./view";

const Force = z.object({ force: z.stringbool().default(false) });

const named = ({ productId, skuId }: Record<"productId" | "skuId", string>) => ({
  product: productId,
  sku: skuId,
});

/** SKUs under the path of their product. */
export const productSkus = [
  route(
    "POST",
    "/:productId/skus",
    {
      summary: "Create a SKU of a product, or update the one that the id or source id names",
      body: SkuInput,
      answer: Sku,
      errors: ["not_found", "invalid_sku", "multiple_requests"],
    },
    (scope, { params, body }) => upsertSku(scope, params.productId, body),
  ),
  route(
    "GET",
    "/:productId/skus",
    {
      summary: "List the SKUs of a product",
      query: SkuQuery,
      answer: listOf("skus", Sku),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listSkus(scope, params.productId, query);
      return viewList("skus", shownAs(page, viewSku));
    },
  ),
  route(
    "GET",
    "/:productId/skus/:skuId",
    {
      summary: "Get a SKU of a product",
      instead: "GET /v1/skus/{skuId}",
      answer: Sku,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewSku(await getOwnSku(scope, named(params))),
  ),
  route(
    "PUT",
    "/:productId/skus/:skuId",
    {
      summary: "Update a SKU",
      body: SkuFields,
      answer: Sku,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeSku(scope, named(params), body),
  ),
  route(
    "DELETE",
    "/:productId/skus/:skuId",
    {
      summary: "Delete a SKU",
      query: Force,
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, query }) => removeSku(scope, named(params), query.force),
  ),
];
