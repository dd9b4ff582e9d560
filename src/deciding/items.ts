import type { Cart } from "../engine/cart";
import { belongs, type LineGoods } from "../engine/filters/belongs";
import type { Clock, ItemFacts } from "../engine/rules/facts";
import { itemFacts } from "../engine/stacking/facts";
import type { OrderItemInput } from "../model/order";
import { type Goods, goodsOfLine, type Shelf, shelfOf } from "../resources/orders/goods";
import { viewSku } from "../resources/products/skus/view";
import { viewProduct } from "../resources/products/view";
import type { RuleCollection } from "./ruled";

type Sent = OrderItemInput["product"];
/**
 * A product or SKU as a collection's filter sees it: as the catalogue has it, overwritten by what
 * the request sent.
 */
const filtered = (sent: Sent, view: object | null): object | null => {
  if (!sent && !view) return null;
  const set = Object.entries(sent ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return { ...view, ...Object.fromEntries(set) };
};

/** One line with the goods of the catalogue that it names. */
const namedLine = (item: OrderItemInput, shelf: Shelf) => ({ item, ...goodsOfLine(shelf, item) });

type NamedLine = ReturnType<typeof namedLine>;

/** What a collection asks of a line. */
const goodsOf = ({ item, sku, product }: NamedLine): LineGoods => ({
  ids: [item.product_id, item.sku_id, item.product?.id, item.sku?.id, sku?.id, product?.id],
  things: [
    filtered(item.product, product && viewProduct(product)),
    filtered(item.sku, sku && viewSku(sku)),
  ],
});

/**
 * The lines as rules see them: goods as sent, completed from the catalogue, and the collections
 * that each belongs to, of those that the rules name.
 */
export function factsOfItems(
  clock: Clock,
  cart: Cart | null,
  goods: Goods,
  collections: readonly RuleCollection[],
): ItemFacts[] {
  const shelf = shelfOf(goods);
  const lines = (cart?.lines ?? []).map(({ item }) => namedLine(item, shelf));
  const named = [...new Map(collections.map((each) => [each.id, each])).values()];
  return itemFacts(cart, (at) => {
    const line = lines[at];
    if (!line) return undefined;
    const goods = goodsOf(line);
    const collections = named.filter((each) => belongs(each, goods, clock)).map(({ id }) => id);
    return { product: line.product, sku: line.sku, collections };
  });
}
