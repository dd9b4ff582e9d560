import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { changeCollection } from "./change";
import { createCollection } from "./create";
import { listItems } from "./items";
import { listCollections } from "./list";
import { removeCollection } from "./remove";
import {
  CollectionInput,
  CollectionItems,
  CollectionQuery,
  CollectionUpdate,
  ItemQuery,
  ProductCollection,
} from "./schema";
import { getCollection } from "./store";
import { viewCollection } from "./view";

export const productCollections = [
  route(
    "POST",
    "/",
    {
      summary: "Create a collection of products and SKUs",
      body: CollectionInput,
      answer: ProductCollection,
      errors: ["not_found", "invalid_sku", "resource_in_use", "multiple_requests"],
    },
    (scope, { body }) => createCollection(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List product collections",
      query: CollectionQuery,
      answer: listOf("data", ProductCollection),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listCollections(scope, query);
      return viewList("data", shownAs(page, viewCollection));
    },
  ),
  route(
    "GET",
    "/:productCollectionId",
    {
      summary: "Get a product collection",
      answer: ProductCollection,
      errors: ["not_found"],
    },
    async (scope, { params }) =>
      viewCollection(await getCollection(scope, params.productCollectionId)),
  ),
  route(
    "PUT",
    "/:productCollectionId",
    {
      summary: "Rename a product collection, or give it another filter",
      body: CollectionUpdate,
      answer: ProductCollection,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params, body }) => changeCollection(scope, params.productCollectionId, body),
  ),
  route(
    "DELETE",
    "/:productCollectionId",
    {
      summary: "Delete a product collection",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params }) => removeCollection(scope, params.productCollectionId),
  ),
  route(
    "GET",
    "/:productCollectionId/products",
    {
      summary: "List what a product collection holds",
      query: ItemQuery,
      answer: CollectionItems,
      errors: ["not_found", "invalid_query_params"],
    },
    (scope, { params, query }) => listItems(scope, params.productCollectionId, query),
  ),
];
