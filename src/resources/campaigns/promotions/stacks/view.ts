import type { PromotionStack } from "../../../../model/promotion";
import type { StoredStack } from "./store";

/** A stack; what is not set is left out, but for `category_id`. */
export const viewStack = (row: StoredStack): PromotionStack => ({
  id: row.id,
  name: row.name,
  tiers: row.tiers,
  campaign_id: row.campaign_id,
  category_id: row.category_id,
  categories: row.categories,
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "promotion_stack",
});
