import * as z from "zod";

/** When points expire, counted from the day on which they were got (reference 2.13). */
export const ExpirationRules = z.object({
  period_type: z.enum(["MONTH", "FIXED_DAY_OF_YEAR"]),
  /** Months; 0 is the end of the day itself. */
  period_value: z.int().min(0).max(1200).nullish(),
  rounding_type: z
    .enum(["END_OF_MONTH", "END_OF_QUARTER", "END_OF_HALF_YEAR", "END_OF_YEAR", "PARTICULAR_MONTH"])
    .nullish(),
  /** The month that PARTICULAR_MONTH names. */
  rounding_value: z.int().min(1).max(12).nullish(),
  fixed_month: z.int().min(1).max(12).nullish(),
  fixed_day: z.int().min(1).max(31).nullish(),
});
export type ExpirationRules = z.infer<typeof ExpirationRules>;
