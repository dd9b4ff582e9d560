import * as z from "zod";
import { withoutNulls } from "../../lib/json-value";

const Rules = z.object({
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
export type ExpirationRules = z.infer<typeof Rules>;

/** What each kind of rules cannot be without. */
function missingIn(rules: ExpirationRules): (keyof ExpirationRules)[] {
  const needed: (keyof ExpirationRules)[] =
    rules.period_type === "MONTH" ? ["period_value"] : ["fixed_month", "fixed_day"];
  if (rules.rounding_type === "PARTICULAR_MONTH") needed.push("rounding_value");
  return needed.filter((name) => typeof rules[name] !== "number");
}

/**
 * When points expire, counted from the day on which they were got (reference 2.13). Refuses rules
 * that lack a part, and a day that no month of that number has.
 */
export const ExpirationRules = Rules.superRefine((rules, context) => {
  for (const name of missingIn(rules)) {
    context.addIssue({
      code: "custom",
      path: [name],
      message: `is required with ${rules.period_type}`,
    });
  }
  const { fixed_month: month, fixed_day: day } = rules;
  // A leap year has every day that there is.
  if (month && day && day > new Date(Date.UTC(2024, month, 0)).getUTCDate()) {
    context.addIssue({ code: "custom", path: ["fixed_day"], message: "is no day of that month" });
  }
});

/** Rules as they are sent: null stands for what is absent. */
export const ExpirationRulesInput = z.preprocess(withoutNulls, ExpirationRules);
