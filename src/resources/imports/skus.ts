import * as z from "zod";
import { nextUpdate } from "../../commit/next-update";
import { insertRows, type RawRow, type Statement } from "../../db/client";
import { type ProductRow, type SkuRow, skus } from "../../db/tables/catalogue";
import { updateRows } from "../../db/update-rows";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { SkuInput } from "../products/skus/schema";
import { decodeSku, newSku, skuChange, skusBySourceIds } from "../products/skus/store";
import { decodeProduct, productsNamed, productsStand } from "../products/store";
import { AMOUNT, type Column, leftOut, minorUnits, nested, nestedBody } from "./columns";
import { type Kind, textAt } from "./kind";
import { upsertPhases } from "./upsert";

const COLUMNS: Column[] = [
  { title: "Source ID", path: "source_id", also: ["sku source id"] },
  { title: "Product ID", path: "product_id" },
  { title: "Product Source ID", path: "product_source_id", paths: ["product_id"] },
  { title: "SKU", path: "sku" },
  { title: "Price", path: "price", must: AMOUNT },
  { title: "Currency", path: "currency" },
  { title: "Attributes", path: "attributes", read: nested, must: "must be an object of JSON" },
  { title: "Image URL", path: "image_url" },
  ...leftOut("ID", "Created At", "Updated At"),
];

const CHANGED = [
  "sku",
  "price",
  "currency",
  "attributes",
  "image_url",
  "metadata",
  "updated_at",
] as const;

/** A SKU as a file has one: `product_id` is the id or the source id of its product. */
const SkuLine = SkuInput.omit({ id: true }).extend({ product_id: z.string().min(1).max(255) });
type SkuLine = z.infer<typeof SkuLine>;

type Products = ReadonlyMap<string, ProductRow>;

/** Products under their ids and source ids; an id goes before another's source id. */
function productsBy([rows = []]: readonly RawRow[][]): Products {
  const all = rows.map(decodeProduct);
  return new Map([
    ...all.flatMap((row) => (row.source_id === null ? [] : [[row.source_id, row] as const])),
    ...all.map((row) => [row.id, row] as const),
  ]);
}

const reads = (scope: Scope, lines: readonly SkuLine[]): Statement[] => [
  skusBySourceIds(
    scope,
    lines.flatMap(({ source_id }) => source_id || []),
  ),
  productsNamed(scope, [...new Set(lines.map(({ product_id }) => product_id))]),
];

const invalidSku = (details: string) => new ApiError("invalid_sku", { details });

function next(scope: Scope, line: SkuLine, found: SkuRow | null, products: Products): SkuRow {
  const { product_id, ...input } = line;
  const product = products.get(product_id);
  if (!product) {
    throw invalidSku(`Property .product_id must be the id or source id of a product`);
  }
  if (!found) return newSku(scope, product, input);
  if (found.product_id !== product.id) {
    throw invalidSku(`Property .product_id must be ${found.product_id}, which has this SKU`);
  }
  return { ...found, ...skuChange(found, input), updated_at: nextUpdate(scope, found) };
}

/** Aborts where a product was deleted since the new SKUs were told of it. */
function assertProducts(scope: Scope, rows: readonly SkuRow[]): Statement[] {
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  return ids.length === 0 ? [] : [productsStand(scope, ids)];
}

/** A price counts in its own currency, where the row names one. */
function priceOf({ project }: Scope, price: unknown, currency: unknown): unknown {
  const isCode = typeof currency === "string" && /^[A-Z]{3}$/.test(currency);
  return minorUnits(String(price), isCode ? currency : project.currency);
}

/** SKUs by source id, each under a product that exists; a row without a source id is a new SKU. */
export const skusKind: Kind = {
  sheet: {
    columns: COLUMNS,
    needs: [
      ["product_id", "product_source_id"],
      ["source_id", "sku"],
    ],
    metadata: "sku",
  },
  // Another project knows the product by its source id alone.
  shape: (scope, { price, product_source_id, ...fields }) =>
    nestedBody({
      ...fields,
      ...(product_source_id !== undefined && { product_id: product_source_id }),
      ...(price !== undefined && { price: priceOf(scope, price, fields.currency) }),
    }),
  identity: { path: "source_id", of: (_scope, body) => textAt(body, "source_id") },
  phases: upsertPhases({
    schema: SkuLine,
    tally: "skus",
    reads,
    decode: decodeSku,
    gather: productsBy,
    next,
    insert: (rows) => insertRows(skus, rows),
    update: (rows) => updateRows(skus, CHANGED, rows),
    guards: assertProducts,
  }),
};
