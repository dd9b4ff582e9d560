import type { StackingRulesRow } from "../../../db/tables/stacking";
import { stackingRulesWith } from "../../../model/stacking-rules";
import type { StackingRulesAnswer } from "./schema";

/** The rules that hold: what the project set, and the defaults for all else. */
export function viewStackingRules(row: StackingRulesRow): StackingRulesAnswer {
  const rules = stackingRulesWith(row.rules);
  return {
    id: row.id,
    ...rules,
    applicable_redeemables_per_category_limit:
      rules.applicable_redeemables_per_category_limit ?? null,
    applicable_exclusive_redeemables_per_category_limit:
      rules.applicable_exclusive_redeemables_per_category_limit ??
      rules.applicable_exclusive_redeemables_limit,
    created_at: row.created_at,
    ...(row.updated_at && { updated_at: row.updated_at }),
    object: "stacking_rules",
  };
}
