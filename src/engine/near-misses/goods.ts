// Decides which units a shopper adds for goods that a rule names, and to which line.
import { isRecord, ownText } from "../../lib/json-value";
import type { OrderInput, OrderItemInput } from "../../model/order";
import { type ItemFacts, unitsOf } from "../rules/facts";
import { collectionOf, unitPrice } from "../rules/goods";
import { type GoodsName, indexGoods, linesNamed } from "../targets/match";
import type { UnitsStep } from "./steps";

/** What may be put into a cart, and what may be told. */
export interface Shop {
  order: OrderInput | null;
  /** A line of one unit of named goods; null where it is not known what they are. */
  unitOf: (goods: GoodsName) => OrderItemInput | null;
  /** Whether a shopper may be told of segments that others are in. */
  tellsSegments: boolean;
}

const isKind = (object: unknown): object is GoodsName["object"] =>
  object === "product" || object === "sku" || object === "products_collection";

/** What a value of a condition names; `usual` is what a bare id is of. */
export function goodsNamed(value: unknown, usual: "product" | "sku"): GoodsName | null {
  const collection = collectionOf(value);
  if (collection !== null) return { object: "products_collection", id: collection };
  if (typeof value === "string") return { object: usual, id: value, source_id: value };
  if (!isRecord(value)) return null;
  const object = isKind(value.object) ? value.object : usual;
  return { object, id: ownText(value, "id"), source_id: ownText(value, "source_id") };
}

const FACTS = {
  product: "product.quantity",
  sku: "sku.quantity",
  products_collection: "product.quantity",
} as const;

const itemAt = (shop: Shop, line: number): OrderItemInput | undefined => shop.order?.items?.[line];

/** More units of a line that has an amount of its own cost so much as its price says. */
export function mayGrow(shop: Shop, line: number): boolean {
  const item = itemAt(shop, line);
  if (!item) return false;
  if (item.amount === null || item.amount === undefined) return true;
  return unitPrice(item) !== null && typeof item.quantity === "number";
}

/** What one more unit of a line costs, minor units; 0 where that is not known. */
export function costOf(shop: Shop, step: UnitsStep): number {
  const item = step.item ?? itemAt(shop, step.line);
  return item ? (unitPrice(item) ?? 0) * step.units : 0;
}

/** So many more units of named goods: of a line that has them, else of a new one. */
export function moreOf(
  shop: Shop,
  items: readonly ItemFacts[],
  goods: GoodsName,
  units: number,
): UnitsStep | null {
  const lines = linesNamed(indexGoods(items), goods);
  const line = lines.find((at) => mayGrow(shop, at));
  const item = line === undefined ? shop.unitOf(goods) : null;
  if (line === undefined && item === null) return null;
  const present = lines.reduce((sum, at) => sum + unitsOf(items[at]), 0);
  return {
    kind: "units",
    fact: FACTS[goods.object],
    present,
    needed: present + units,
    line: line ?? items.length,
    units,
    item,
    goods,
  };
}
