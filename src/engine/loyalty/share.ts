// Decides where in a rule's body it stands what is counted, for how much of it, and what it gives.
import type { Earning, EarningGoods } from "../../model/loyalty/earning";

/**
 * The points of a rule wherever they stand in it: for every `every` of what is counted, or once
 * where nothing is (`every` null).
 */
export interface Share {
  /** Where it stands in a rule's body. */
  path: string;
  every: number | null;
  points: number;
  points_formula?: string | undefined;
  property?: string;
  /** Whose lines count, if only some do. */
  goods?: readonly EarningGoods[];
}

interface Named {
  object?: EarningGoods["object"] | undefined;
  id?: string | undefined;
  applicable_to?: readonly EarningGoods[] | undefined;
}

const goodsOf = ({ object, id, applicable_to }: Named): readonly EarningGoods[] =>
  applicable_to ?? (object && id ? [{ object, id }] : []);

/** What a rule counts and gives, of all its forms alike (reference 2.13, "Earning rules"). */
export function shareOf(loyalty: Earning): Share {
  if (loyalty.type === "FIXED") {
    return { path: "loyalty", every: null, ...loyalty };
  }
  switch (loyalty.calculation_type) {
    case "ORDER_AMOUNT":
      return { path: "loyalty.order.amount", ...loyalty.order.amount };
    case "ORDER_TOTAL_AMOUNT":
      return { path: "loyalty.order.total_amount", ...loyalty.order.total_amount };
    case "ORDER_METADATA":
      return { path: "loyalty.order.metadata", ...loyalty.order.metadata };
    case "CUSTOMER_METADATA":
      return { path: "loyalty.customer.metadata", ...loyalty.customer.metadata };
    case "CUSTOM_EVENT_METADATA":
      return { path: "loyalty.custom_event.metadata", ...loyalty.custom_event.metadata };
    default:
      return ofLines(loyalty);
  }
}

type OfLines = Extract<Earning, { order_items: object }>;

function ofLines(loyalty: OfLines): Share {
  switch (loyalty.calculation_type) {
    case "ORDER_ITEMS_QUANTITY": {
      const { quantity } = loyalty.order_items;
      return { path: "loyalty.order_items.quantity", ...quantity, goods: goodsOf(quantity) };
    }
    case "ORDER_ITEMS_AMOUNT": {
      const { amount } = loyalty.order_items;
      return { path: "loyalty.order_items.amount", ...amount, goods: goodsOf(amount) };
    }
    case "ORDER_ITEMS_SUBTOTAL_AMOUNT": {
      const { subtotal_amount: left } = loyalty.order_items;
      return { path: "loyalty.order_items.subtotal_amount", ...left, goods: goodsOf(left) };
    }
  }
}
