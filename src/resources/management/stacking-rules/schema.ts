import * as z from "zod";
import { inlineListOf } from "../../../model/list";
import { ProjectStackingRules } from "../../../model/stacking-rules";

const fields = ProjectStackingRules.shape;

/** Every field by itself: null stands for its default, which for limits per category is none. */
export const StackingRulesInput = z.object({
  redeemables_limit: fields.redeemables_limit.nullish(),
  applicable_redeemables_limit: fields.applicable_redeemables_limit.nullish(),
  applicable_redeemables_per_category_limit:
    fields.applicable_redeemables_per_category_limit.nullish(),
  applicable_redeemables_category_limits: fields.applicable_redeemables_category_limits.nullish(),
  applicable_exclusive_redeemables_limit: fields.applicable_exclusive_redeemables_limit.nullish(),
  applicable_exclusive_redeemables_per_category_limit:
    fields.applicable_exclusive_redeemables_per_category_limit.nullish(),
  exclusive_categories: fields.exclusive_categories.nullish(),
  joint_categories: fields.joint_categories.nullish(),
  redeemables_application_mode: fields.redeemables_application_mode.nullish(),
  redeemables_sorting_rule: fields.redeemables_sorting_rule.nullish(),
  redeemables_products_application_mode: fields.redeemables_products_application_mode.nullish(),
  redeemables_no_effect_rule: fields.redeemables_no_effect_rule.nullish(),
  no_effect_skip_categories: fields.no_effect_skip_categories.nullish(),
  no_effect_redeem_anyway_categories: fields.no_effect_redeem_anyway_categories.nullish(),
  redeemables_rollback_order_mode: fields.redeemables_rollback_order_mode.nullish(),
  grouped_redeemables_sorting_rule: fields.grouped_redeemables_sorting_rule.nullish(),
  discount_calculation_mode: fields.discount_calculation_mode.nullish(),
  initial_amount_mode_categories: fields.initial_amount_mode_categories.nullish(),
  discounted_amount_mode_categories: fields.discounted_amount_mode_categories.nullish(),
});
export type StackingRulesInput = z.infer<typeof StackingRulesInput>;

/**
 * The rules that hold in a project. A limit per category that is not set is left out of decisions;
 * here it is null, and that of exclusive redeemables the limit for all categories together.
 */
export const StackingRulesAnswer = ProjectStackingRules.extend({
  applicable_redeemables_per_category_limit: fields.applicable_redeemables_per_category_limit
    .unwrap()
    .nullable(),
  applicable_exclusive_redeemables_per_category_limit:
    fields.applicable_exclusive_redeemables_per_category_limit.unwrap(),
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string().optional(),
  object: z.literal("stacking_rules"),
}).meta({ id: "ProjectStackingRules" });
/** What holds stands alone in its list. */
export const StackingRulesList = inlineListOf(StackingRulesAnswer);
export type StackingRulesAnswer = z.infer<typeof StackingRulesAnswer>;
