import { checkMetadata } from "../../checks/metadata";
import { nextUpdate } from "../../commit/next-update";
import { insertRows } from "../../db/client";
import { products } from "../../db/tables/catalogue";
import { updateRows } from "../../db/update-rows";
import { ProductInput } from "../products/schema";
import {
  decodeProduct,
  newProductRow,
  productChange,
  productsBySourceIds,
} from "../products/store";
import { AMOUNT, type Column, leftOut, listOf, money, nestedBody } from "./columns";
import { type Kind, textAt } from "./kind";
import { upsertPhases } from "./upsert";

const COLUMNS: Column[] = [
  { title: "Source ID", path: "source_id" },
  { title: "Name", path: "name", also: ["product name"] },
  { title: "Price", path: "price", read: money, must: AMOUNT },
  { title: "Attributes", path: "attributes", read: listOf },
  { title: "Image URL", path: "image_url" },
  ...leftOut("ID", "Created At", "Updated At"),
];

const CHANGED = ["name", "price", "attributes", "image_url", "metadata", "updated_at"] as const;

/** Products by source id, as `POST /v1/products` reads them; a row without one is a new product. */
export const productsKind: Kind = {
  sheet: { columns: COLUMNS, needs: [["source_id", "name"]], metadata: "product" },
  shape: (_scope, fields) => nestedBody(fields),
  identity: { path: "source_id", of: (_scope, body) => textAt(body, "source_id") },
  phases: upsertPhases({
    schema: ProductInput,
    tally: "products",
    reads: (scope, inputs) => [
      productsBySourceIds(
        scope,
        inputs.flatMap(({ source_id }) => source_id || []),
      ),
    ],
    decode: decodeProduct,
    gather: () => null,
    next: (scope, input, found) => {
      const next = found
        ? { ...found, ...productChange(found, input), updated_at: nextUpdate(scope, found) }
        : newProductRow(scope, input);
      if (!found || input.metadata) checkMetadata(scope, "product", next.metadata);
      return next;
    },
    insert: (rows) => insertRows(products, rows),
    update: (rows) => updateRows(products, CHANGED, rows),
  }),
};
