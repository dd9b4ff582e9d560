import * as z from "zod";
import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Started } from "../async-actions/schema";
import { updateProductMetadata, updateProducts } from "./bulk";
import { changeProduct, removeProduct } from "./change";
import { listProducts } from "./list";
import {
  BulkProductMetadata,
  BulkProducts,
  Product,
  ProductFields,
  ProductInput,
  ProductQuery,
  ProductWithSkus,
} from "./schema";
import { getProduct } from "./store";
import { upsertProduct } from "./upsert";
import { viewProduct, viewProductWithSkus } from "./view";

const Force = z.object({ force: z.stringbool().default(false) });

export const products = [
  route(
    "POST",
    "/",
    {
      summary: "Create a product, or update the one that the id or source id names",
      body: ProductInput,
      example: { source_id: "bell", name: "Bell", price: 1500 },
      answer: Product,
      errors: ["not_found", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { body }) => upsertProduct(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List products",
      query: ProductQuery,
      answer: listOf("products", ProductWithSkus),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listProducts(scope, query);
      return viewList("products", shownAs(page, viewProductWithSkus));
    },
  ),
  route(
    "POST",
    "/bulk/async",
    {
      summary: "Write many products in the background",
      body: BulkProducts,
      answer: Started,
      status: 202,
    },
    (scope, { body }) => updateProducts(scope, body),
  ),
  route(
    "POST",
    "/metadata/async",
    {
      summary: "Add metadata to many products in the background",
      body: BulkProductMetadata,
      answer: Started,
      status: 202,
    },
    (scope, { body }) => updateProductMetadata(scope, body),
  ),
  route(
    "GET",
    "/:productId",
    {
      summary: "Get a product by id or source id",
      answer: Product,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewProduct(await getProduct(scope, params.productId)),
  ),
  route(
    "PUT",
    "/:productId",
    {
      summary: "Update a product",
      body: ProductFields,
      answer: Product,
      errors: ["not_found", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { params, body }) => changeProduct(scope, params.productId, body),
  ),
  route(
    "DELETE",
    "/:productId",
    {
      summary: "Delete a product with its SKUs",
      query: Force,
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params, query }) => removeProduct(scope, params.productId, query.force),
  ),
];
