import * as z from "zod";

/** How redeemables combine; unset per-category limits are left out (docs/behaviour.md). */
export const StackingRules = z
  .object({
    redeemables_limit: z.int(),
    applicable_redeemables_limit: z.int(),
    applicable_redeemables_per_category_limit: z.int().optional(),
    applicable_redeemables_category_limits: z.record(z.string(), z.int()),
    applicable_exclusive_redeemables_limit: z.int(),
    applicable_exclusive_redeemables_per_category_limit: z.int().optional(),
    exclusive_categories: z.array(z.string()),
    joint_categories: z.array(z.string()),
    redeemables_application_mode: z.enum(["ALL", "PARTIAL"]),
    redeemables_sorting_rule: z.enum(["REQUESTED_ORDER", "CATEGORY_HIERARCHY"]),
    redeemables_products_application_mode: z.enum(["STACK", "ONCE"]),
    redeemables_no_effect_rule: z.enum(["REDEEM_ANYWAY", "SKIP"]),
    no_effect_skip_categories: z.array(z.string()),
    no_effect_redeem_anyway_categories: z.array(z.string()),
    redeemables_rollback_order_mode: z.enum(["WITH_ORDER", "WITHOUT_ORDER"]),
    grouped_redeemables_sorting_rule: z.enum(["JOINT_ALWAYS_LAST"]),
  })
  .meta({ id: "StackingRules" });
export type StackingRules = z.infer<typeof StackingRules>;

/** What holds in a project that has set nothing of its own. */
export const DEFAULT_STACKING_RULES: StackingRules = {
  redeemables_limit: 30,
  applicable_redeemables_limit: 5,
  applicable_redeemables_category_limits: {},
  applicable_exclusive_redeemables_limit: 1,
  exclusive_categories: [],
  joint_categories: [],
  redeemables_application_mode: "ALL",
  redeemables_sorting_rule: "REQUESTED_ORDER",
  redeemables_products_application_mode: "STACK",
  redeemables_no_effect_rule: "REDEEM_ANYWAY",
  no_effect_skip_categories: [],
  no_effect_redeem_anyway_categories: [],
  redeemables_rollback_order_mode: "WITH_ORDER",
  grouped_redeemables_sorting_rule: "JOINT_ALWAYS_LAST",
};
