import type { StackingRulesRow } from "../../../db/tables/stacking";
import { stackingRulesWith } from "../../../model/stacking-rules";
import type { StackingRulesAnswer } from "./schema";

/** The rules that hold: what the project set, and the defaults for all else. */
export const viewStackingRules = (row: StackingRulesRow | null): StackingRulesAnswer => ({
  ...(row && { id: row.id }),
  ...stackingRulesWith(row?.rules ?? {}),
  ...(row && { created_at: row.created_at }),
  ...(row?.updated_at && { updated_at: row.updated_at }),
  object: "stacking_rules",
});
