// Decides which events earn points, and what may be counted in each of them.
import type { Earning } from "../../model/loyalty/earning";
import { type DiscountDefect, formulaDefect } from "../discounts/define";
import { shareOf } from "./share";

/** Changes of a customer's tier that can earn points. */
const TIER_CHANGES = ["joined", "left", "upgraded", "downgraded", "prolonged"] as const;

/** What kind of event earns: each has a body of its own (reference 2.13, "Earning rules"). */
export type EarningEvent = "order" | "segment" | "tier" | "custom";

/** The kind of an event by its name; a name that is none of the service's is a custom event's. */
export function earningEvent(name: string): EarningEvent {
  if (name === "order.paid") return "order";
  if (name === "customer.segment.entered") return "segment";
  return TIER_CHANGES.some((each) => name === `customer.loyalty.tier.${each}`) ? "tier" : "custom";
}

const COUNTED: Record<EarningEvent, readonly string[]> = {
  order: [
    ...["ORDER_AMOUNT", "ORDER_TOTAL_AMOUNT", "ORDER_METADATA", "ORDER_ITEMS_QUANTITY"],
    ...["ORDER_ITEMS_AMOUNT", "ORDER_ITEMS_SUBTOTAL_AMOUNT"],
  ],
  segment: ["CUSTOMER_METADATA"],
  tier: [],
  custom: ["CUSTOM_EVENT_METADATA"],
};

/**
 * What keeps points from being earned so at an event: something counted that the event does not
 * bring, or a formula that cannot be read. `path` is the property, from `loyalty` on.
 */
export function earningDefect(event: EarningEvent, loyalty: Earning): DiscountDefect | null {
  if (loyalty.type === "PROPORTIONAL" && !COUNTED[event].includes(loyalty.calculation_type)) {
    const [path, allowed] =
      COUNTED[event].length === 0
        ? ["loyalty.type", ["FIXED"]]
        : ["loyalty.calculation_type", COUNTED[event]];
    return {
      path,
      reason: `must be equal to one of the allowed values [ ${allowed.join(", ")} ]`,
    };
  }
  const { path, points_formula } = shareOf(loyalty);
  return formulaDefect(`${path}.points_formula`, points_formula);
}
