import * as z from "zod";

/** Minor units of the currency: a safe integer, 0 and up (docs/rounding.md, rule 1). */
export const Money = z.int().min(0);

/** Up to four decimals, 0 to 100. */
export const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.round(value * 10_000) / 10_000 === value, "up to 4 decimals");

const shared = { is_dynamic: z.boolean().optional(), aggregated_amount_limit: Money.optional() };

export const AmountDiscount = z.object({
  type: z.literal("AMOUNT"),
  amount_off: Money,
  amount_off_formula: z.string().max(1000).optional(),
  effect: z.enum(["APPLY_TO_ORDER"]).optional(),
  ...shared,
});

export const PercentDiscount = z.object({
  type: z.literal("PERCENT"),
  percent_off: Percent,
  amount_limit: Money.optional(),
  effect: z.enum(["APPLY_TO_ORDER"]).optional(),
  ...shared,
});

/** What a code takes off. A new type is a member here and a function in `engine/discounts`. */
export const Discount = z.discriminatedUnion("type", [AmountDiscount, PercentDiscount]);
export type Discount = z.infer<typeof Discount>;
