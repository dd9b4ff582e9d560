import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { createCollection } from "./create";
import { listItems } from "./items";
import { listCollections } from "./list";
import { removeCollection } from "./remove";
import {
  CollectionInput,
  CollectionItems,
  CollectionQuery,
  ItemQuery,
  ProductCollection,
} from "./schema";
import { getCollection } from "./store";
import { viewCollection } from "./view";

const ById = z.object({ productCollectionId: z.string() });

export const productCollections = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a collection of products and SKUs",
      answer: ProductCollection,
      errors: ["not_found", "invalid_sku", "multiple_requests"],
    }),
    body(CollectionInput),
    async (c) => respond(c, await createCollection(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List product collections",
      answer: listOf("data", ProductCollection),
      errors: ["invalid_query_params"],
    }),
    query(CollectionQuery),
    async (c) => {
      const page = await listCollections(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("data", shownAs(page, viewCollection)));
    },
  )
  .get(
    "/:productCollectionId",
    operation({
      summary: "Get a product collection",
      answer: ProductCollection,
      errors: ["not_found"],
    }),
    params(ById),
    async (c) =>
      c.json(
        viewCollection(await getCollection(scopeOf(c), c.req.valid("param").productCollectionId)),
      ),
  )
  .delete(
    "/:productCollectionId",
    operation({
      summary: "Delete a product collection",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ById),
    async (c) =>
      respond(c, await removeCollection(scopeOf(c), c.req.valid("param").productCollectionId)),
  )
  .get(
    "/:productCollectionId/products",
    operation({
      summary: "List what a product collection holds",
      answer: CollectionItems,
      errors: ["not_found", "invalid_query_params"],
    }),
    params(ById),
    query(ItemQuery),
    async (c) =>
      c.json(
        await listItems(scopeOf(c), c.req.valid("param").productCollectionId, c.req.valid("query")),
      ),
  );
