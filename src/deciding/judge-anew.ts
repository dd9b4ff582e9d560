import type { Statement } from "../db/client";
import type { OrderRow } from "../db/tables/redemptions";
import { cartOf } from "../engine/cart";
import { discountTaken, planUses } from "../engine/redemption/plan";
import { decide } from "../engine/stacking/decide";
import { takenOf } from "../engine/stacking/effect";
import type { OrderInput } from "../model/order";
import type { DecideRequest, RedeemableInput } from "../model/redeemable";
import type { RedemptionEffects } from "../model/redemption";
import { type UseOfOrder, usesById, withEffects } from "../resources/orders/uses";
import { isBrowser, type Scope } from "../scope/scope";
import { type ChangedUse, lessCounted, lessened } from "./lessened-uses";
import { type Loaded, loadDecision } from "./load";
import { orderInput, plainSnapshot } from "./snapshot";

// What a browser redeemed was decided on a cart that it has said itself. Once a back end says what
// the cart is, it is decided again: a discount of an invented cart is nobody's.

type Written = Pick<OrderInput, "items" | "amount" | "metadata">;

/**
 * Uses that a browser made on a cart of its own, or that no back end has confirmed. What was paid
 * for by credits or points stays: it was taken off a card.
 */
function usesToJudge(order: OrderRow): UseOfOrder[] {
  return usesById(order).filter(
    ({ use }) => (order.claimed !== null || use.unconfirmed) && takenOf(use) === 0,
  );
}

const priceOf = ({ items, amount, metadata }: Written): string => {
  const cart = cartOf({ items, amount, metadata }, []);
  return JSON.stringify([items ?? [], cart.ok ? cart.value.initial_amount : null, metadata ?? {}]);
};

const storedCart = ({ items, initial_amount: amount, metadata }: OrderRow): Written => ({
  items,
  amount,
  metadata,
});

const redeemableOf = ({ use }: UseOfOrder): RedeemableInput[] => {
  if (use.promotion_tier_id) return [{ object: "promotion_tier", id: use.promotion_tier_id }];
  return use.voucher_id ? [{ object: "voucher", id: use.voucher_id }] : [];
};

const nameOf = (use: UseOfOrder): string => redeemableOf(use)[0]?.id ?? "";

/** Each redeemable once, however often it was redeemed on the order. */
const redeemablesOf = (uses: readonly UseOfOrder[]): RedeemableInput[] => [
  ...new Map(uses.flatMap(redeemableOf).map((each) => [each.id, each])).values(),
];

/** When the first of them was redeemed: what was open then is not over now. */
function momentOf({ redemptions }: OrderRow, uses: readonly UseOfOrder[]): number | null {
  const dates = uses.map(({ id }) => Date.parse(String(redemptions[id]?.date)));
  const first = Math.min(...dates);
  return Number.isFinite(first) ? first : null;
}

/** A use without what it takes off the order. */
const bare = ({
  order_discount: _,
  line_shares: __,
  lines: ___,
  ...use
}: RedemptionEffects): RedemptionEffects => ({ ...use, order_discount: 0 });

const takingOf = ({ order_discount, line_shares, lines }: RedemptionEffects) => ({
  ...(order_discount !== undefined && { order_discount }),
  ...(line_shares && { line_shares }),
  ...(lines && { lines }),
});

/** The order as it is written now, with these uses alone: all others are as if they were not. */
const asWritten = (
  order: OrderRow,
  { items = null, amount = null, metadata }: Written,
  uses: readonly UseOfOrder[],
): OrderRow => ({
  ...order,
  items,
  initial_amount: amount,
  metadata: metadata ?? {},
  claimed: null,
  redemptions: Object.fromEntries(uses.map(({ id }) => [id, order.redemptions[id] ?? {}])),
});

/** What each of the redeemables takes off the cart as it is written now, by its id. */
async function takenNow(
  scope: Scope,
  order: OrderRow,
  { written, customer }: Judged,
  uses: readonly UseOfOrder[],
): Promise<Map<string, RedemptionEffects>> {
  const then = { ...scope, now: momentOf(order, uses) ?? scope.now };
  const request: DecideRequest = {
    redeemables: redeemablesOf(uses),
    order: { ...written, id: order.id },
    ...(customer && { customer }),
  };
  const read = await loadDecision(then, request);
  const loaded = { ...read, order: asWritten(order, written, uses) };
  const snapshot = plainSnapshot(then, request, loaded, "validate");
  const stacking = { ...snapshot.stacking, redeemables_application_mode: "PARTIAL" as const };
  const planned = planUses(decide({ ...snapshot, stacking }));
  return new Map(planned.map(({ applied, effects }) => [applied.redeemable.id, effects]));
}

/** What a back end writes of an order, and whose it says that the order is, if it says so. */
export interface Judged {
  written: Written;
  customer: { id: string } | null;
}

/** The order with what its uses take off it now, and what writes that down beside the order. */
export interface JudgedOrder {
  order: OrderRow;
  statements: Statement[];
}

const asItWas = (order: OrderRow): JudgedOrder => ({ order, statements: [] });

/** Uses whose taking changes, with what they take from now on: never more than before. */
function changedUses(
  uses: readonly UseOfOrder[],
  now: ReadonlyMap<string, RedemptionEffects>,
): ChangedUse[] {
  const seen = new Set<string>();
  return uses.flatMap((each): ChangedUse[] => {
    const name = nameOf(each);
    const taken = seen.has(name) ? undefined : now.get(name);
    seen.add(name);
    const after = { ...bare(each.use), ...(taken && takingOf(taken)) };
    const by = discountTaken(each.use) - discountTaken(after);
    return by < 0 ? [] : [{ ...each, after: lessCounted(after, by), by }];
  });
}

/**
 * The order with what browsers' uses of it are worth on the cart that a back end writes: never more
 * than they took before, and nothing where they no longer apply. Only of such orders it asks what
 * is written, and reads once more.
 */
export async function judgedAnew(
  scope: Scope,
  order: OrderRow,
  ask: () => Judged,
): Promise<JudgedOrder> {
  const uses = usesToJudge(order);
  if (uses.length === 0) return asItWas(order);
  const judged = ask();
  const isOther = judged.customer !== null && judged.customer.id !== order.customer_id;
  const isSame = !isOther && priceOf(judged.written) === priceOf(storedCart(order));
  if (isSame) return asItWas(order);
  const changed = changedUses(uses, await takenNow(scope, order, judged, uses));
  if (changed.length === 0) return asItWas(order);
  const effects = new Map(changed.map(({ id, after }) => [id, after]));
  return { order: withEffects(order, effects), statements: lessened(scope, changed) };
}

/**
 * Reads everything that a decision needs; where a back end says what the cart of a browser's order
 * is, with what the browser's uses are worth on that.
 */
export async function loadJudged(scope: Scope, request: DecideRequest): Promise<Loaded> {
  const loaded = await loadDecision(scope, request);
  if (isBrowser(scope) || !loaded.order) return loaded;
  const { order, statements } = await judgedAnew(scope, loaded.order, () => ({
    written: orderInput(scope, request, loaded) ?? {},
    customer: loaded.customer,
  }));
  return { ...loaded, order, judged: statements };
}
