import { load } from "../../commit/load";
import { MOST_BYTES } from "../../db/heavy";
import type { ProductRow, SkuRow } from "../../db/tables/catalogue";
import { GOODS_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import { pageWithin } from "../../lib/page-within";
import { clockOf, type Scope } from "../../scope/scope";
import { viewSku } from "../products/skus/view";
import { viewProduct } from "../products/view";
import {
  decodeGoods,
  decodeParents,
  type Goods,
  goodsByIds,
  memberSizes,
  parentsOf,
  scanGoods,
  scanOf,
} from "./goods-store";
import type { CollectionItems, ItemQuery } from "./schema";
import { getCollection, type StoredCollection } from "./store";
import { viewItem } from "./view";

/** One page, how many there are of what was looked through, and where to go on; null at the end. */
interface Found {
  goods: Goods[];
  total: number;
  next: string | null;
}

const offsetOf = ({ limit, page }: ItemQuery): number => (page - 1) * limit;

async function listed(scope: Scope, row: StoredCollection, query: ItemQuery): Promise<Found> {
  const { starting_after_id: after = "", limit, page } = query;
  const total = row.members.filter(({ object_id }) => object_id > after).length;
  const most = limit * page;
  const { members } = await load(scope, { members: memberSizes(scope, row.id, { after, most }) });
  const sizes = members.map(({ bytes }) => Number(bytes));
  const { from, to } = pageWithin(sizes, { limit, page, mostBytes: MOST_BYTES });
  const ids = members.slice(from, to).map(({ object_id }) => String(object_id));
  const [products = [], skus = []] = await load(scope, goodsByIds(scope, ids));
  return {
    goods: [...products, ...skus].map(decodeGoods),
    total,
    next: to < total ? (ids.at(-1) ?? null) : null,
  };
}

/**
 * Of the rows of a scan those that meet the collection's filter, and where the next page begins.
 */
function filtered(scope: Scope, row: StoredCollection, query: ItemQuery, scan: Found) {
  const clock = clockOf(scope);
  const met = scan.goods.filter((goods) => {
    const thing = goods.object === "product" ? viewProduct(goods.row) : viewSku(goods.row);
    return meets(GOODS_FIELDS, row.filter ?? {}, thing, clock);
  });
  const offset = offsetOf(query);
  const goods = met.slice(offset, offset + query.limit);
  const isMoreHere = met.length > offset + query.limit;
  const next = isMoreHere ? (goods.at(-1)?.row.id ?? null) : scan.next;
  return { goods, total: met.length, next };
}

async function scanned(scope: Scope, row: StoredCollection, query: ItemQuery): Promise<Found> {
  const { rows } = await load(scope, { rows: scanGoods(scope, query.starting_after_id ?? "") });
  const { goods, isWhole } = scanOf(rows);
  const next = isWhole ? null : (goods.at(-1)?.row.id ?? null);
  return filtered(scope, row, query, { goods, total: goods.length, next });
}

async function parents(scope: Scope, goods: readonly Goods[]): Promise<Map<string, ProductRow>> {
  const skus = goods.flatMap(({ object, row }): SkuRow[] => (object === "sku" ? [row] : []));
  if (skus.length === 0) return new Map();
  const { rows } = await load(scope, { rows: parentsOf(scope, skus) });
  return decodeParents(rows);
}

/**
 * A page of what a collection holds, in the order of ids. A filter is asked of a bounded part of
 * the catalogue; where that ends, `more_starting_after` says how to go on (docs/behaviour.md).
 */
export async function listItems(
  scope: Scope,
  id: string,
  query: ItemQuery,
): Promise<CollectionItems> {
  const row = await getCollection(scope, id);
  const find = row.type === "STATIC" ? listed : scanned;
  const { goods, total, next } = await find(scope, row, query);
  const products = await parents(scope, goods);
  return {
    object: "list",
    data_ref: "data",
    data: goods.flatMap((each) => viewItem(each, products) ?? []),
    total,
    has_more: next !== null,
    ...(next !== null && { more_starting_after: next }),
  };
}
