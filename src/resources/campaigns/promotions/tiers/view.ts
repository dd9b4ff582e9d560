import { inlineList } from "../../../../model/list";
import { underKeys } from "../../../../model/metadata";
import { ClientTier, type PromotionTier } from "../../../../model/promotion";
import { windowOf } from "../../../../model/window-fields";
import type { StoredTier, TierCampaign } from "./sql";

const viewCampaignOf = (campaign: TierCampaign) => ({
  id: campaign.id,
  ...windowOf(campaign),
  start_date: campaign.start_date,
  expiration_date: campaign.expiration_date,
  active: campaign.active,
  category_id: campaign.category_id,
  object: "campaign" as const,
});

const viewSummary = ({ usage }: StoredTier) => ({
  redemptions: { total_redeemed: usage?.count ?? 0 },
  orders: {
    total_amount: usage?.orders_amount ?? 0,
    total_discount_amount: usage?.discounted_amount ?? 0,
  },
});

/** A tier, alone or inside its campaign: what is not set is left out, but for `category_id`. */
export const viewTier = (campaign: TierCampaign, row: StoredTier): PromotionTier => ({
  id: row.id,
  name: row.name,
  ...(row.banner !== null && { banner: row.banner }),
  ...(row.action && { action: row.action }),
  metadata: row.metadata,
  hierarchy: row.hierarchy,
  active: row.active,
  ...(row.category !== null && { category: row.category }),
  category_id: row.category_id,
  categories: row.categories,
  campaign_id: campaign.id,
  campaign: viewCampaignOf(campaign),
  summary: viewSummary(row),
  validation_rule_assignments: inlineList(row.assignments),
  ...windowOf(row),
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "promotion_tier",
});

/**
 * A tier for browsers, by allow-list: no counters and no rules, metadata only under the keys that
 * the project shows.
 */
export const viewClientTier = (
  campaign: TierCampaign,
  row: StoredTier,
  visibleKeys: readonly string[],
): ClientTier =>
  ClientTier.parse({
    ...viewTier(campaign, row),
    metadata: underKeys(row.metadata, visibleKeys),
  });
