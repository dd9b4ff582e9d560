import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { changeProduct, removeProduct } from "./change";
import { listProducts } from "./list";
import { Product, ProductFields, ProductInput, ProductQuery, ProductWithSkus } from "./schema";
import { getProductWithSkus } from "./store";
import { upsertProduct } from "./upsert";
import { viewProductWithSkus } from "./view";

const ByName = z.object({ productId: z.string() });
/** Nothing is kept of a deleted product, so that both values mean the same. */
const Force = z.object({ force: z.stringbool().default(false) });

export const products = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a product, or update the one that the id or source id names",
      answer: Product,
      errors: ["not_found", "multiple_requests"],
    }),
    body(ProductInput),
    async (c) => respond(c, await upsertProduct(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List products",
      answer: listOf("products", ProductWithSkus),
      errors: ["invalid_query_params"],
    }),
    query(ProductQuery),
    async (c) => {
      const page = await listProducts(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("products", shownAs(page, viewProductWithSkus)));
    },
  )
  .get(
    "/:productId",
    operation({
      summary: "Get a product by id or source id",
      answer: ProductWithSkus,
      errors: ["not_found"],
    }),
    params(ByName),
    async (c) =>
      c.json(
        viewProductWithSkus(await getProductWithSkus(scopeOf(c), c.req.valid("param").productId)),
      ),
  )
  .put(
    "/:productId",
    operation({
      summary: "Update a product",
      answer: Product,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByName),
    body(ProductFields),
    async (c) =>
      respond(
        c,
        await changeProduct(scopeOf(c), c.req.valid("param").productId, c.req.valid("json")),
      ),
  )
  .delete(
    "/:productId",
    operation({
      summary: "Delete a product with its SKUs",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    }),
    params(ByName),
    query(Force),
    async (c) => respond(c, await removeProduct(scopeOf(c), c.req.valid("param").productId)),
  );
