import { refuseWithout } from "../../checks/may";
import { checkMetadata } from "../../checks/metadata";
import type { Tally } from "../../commit/commit";
import { nextUpdate } from "../../commit/next-update";
import { insertRows, type Statement } from "../../db/client";
import { type ProductRow, products, type SkuRow, skus } from "../../db/tables/catalogue";
import { updateRows } from "../../db/update-rows";
import { ApiError, notFound } from "../../errors";
import { SourceId } from "../../model/identity";
import { describeIssue } from "../../model/issue";
import { mergeMetadata } from "../../model/metadata";
import type { OrderItemInput } from "../../model/order";
import { isoNow, type Scope } from "../../scope/scope";
import {
  type Goods,
  type PricedSku,
  pricedItem,
  productNames,
  productOf,
  type Shelf,
  shelfOf,
  shelve,
  skuNames,
  skuOf,
} from "./goods";

/** What an order's items make of the catalogue, with the items as they are kept. */
export interface GoodsPlan {
  items: OrderItemInput[];
  /** What its lines name, as it is then. */
  shelf: Shelf;
  statements: Statement[];
  tally: Partial<Record<Tally, number>>;
}

type Payload = NonNullable<OrderItemInput["product"]>;

/** Rows as they were read and as they shall be, by id; `was` is null for a new one. */
type Drafts<T> = Map<string, { was: T | null; row: T }>;

interface Draft {
  scope: Scope;
  shelf: Shelf;
  products: Drafts<ProductRow>;
  skus: Drafts<PricedSku>;
}

const sent = <T>(name: string, value: T | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value };

/** Null is absent in an order's items: it clears nothing of the catalogue. */
const merged = <T extends ProductRow | SkuRow>(row: T, payload: Payload, more: object): T => ({
  ...row,
  ...more,
  ...sent("price", payload.price),
  metadata: mergeMetadata(row.metadata, payload.metadata ?? undefined),
});

function keep<T extends ProductRow | SkuRow>(
  scope: Scope,
  drafts: Drafts<T>,
  found: T | null,
  row: T,
): T {
  const was = found && (drafts.has(found.id) ? (drafts.get(found.id)?.was ?? null) : found);
  const stamped = was ? { ...row, updated_at: nextUpdate(scope, was) } : row;
  drafts.set(row.id, { was, row: stamped });
  return stamped;
}

interface Place {
  type: "product" | "sku";
  /** The number of the line, as the request has it. */
  at: number;
}

/**
 * The name under which something new may be stored: a source id. Refuses an unknown id, and what no
 * source id may be; of goods that are not stored a line may say what it likes.
 */
function sourceFor({ type, at }: Place, names: ReturnType<typeof productNames>): string | null {
  const id = names.ids.find(Boolean);
  if (id) throw notFound(type, id);
  const source = names.sources.find(Boolean) ?? null;
  const issue = source === null ? undefined : SourceId.safeParse(source).error?.issues[0];
  if (!issue) return source;
  const path = ["items", at, type, "source_id"];
  throw new ApiError("invalid_payload", { details: describeIssue({ ...issue, path }) });
}

const blank = (scope: Scope, prefix: string, sourceId: string) => ({
  project_id: scope.project.id,
  id: scope.newId(prefix),
  source_id: sourceId,
  price: null,
  attributes: null,
  image_url: null,
  metadata: {},
  created_at: isoNow(scope),
  updated_at: null,
});

function putProduct(draft: Draft, item: OrderItemInput, at: number): void {
  const { product } = item;
  if (!product?.override) return;
  const { scope, shelf } = draft;
  const found = productOf(shelf, item);
  const names = productNames(item);
  // A line of a SKU: its source id is the SKU's unless its product has one too.
  const own = item.sku ? { ...names, sources: [product.source_id] } : names;
  const source = found ? null : sourceFor({ type: "product", at }, own);
  if (!found && source === null) return;
  const row = found ?? { ...blank(scope, "prod", source ?? ""), name: null };
  const changed = merged(row, product, sent("name", product.name));
  checkMetadata(scope, "product", changed.metadata);
  shelve(shelf.products, keep(scope, draft.products, found, changed));
}

