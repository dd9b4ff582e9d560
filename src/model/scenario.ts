import * as z from "zod";

/** What a qualification looks for (reference service, qualification). */
export const Scenario = z.enum([
  "ALL",
  "CUSTOMER_WALLET",
  "AUDIENCE_ONLY",
  "PRODUCTS",
  "PRODUCTS_DISCOUNT",
  "PROMOTION_STACKS",
  "PRODUCTS_BY_CUSTOMER",
  "PRODUCTS_DISCOUNT_BY_CUSTOMER",
]);
export type Scenario = z.infer<typeof Scenario>;

/** `DEFAULT` is the newest first; the others go by what is taken off. */
export const SortingRule = z.enum(["DEFAULT", "BEST_DEAL", "LEAST_DEAL"]);
export type SortingRule = z.infer<typeof SortingRule>;
