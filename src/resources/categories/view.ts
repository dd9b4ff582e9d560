import type { CategoryRow } from "../../db/tables/catalogue";
import type { Category } from "../../model/category";

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
