// Decides which units a discount gives for free: added to the cart, found in it, or put in the
// place of others.

import type { OrderItemInput } from "../../model/order";
import type { LineTaking } from "../../model/redemption";
import { amountLeft, type Cart, type Line, take } from "../cart";
import { cap, isAmount, multiply, shareOf } from "../money";
import type { DiscountEffect, DiscountOf, DiscountTarget, FreeGoods } from "./effect";

type Units = DiscountOf<"UNIT">;

/** What is given: how many units of which product or SKU, and what one costs. Minor units. */
interface Gift {
  units: number;
  name: string;
  goods: FreeGoods | null;
}

const namesOf = ({ item }: Line): (string | null | undefined)[] => [
  item.sku_id,
  item.product_id,
  item.sku?.id,
  item.product?.id,
  item.sku?.source_id,
  item.product?.source_id,
  item.source_id,
];

/** Lines of the given product or SKU, by any of its names. */
function linesOf(cart: Cart, { name, goods }: Gift): number[] {
  const names = new Set([name, goods?.id, goods?.source_id].filter(Boolean));
  return cart.lines.flatMap((line, at) =>
    namesOf(line).some((each) => names.has(each)) ? [at] : [],
  );
}

const priceOf = (line: Line | undefined, gift: Gift): number | null =>
  line?.price ?? gift.goods?.price ?? null;

/** The item of a line that is new in the cart. */
function itemOf({ name, goods }: Gift): OrderItemInput {
  const isSku = goods?.object === "sku";
  const related_object = isSku ? "sku" : "product";
  return {
    ...(isSku
      ? { sku_id: goods.id, product_id: goods.product_id }
      : { product_id: goods?.id ?? name }),
    ...(goods?.source_id && { source_id: goods.source_id }),
    related_object,
    ...(goods && {
      [related_object]: {
        id: goods.id,
        source_id: goods.source_id,
        [isSku ? "sku" : "name"]: goods.name,
        price: goods.price,
      },
    }),
  };
}

/** Nothing of a cart may pass the largest amount: neither the order nor a line of it. */
const hasRoom = (cart: Cart, line: Line | undefined, units: number, amount: number): boolean =>
  [
    (cart.amount ?? cart.items_discount_amount) + amount,
    (line?.amount ?? 0) + amount,
    (line?.quantity ?? 1) + units,
  ].every(isAmount);

/** Free units beside what is there: more of the line that has them, or a new line. */
function added(cart: Cart, gift: Gift, at: number | undefined): LineTaking[] {
  const index = at ?? cart.lines.length;
  const line = cart.lines[index];
  const price = priceOf(line, gift) ?? 0;
  const amount = multiply(price, gift.units);
  if (amount === null || gift.units === 0) return [];
  if (!hasRoom(cart, line, gift.units, amount)) return [];
  return [
    {
      index,
      discount: amount,
      discount_quantity: gift.units,
      added_quantity: gift.units,
      added_amount: amount,
      ...(line?.is_added !== false && { item: line?.item ?? itemOf(gift), price }),
    },
  ];
}

/** Units of a line that are not free yet. */
const unitsLeft = ({ quantity, discount_quantity }: Line): number =>
  Math.max(0, (quantity ?? 1) - discount_quantity);

/** What so many units that are in the cart already cost now, of what is left of all its units. */
function costOf(line: Line, cost: number, units: number): number {
  const there = unitsLeft(line);
  return units >= there ? cost : shareOf(cost, units, there).share;
}

/** Free units of what is there, as far as it goes; how many were found, closed ones among them. */
function found(cart: Cart, gift: Gift, closed: ReadonlySet<number>) {
  const takings: LineTaking[] = [];
  let missing = gift.units;
  for (const index of linesOf(cart, gift)) {
    const line = cart.lines[index];
    const units = line ? Math.min(missing, unitsLeft(line)) : 0;
    if (!line || units === 0) continue;
    missing -= units;
    if (closed.has(index)) continue;
    const discount = costOf(line, cart.left[index] ?? 0, units);
    takings.push({ index, discount, discount_quantity: units });
  }
  return { takings, units: gift.units - missing };
}

const plus = (a: number | undefined, b: number | undefined): number => (a ?? 0) + (b ?? 0);

/** One taking for each line: what was found in a line and what was added to it. */
function merged(takings: readonly LineTaking[]): LineTaking[] {
  const byLine = new Map<number, LineTaking>();
  for (const taking of takings) {
    const before = byLine.get(taking.index);
    const both = before && {
      ...before,
      discount: plus(before.discount, taking.discount),
      discount_quantity: plus(before.discount_quantity, taking.discount_quantity),
      added_quantity: plus(before.added_quantity, taking.added_quantity),
      added_amount: plus(before.added_amount, taking.added_amount),
    };
    byLine.set(taking.index, both ?? taking);
  }
  return [...byLine.values()];
}

/** Never more than is left of an order whose amount was sent below the sum of its lines. */
function withinOrder(cart: Cart, takings: readonly LineTaking[]): LineTaking[] {
  let left = amountLeft(cart) ?? 0;
  return takings.map((taking) => {
    const { discount, added_amount = 0 } = taking;
    const taken = cap(Math.max(0, discount - added_amount), left);
    left -= taken;
    return discount <= added_amount ? taking : { ...taking, discount: added_amount + taken };
  });
}

