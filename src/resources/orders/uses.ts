import type { OrderRow } from "../../db/tables/redemptions";
import type { Cart } from "../../engine/cart";
import type { RedemptionEffects } from "../../model/redemption";

/** What one redemption of an order took; kept in the order under the redemption's id. */
export interface OrderUse extends RedemptionEffects {
  voucher_id: string | null;
  promotion_tier_id?: string | null;
}

type Entries = Pick<OrderRow, "redemptions">;

/** The cast holds: only redemption writes `applied`. */
const usesOf = (order: Entries, counts: (entry: Record<string, unknown>) => boolean): OrderUse[] =>
  Object.values(order.redemptions).flatMap((entry) =>
    entry.applied && counts(entry) ? [entry.applied as OrderUse] : [],
  );

/** Uses of an order that were not rolled back. */
export const ownUses = (order: Entries): OrderUse[] =>
  usesOf(order, ({ rollback_id }) => !rollback_id);

/**
 * Uses that the order's amount is still less by: also those that were rolled back without touching
 * the order (stacking rules, rollback order mode).
 */
export const usesOnOrder = (order: Entries): OrderUse[] =>
  usesOf(order, ({ rollback_id, is_kept }) => !rollback_id || is_kept === true);

/** Lines are kept as they were sent: what redeemables put in stands in their own record. */
const sentItems = ({ lines }: Cart): OrderRow["items"] => {
  const sent = lines.filter(({ is_added }) => !is_added).map(({ item }) => ({ ...item }));
  return sent.length > 0 ? sent : null;
};

/** What an order stores of the cart that it now is. Minor units. */
export const cartColumns = (cart: Cart) => ({
  amount: cart.amount,
  initial_amount: cart.initial_amount,
  discount_amount: cart.discount_amount,
  items_discount_amount: cart.items_discount_amount,
  items: sentItems(cart),
  metadata: cart.metadata,
});