/** A SKU belongs to one product for good; a new one needs to be told to which. */
function ownerOf(draft: Draft, item: OrderItemInput, found: PricedSku | null): string {
  const product = productOf(draft.shelf, { ...item, source_id: null });
  const owner = found?.product_id ?? product?.id;
  if (!owner) {
    throw new ApiError("invalid_sku", {
      details: "A new SKU needs the product that it belongs to",
    });
  }
  if (product && product.id !== owner) {
    throw new ApiError("invalid_sku", {
      details: `SKU ${found?.id} belongs to another product than ${product.id}`,
    });
  }
  return owner;
}

function putSku(draft: Draft, item: OrderItemInput, at: number): void {
  const { sku } = item;
  if (!sku?.override) return;
  const { scope, shelf } = draft;
  const found = skuOf(shelf, item);
  const source = found ? null : sourceFor({ type: "sku", at }, skuNames(item));
  if (!found && source === null) return;
  const product_id = ownerOf(draft, item, found);
  const product_price = shelf.products.get(product_id)?.price ?? found?.product_price ?? null;
  const row = found ?? {
    ...blank(scope, "sku", source ?? ""),
    product_id,
    product_price,
    sku: null,
    currency: null,
  };
  const changed = merged(row, sku, { product_price, ...sent("sku", sku.sku) });
  shelve(shelf.skus, keep(scope, draft.skus, found, changed));
}

const COLUMNS = {
  products: ["name", "price", "metadata", "updated_at"],
  skus: ["sku", "price", "metadata", "updated_at"],
} as const;

/** The rows as they shall stand, each with the time of the update that was read. */
const withTimesRead = <T extends ProductRow | SkuRow>(
  drafts: readonly { was: T | null; row: T }[],
) => drafts.map(({ was, row }) => ({ ...row, was: was?.updated_at ?? null }));

const parted = <T>(drafts: Drafts<T>) => {
  const all = [...drafts.values()];
  return { fresh: all.filter(({ was }) => !was), changed: all.filter(({ was }) => was) };
};

/**
 * Stores what items send with `override` as products and SKUs, found by id or source id or made
 * under the source id, and prices all items. A payload without `override`, or without a name to
 * keep it under, is used for this order only. Refuses unknown ids and SKUs without their product.
 */
export function planGoods(scope: Scope, goods: Goods, items: readonly OrderItemInput[]): GoodsPlan {
  if (items.some(({ product, sku }) => product?.override || sku?.override)) {
    refuseWithout(scope, "products", "'override' of a product or SKU");
  }
  const draft: Draft = { scope, shelf: shelfOf(goods), products: new Map(), skus: new Map() };
  for (const [at, item] of items.entries()) {
    putProduct(draft, item, at);
    putSku(draft, item, at);
  }
  const [product, sku] = [parted(draft.products), parted(draft.skus)];
  const newSkus = sku.fresh.map(({ row: { product_price: _, ...row } }) => row);
  return {
    items: items.map((item) => pricedItem(draft.shelf, item)),
    shelf: draft.shelf,
    statements: [
      ...(product.fresh.length > 0
        ? [
            insertRows(
              products,
              product.fresh.map(({ row }) => row),
            ),
          ]
        : []),
      ...updateRows(products, COLUMNS.products, withTimesRead(product.changed)),
      ...(newSkus.length > 0 ? [insertRows(skus, newSkus)] : []),
      ...updateRows(skus, COLUMNS.skus, withTimesRead(sku.changed)),
    ],
    tally: {
      ...(product.fresh.length > 0 && { products: product.fresh.length }),
      ...(newSkus.length > 0 && { skus: newSkus.length }),
    },
  };
}