const addNew = (cart: Cart, gift: Gift): LineTaking[] => added(cart, gift, linesOf(cart, gift)[0]);

function addMissing(cart: Cart, gift: Gift, closed: ReadonlySet<number>): LineTaking[] {
  const there = found(cart, gift, closed);
  const rest = { ...gift, units: gift.units - there.units };
  return merged([...there.takings, ...addNew(cart, rest)]);
}

const giftOf = (
  unit: { unit_off?: number | undefined; unit_type?: string | undefined },
  { times, goods }: DiscountTarget,
): Gift => {
  const name = unit.unit_type ?? "";
  return {
    units: multiply(unit.unit_off ?? 0, times) ?? 0,
    name,
    goods: goods.find(({ id, source_id }) => id === name || source_id === name) ?? null,
  };
};

/**
 * The same again, for free, of each line that the rules reach; `unit_type` narrows them further. Of
 * a line whose units were all replaced there is nothing to give more of.
 */
function addSame(discount: Units, target: DiscountTarget): LineTaking[] {
  let { cart } = target;
  const gift = giftOf(discount, target);
  const named = discount.unit_type ? new Set(linesOf(cart, gift)) : null;
  const all: LineTaking[] = [];
  for (const { index } of target.targets.lines) {
    if (named?.has(index) === false || cart.lines[index]?.quantity === 0) continue;
    const lines = added(cart, gift, index);
    cart = take(cart, { order_discount: 0, lines });
    all.push(...lines);
  }
  return all;
}

/** A taking in which `units` of a line leave the cart, and what they cost with them. */
const leaving = (line: Line, index: number, units: number) => ({
  index,
  discount: 0,
  added_quantity: -units,
  added_amount: -shareOf(line.amount ?? 0, units, line.quantity ?? 1).share,
});

type Leaving = ReturnType<typeof leaving>;

/**
 * The units that are replaced: only those whose whole price the shopper still pays, after what
 * earlier discounts took off their lines and off the order.
 */
function leavingAll({ cart, targets }: DiscountTarget, stays: readonly number[]): Leaving[] {
  let room = amountLeft(cart) ?? 0;
  const sources: Leaving[] = [];
  for (const { index, units } of targets.lines) {
    const line = cart.lines[index];
    const count = Math.min(units, line?.quantity ?? 1);
    if (!line || stays.includes(index) || count === 0) continue;
    const source = leaving(line, index, count);
    if (-source.added_amount > Math.min(cart.left[index] ?? 0, room)) continue;
    sources.push(source);
    room += source.added_amount;
  }
  return sources;
}

/**
 * Each unit that the rules reach becomes `unit_off` units of `unit_type`, one where it says none;
 * how many are reached is for the rules' limits to say. The shopper pays what the replaced ones
 * cost, or less where the new ones cost less. Nothing is replaced by goods whose
 * price is not known: it would be given away.
 */
function replace(discount: Units, target: DiscountTarget): LineTaking[] {
  const { cart, targets } = target;
  const gift = giftOf(discount, target);
  const there = linesOf(cart, gift);
  const [to] = there;
  if (!targets.isNarrowed || priceOf(cart.lines[to ?? -1], gift) === null) return [];
  const sources = leavingAll(target, there);
  const replaced = -sources.reduce((sum, { added_quantity }) => sum + added_quantity, 0);
  const units = multiply(replaced, discount.unit_off ?? 1) ?? 0;
  const paid = -sources.reduce((sum, { added_amount }) => sum + added_amount, 0);
  const [upgrade] = added(cart, { ...gift, units }, to);
  if (!upgrade) return [];
  const details = { application_details: [{ type: "REPLACE_ITEMS", unit_type: gift.name, units }] };
  return [
    ...sources.map((source) => ({ ...source, ...details })),
    { ...upgrade, discount: Math.max(0, upgrade.discount - paid), ...details },
  ];
}

/** Each kind of unit in turn, on the cart that the ones before it left. */
function addMany(discount: Units, target: DiscountTarget): LineTaking[] {
  let { cart } = target;
  const all: LineTaking[] = [];
  for (const unit of discount.units ?? []) {
    const gift = giftOf(unit, target);
    const isNew = unit.effect === "ADD_NEW_ITEMS";
    const lines = isNew ? addNew(cart, gift) : addMissing(cart, gift, target.closed);
    cart = take(cart, { order_discount: 0, lines });
    all.push(...lines);
  }
  return merged(all);
}

type Effect = (discount: Units, target: DiscountTarget) => LineTaking[];

const EFFECTS: Record<NonNullable<Units["effect"]>, Effect> = {
  ADD_NEW_ITEMS: (discount, target) => addNew(target.cart, giftOf(discount, target)),
  ADD_MISSING_ITEMS: (discount, target) =>
    addMissing(target.cart, giftOf(discount, target), target.closed),
  ADD_SAME_ITEMS: addSame,
  REPLACE_ITEMS: replace,
  ADD_MANY_ITEMS: addMany,
};

/**
 * Free units of a product or SKU (reference service, discounts): what is added raises the order's
 * amount by what it takes off, so the shopper pays nothing for it. Minor units. Units that would
 * pass the largest amount are not given.
 */
export const freeUnits: DiscountEffect<"UNIT"> = (discount, target) => ({
  order_discount: 0,
  lines: withinOrder(
    target.cart,
    EFFECTS[discount.effect ?? "ADD_MISSING_ITEMS"](discount, target),
  ),
});
