import * as z from "zod";
import { DEFAULT_STACKING_RULES } from "./default-stacking-rules";

const categories = z.array(z.string().min(1).max(255)).max(1000);

/** How redeemables combine; unset per-category limits are left out (docs/behaviour.md). */
export const StackingRules = z
  .object({
    redeemables_limit: z.int().min(1).max(30),
    applicable_redeemables_limit: z.int().min(1).max(30),
    applicable_redeemables_per_category_limit: z.int().min(1).max(30).optional(),
    applicable_redeemables_category_limits: z.record(
      z.string().min(1).max(255),
      z.int().min(1).max(10),
    ),
    applicable_exclusive_redeemables_limit: z.int().min(1).max(5),
    applicable_exclusive_redeemables_per_category_limit: z.int().min(1).max(30).optional(),
    exclusive_categories: categories,
    joint_categories: categories,
    redeemables_application_mode: z.enum(["ALL", "PARTIAL"]),
    redeemables_sorting_rule: z.enum(["REQUESTED_ORDER", "CATEGORY_HIERARCHY"]),
    redeemables_products_application_mode: z.enum(["STACK", "ONCE"]),
    redeemables_no_effect_rule: z.enum(["REDEEM_ANYWAY", "SKIP"]),
    no_effect_skip_categories: categories,
    no_effect_redeem_anyway_categories: categories,
    redeemables_rollback_order_mode: z.enum(["WITH_ORDER", "WITHOUT_ORDER"]),
    grouped_redeemables_sorting_rule: z.enum(["JOINT_ALWAYS_LAST"]),
  })
  .meta({ id: "StackingRules" });
export type StackingRules = z.infer<typeof StackingRules>;

/** What a project sets beside what a validation tells of it (contract, "POST /v1/validations"). */
export const ProjectStackingRules = StackingRules.extend({
  discount_calculation_mode: z.enum(["INITIAL_AMOUNT", "DISCOUNTED_AMOUNT"]),
  initial_amount_mode_categories: categories,
  discounted_amount_mode_categories: categories,
});
export type ProjectStackingRules = z.infer<typeof ProjectStackingRules>;

/**
 * The rules of a project with what it has set for itself. Fewer redeemables than apply by default
 * lower that default with them.
 */
export function stackingRulesWith(own: Partial<ProjectStackingRules>): ProjectStackingRules {
  const rules = { ...DEFAULT_STACKING_RULES, ...own };
  const most = own.applicable_redeemables_limit ?? rules.redeemables_limit;
  const applicable = Math.min(rules.applicable_redeemables_limit, most);
  return { ...rules, applicable_redeemables_limit: applicable };
}
