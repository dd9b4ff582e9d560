import type { Schemas } from "../../../../../clients/typescript/src";
import type { Named } from "../../../parts/search";

export type Rule = Schemas["EarningRule"];

/** How many points a rule gives for how many of what; points that are fixed have no `every`. */
export interface Share {
  every?: number;
  points: number;
  points_formula?: string;
  property?: string;
  object?: Named["object"];
  id?: string;
  applicable_to?: { object: Named["object"]; id: string }[];
}

export function shareOf(loyalty: Rule["loyalty"]): Share {
  if (loyalty.type === "FIXED") return loyalty;
  switch (loyalty.calculation_type) {
    case "ORDER_AMOUNT":
      return loyalty.order.amount;
    case "ORDER_TOTAL_AMOUNT":
      return loyalty.order.total_amount;
    case "ORDER_METADATA":
      return loyalty.order.metadata;
    case "ORDER_ITEMS_QUANTITY":
      return loyalty.order_items.quantity;
    case "ORDER_ITEMS_AMOUNT":
      return loyalty.order_items.amount;
    case "ORDER_ITEMS_SUBTOTAL_AMOUNT":
      return loyalty.order_items.subtotal_amount;
    case "CUSTOMER_METADATA":
      return loyalty.customer.metadata;
    case "CUSTOM_EVENT_METADATA":
      return loyalty.custom_event.metadata;
  }
}
