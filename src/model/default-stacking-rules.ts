import type { ProjectStackingRules } from "./stacking-rules";

/** What holds in a project that has set nothing of its own. */
export const DEFAULT_STACKING_RULES: ProjectStackingRules = {
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
  discount_calculation_mode: "DISCOUNTED_AMOUNT",
  initial_amount_mode_categories: [],
  discounted_amount_mode_categories: [],
};

/** Under which id the defaults hold in a project, and what an update makes of them. */
export const defaultRulesId = (projectId: string): string => projectId.replace(/^proj_/, "stk_");
