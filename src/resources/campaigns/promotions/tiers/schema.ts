import * as z from "zod";
import { listOf, pageQuery } from "../../../../http/page";
import { CategoryName } from "../../../../model/category";
import { DiscountInput } from "../../../../model/discount";
import { Metadata } from "../../../../model/metadata";
import { Name } from "../../../../model/name";
import { ClientTier, PromotionTier } from "../../../../model/promotion";
import { windowInput } from "../../../../model/window-fields";

const settable = {
  banner: z.string().max(1000).nullish(),
  action: z.object({ discount: DiscountInput }).nullish(),
  metadata: Metadata.nullish(),
  hierarchy: z.int().min(0).max(1_000_000).nullish(),
  active: z.boolean().nullish(),
  category: CategoryName,
  category_id: z.string().max(100).nullish(),
  ...windowInput,
};

/** A new tier, alone or with its campaign. Only the name is needed (reference service, tiers). */
export const TierInput = z.object({
  name: Name,
  validation_rules: z.array(z.string().max(100)).max(1).nullish(),
  ...settable,
});
export type TierInput = z.infer<typeof TierInput>;

/**
 * A tier of a new campaign. One whose action has no discount is left out (reference service), since
 * the answer of a campaign need not show all that its body names.
 */
export const CampaignTierInput = TierInput.extend({
  action: z.object({ discount: DiscountInput.nullish() }).nullish(),
});
export type CampaignTierInput = z.infer<typeof CampaignTierInput>;

/**
 * Body of an update: absent keeps, null clears; rules are assigned and taken back by themselves.
 */
export const TierUpdate = z.object({ name: Name.nullish(), ...settable });
export type TierUpdate = z.infer<typeof TierUpdate>;

export const TierList = listOf("tiers", PromotionTier);
export const ClientTierList = listOf("tiers", ClientTier);

export const TierQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).default("-created_at"),
  /** Only what a shopper can have now. */
  is_available: z.stringbool().default(false),
});

export const ClientTierQuery = TierQuery.extend({
  is_available: z
    .stringbool()
    .refine((isAvailable) => isAvailable, "must be true: shoppers are shown nothing else")
    .default(true),
});
export type TierQuery = z.infer<typeof TierQuery>;
