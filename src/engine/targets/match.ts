// Decides which lines of an order a product, an SKU or a collection names.
import { memoised } from "../../lib/memoised";
import type { ItemFacts } from "../rules/facts";

/** What names goods: by id or by source id; either one is enough. */
export interface GoodsName {
  object: "product" | "sku" | "products_collection";
  id?: string | null | undefined;
  source_id?: string | null | undefined;
  strict?: boolean | null | undefined;
}

/** The lines of one order by the names that they answer to; lines are counted from 0. */
export interface GoodsIndex {
  lines: ReadonlyMap<string, readonly number[]>;
  items: readonly ItemFacts[];
}

type Text = string | null | undefined;

const namesSku = (item: ItemFacts): boolean => Boolean(item.sku_id) || item.sku !== null;
const namesProduct = (item: ItemFacts): boolean =>
  Boolean(item.product_id) || item.product !== null;

function keysOf(object: GoodsName["object"], ids: readonly Text[], sources: readonly Text[]) {
  const keys: string[] = [];
  for (const id of ids) if (id) keys.push(`${object} id ${id}`);
  for (const source of sources) if (source) keys.push(`${object} source ${source}`);
  return keys;
}

/**
 * A line's own source id is that of its SKU; without one it is the product's, and with neither it
 * may be either's.
 */
function keysOfItem(item: ItemFacts): string[] {
  const productSource = namesSku(item) ? null : item.source_id;
  const skuSource = namesSku(item) || !namesProduct(item) ? item.source_id : null;
  const { product, sku } = item;
  return [
    ...keysOf("product", [item.product_id, product?.id], [product?.source_id, productSource]),
    ...keysOf("sku", [item.sku_id, sku?.id], [sku?.source_id, skuSource]),
    ...keysOf("products_collection", item.collections, []),
  ];
}

const keysOfName = ({ object, id, source_id }: GoodsName): string[] =>
  keysOf(object, [id], object === "products_collection" ? [] : [source_id]);

const isStrict = (name: GoodsName): boolean => name.object === "product" && name.strict === true;

/**
 * Whether an entry names a line (reference service, applicable_to): a product by its ids, also in
 * lines of one of its SKUs unless `strict`; an SKU by its ids; a collection by its id.
 */
export function matchesEntry(item: ItemFacts, entry: GoodsName): boolean {
  if (isStrict(entry) && namesSku(item)) return false;
  const keys = keysOfItem(item);
  return keysOfName(entry).some((key) => keys.includes(key));
}

/** All names of all lines, made once for an order however many redeemables ask. */
export const indexGoods = memoised((items: readonly ItemFacts[]): GoodsIndex => {
  const lines = new Map<string, number[]>();
  items.forEach((item, at) => {
    for (const key of keysOfItem(item)) {
      const found = lines.get(key);
      if (found === undefined) lines.set(key, [at]);
      else if (found.at(-1) !== at) found.push(at);
    }
  });
  return { lines, items };
});

/**
 * The lines that an entry names, each once, in the order of the order. Same rule as `matchesEntry`.
 */
export function linesNamed({ lines, items }: GoodsIndex, entry: GoodsName): readonly number[] {
  const [first = [], ...more] = keysOfName(entry).map((key) => lines.get(key) ?? []);
  const found =
    more.length === 0 ? first : [...new Set([first, ...more].flat())].sort((a, b) => a - b);
  return isStrict(entry)
    ? found.filter((at) => items[at] !== undefined && !namesSku(items[at]))
    : found;
}
