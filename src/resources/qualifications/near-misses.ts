import { factsOfItems } from "../../deciding/items";
import type { Loaded } from "../../deciding/load";
import type { RuleCollection, RuledRedeemable } from "../../deciding/ruled";
import { cartFrom, orderInput } from "../../deciding/snapshot";
import { byDistance, type NearMiss, nearMiss } from "../../engine/near-misses/near-miss";
import type { GoodsName } from "../../engine/targets/match";
import type { OrderInput, OrderItemInput } from "../../model/order";
import { isBrowser, type Scope } from "../../scope/scope";
import { pricedItem, type Shelf, shelfOf } from "../orders/goods";
import { type Found, type FoundOne, redeemablesOf } from "./candidates";
import { type Asked, decideFound, isAskedFor, readyOne, settingOf } from "./decide";
import type { LoadedCandidates } from "./load";
import type { NamedGoods } from "./near-store";
import { tellsDates } from "./search";

/** What the cart almost has, as it would be then. */
export interface NearOne extends NearMiss<RuledRedeemable> {
  found: FoundOne;
}

/** So many are told. */
const MOST_TOLD = 5;
/** No order has more lines (`OrderInput`). */
const MOST_LINES = 500;

/** A line of one unit, by the names that its goods go by. */
const lineOf = ({ product, sku }: NamedGoods): OrderItemInput =>
  sku ? { product_id: product.id, sku_id: sku.id } : { product_id: product.id };

function isNamed({ product, sku, listed }: NamedGoods, name: GoodsName): boolean {
  const { object, id, source_id } = name;
  if (object === "products_collection") return listed.some(([collection]) => collection === id);
  const row = object === "sku" ? sku : product;
  const names = [id, source_id].filter((each) => typeof each === "string");
  return row !== null && names.some((each) => each === row.id || each === row.source_id);
}

/** What the catalogue does not know is put in by the name that the rule gives it. */
function unknownLine({ object, id, source_id }: GoodsName): OrderItemInput | null {
  if (object === "products_collection") return null;
  if (!id) return { source_id, related_object: object };
  return object === "sku" ? { sku_id: id } : { product_id: id };
}

const unitFrom =
  (goods: readonly NamedGoods[], shelf: Shelf) =>
  (name: GoodsName): OrderItemInput | null => {
    const wanted = (each: NamedGoods) => isNamed(each, name);
    // A rule on a product means the product itself, before one of its SKUs.
    const found = goods.find((each) => wanted(each) && each.sku === null) ?? goods.find(wanted);
    return found ? pricedItem(shelf, lineOf(found)) : unknownLine(name);
  };

/** What was loaded with the goods that rules name beside those of the cart. */
export const withGoods = (loaded: Loaded, goods: readonly NamedGoods[]): Loaded => ({
  ...loaded,
  goods: {
    products: [...loaded.goods.products, ...goods.map(({ product }) => product)],
    skus: [...loaded.goods.skus, ...goods.flatMap(({ sku }) => sku ?? [])],
  },
});

/** The collections of all rules, with those goods that each lists. */
function collectionsOf(found: readonly Found[], goods: readonly NamedGoods[]): RuleCollection[] {
  const named = redeemablesOf(found).flatMap(({ rules }) =>
    rules.flatMap(({ collections }) => collections),
  );
  return named.map((collection) => {
    const listed = goods.flatMap((each) => each.listed).filter(([id]) => id === collection.id);
    const members = listed.map(([, member]) => member);
    return { ...collection, members: [...collection.members, ...members] };
  });
}

/** Everything that all near misses are looked for with. */
interface Looking {
  asked: Asked;
  collections: readonly RuleCollection[];
  unitOf: (name: GoodsName) => OrderItemInput | null;
}

function lookAt({ asked, collections, unitOf }: Looking, found: FoundOne): NearOne | null {
  const { scope, request } = asked;
  const { loaded, candidate, setting } = readyOne(asked, found);
  const near = nearMiss({
    setting,
    candidate,
    scenario: asked.search.scenario,
    order: orderInput(scope, request, loaded),
    withOrder: (order: OrderInput) => {
      const cart = cartFrom(order, loaded, "validate");
      if (!cart.ok || (order.items?.length ?? 0) > MOST_LINES) return null;
      const items = factsOfItems(setting, cart.value, loaded.goods, collections);
      return { ...setting, cart: cart.value, items };
    },
    unitOf,
    tellsSegments: scope.project.near_miss_segments_enabled,
  });
  return near && { ...near, found };
}

/**
 * Browsers learn nothing of lines that are stored under an order's name, nor of what opens later
 * unless their project lets them.
 */
function mayTell(scope: Scope, { request, loaded }: Asked, { steps }: NearOne): boolean {
  const seesLines = !isBrowser(scope) || loaded.order === null || Boolean(request.order?.items);
  const isTold = { amount: true, segment: true, units: seesLines, date: tellsDates(scope) };
  return steps.every(({ kind }) => isTold[kind]);
}

const newest = (a: NearOne, b: NearOne): number =>
  a.found.key < b.found.key ? 1 : a.found.key > b.found.key ? -1 : 0;

/**
 * What the cart almost has, the nearest first (docs/deciding.md, "Near misses"): nothing is read
 * for it here. `asked` is what the candidates of the answer were decided by.
 */
export function nearMisses(asked: Asked, { near, nearGoods }: LoadedCandidates): NearOne[] {
  const { scope, request } = asked;
  const loaded = withGoods(asked.loaded, nearGoods);
  const setting = settingOf(scope, request, { loaded: asked.loaded, found: near }, asked.setting);
  const about = { ...asked, loaded, setting };
  const looking = {
    asked: about,
    collections: collectionsOf(near, nearGoods),
    unitOf: unitFrom(nearGoods, shelfOf(loaded.goods)),
  };
  return near
    .flatMap((found) => {
      if (found.object === "promotion_stack" || !isAskedFor(about, found)) return [];
      return decideFound(about, found) ? [] : (lookAt(looking, found) ?? []);
    })
    .filter((each) => mayTell(scope, asked, each))
    .sort((a, b) => byDistance(a, b) || newest(a, b))
    .slice(0, MOST_TOLD);
}
