import type { CategoryRow } from "../../db/tables/catalogue";
import { typeOf } from "../../engine/stacking/order";
import type { Category } from "../../model/category";
import type { ProjectStackingRules } from "../../model/stacking-rules";

/** A category as the reference service shows it: what is unset is left out. */
export const viewCategory = (row: CategoryRow): Category => ({
  id: row.id,
  name: row.name,
  hierarchy: row.hierarchy,
  ...(row.stacking_rules_type !== null && { stacking_rules_type: row.stacking_rules_type }),
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "category",
});

/** A category with the type by which it stacks: that of the project's rules, else its own. */
export function stackingCategory(category: Category, stacking: ProjectStackingRules): Category {
  const type = typeOf(category, stacking);
  return type === null ? category : { ...category, stacking_rules_type: type };
}
