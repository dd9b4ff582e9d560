import type { ProductRow } from "../../db/tables/catalogue";
import { withoutShapes } from "../../engine/geo/named";
import { viewSku } from "../products/skus/view";
import { viewProduct } from "../products/view";
import type { Goods } from "./goods-store";
import type { CollectionItem, Member, ProductCollection } from "./schema";
import type { MemberRow, StoredCollection } from "./store";

const viewMember = ({ object_id: id, object, product_id }: MemberRow): Member =>
  object === "sku" ? { id, product_id: product_id ?? "", object } : { id, object };

/** A collection as the reference service shows one: with its members, or with its filter. */
export function viewCollection(row: StoredCollection): ProductCollection {
  const { id, name, created_at, updated_at } = row;
  const shared = {
    ...{ id, name, created_at, object: "products_collection" as const },
    ...(updated_at !== null && { updated_at }),
  };
  return row.type === "STATIC"
    ? { ...shared, type: row.type, products: row.members.map(viewMember) }
    : { ...shared, type: row.type, filter: withoutShapes(row.filter ?? {}) };
}

/**
 * What a collection holds, one thing; null for a SKU whose product was deleted this very moment.
 */
export function viewItem(
  goods: Goods,
  parents: ReadonlyMap<string, ProductRow>,
): CollectionItem | null {
  if (goods.object === "product") return viewProduct(goods.row);
  const parent = parents.get(goods.row.product_id);
  return parent ? { ...viewSku(goods.row), product: viewProduct(parent) } : null;
}
