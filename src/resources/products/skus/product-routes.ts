import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { operation } from "../../../http/openapi";
import { listOf, shownAs, viewList } from "../../../http/page";
import { respond } from "../../../http/respond";
import { body, params, query } from "../../../http/validate";
import { changeSku, removeSku } from "./change";
import { listSkus } from "./list";
import { Sku, SkuFields, SkuInput, SkuQuery } from "./schema";
import { upsertSku } from "./upsert";
import { viewSku } from "./view";

const ByProduct = z.object({ productId: z.string() });
const ByName = ByProduct.extend({ skuId: z.string() });
/** Nothing is kept of a deleted SKU, so that both values mean the same. */
const Force = z.object({ force: z.stringbool().default(false) });

const named = ({ productId, skuId }: z.infer<typeof ByName>) => ({
  product: productId,
  sku: skuId,
});

/** SKUs under the path of their product. */
export const productSkus = new Hono<AppEnv>()
  .post(
    "/:productId/skus",
    operation({
      summary: "Create a SKU of a product, or update the one that the id or source id names",
      answer: Sku,
      errors: ["not_found", "invalid_sku", "multiple_requests"],
    }),
    params(ByProduct),
    body(SkuInput),
    async (c) =>
      respond(c, await upsertSku(scopeOf(c), c.req.valid("param").productId, c.req.valid("json"))),
  )
  .get(
    "/:productId/skus",
    operation({
      summary: "List the SKUs of a product",
      answer: listOf("skus", Sku),
      errors: ["not_found", "invalid_query_params"],
    }),
    params(ByProduct),
    query(SkuQuery),
    async (c) => {
      const { productId } = c.req.valid("param");
      const page = await listSkus(scopeOf(c), productId, c.req.valid("query"));
      return c.json(viewList("skus", shownAs(page, viewSku)));
    },
  )
  .put(
    "/:productId/skus/:skuId",
    operation({
      summary: "Update a SKU",
      answer: Sku,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByName),
    body(SkuFields),
    async (c) =>
      respond(c, await changeSku(scopeOf(c), named(c.req.valid("param")), c.req.valid("json"))),
  )
  .delete(
    "/:productId/skus/:skuId",
    operation({
      summary: "Delete a SKU",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByName),
    query(Force),
    async (c) => respond(c, await removeSku(scopeOf(c), named(c.req.valid("param")))),
  );
