import { type DiscountDefect, formulaDefect } from "../engine/discounts/define";
import { discountDefect } from "../engine/discounts/index";
import { ApiError } from "../errors";
import type { ApplicableTo } from "../model/applicable-to";
import type { Discount } from "../model/discount";

function refuseDefect(at: string, found: DiscountDefect | null): void {
  if (!found) return;
  throw new ApiError("invalid_payload", {
    details: `Property .${at}.${found.path} ${found.reason}`,
  });
}

/** Refuses a discount that could not be decided by; `at` is where it stands in the body. */
export function checkDiscount(at: string, discount: Discount | null | undefined): void {
  if (discount) refuseDefect(at, discountDefect(discount));
}

/** Refuses prices of a rule's entries whose formula cannot be read. */
export function checkPrices(reach: ApplicableTo): void {
  for (const list of ["included", "excluded"] as const) {
    for (const [at, { price_formula }] of reach[list].entries()) {
      refuseDefect(`applicable_to.${list}[${at}]`, formulaDefect("price_formula", price_formula));
    }
  }
}
