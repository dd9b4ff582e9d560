import * as z from "zod";
import { listOf, pageQuery } from "../../../../http/page";
import { Assignment } from "../../../../model/assignment";
import { Category } from "../../../../model/category";
import { Discount, Money } from "../../../../model/discount";
import { inlineListOf } from "../../../../model/list";
import { Metadata } from "../../../../model/metadata";
import { Name } from "../../../../model/name";
import { shownWindow, windowInput } from "../../../../model/window-fields";

const settable = {
  banner: z.string().max(1000).nullish(),
  action: z.object({ discount: Discount }).loose().nullish(),
  metadata: Metadata.nullish(),
  hierarchy: z.int().min(0).max(1_000_000).nullish(),
  active: z.boolean().nullish(),
  category: z.string().max(255).nullish(),
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

/** Body of an update: absent keeps, null clears; rules are assigned and taken back by themselves. */
export const TierUpdate = z.object({ name: Name.nullish(), ...settable });
export type TierUpdate = z.infer<typeof TierUpdate>;

const TierCampaign = z.object({
  id: z.string(),
  start_date: z.string().optional(),
  expiration_date: z.string().optional(),
  active: z.boolean(),
  object: z.literal("campaign"),
});

/** What a shopper's device is shown of a tier. */
export const ClientTier = z
  .object({
    id: z.string(),
    name: z.string(),
    banner: z.string().optional(),
    action: z.record(z.string(), z.unknown()).optional(),
    hierarchy: z.int(),
    campaign: TierCampaign,
    object: z.literal("promotion_tier"),
  })
  .meta({ id: "ClientPromotionTier" });
export type ClientTier = z.infer<typeof ClientTier>;

/** A tier with all that its shop knows of it. What is not set is left out, but for `category_id`. */
export const PromotionTier = z
  .object({
    ...ClientTier.shape,
    metadata: Metadata,
    active: z.boolean(),
    category: z.string().optional(),
    category_id: z.string().nullable(),
    categories: z.array(Category),
    campaign_id: z.string(),
    summary: z.object({
      redemptions: z.object({ total_redeemed: z.int().min(0) }),
      orders: z.object({ total_amount: Money, total_discount_amount: Money }),
    }),
    validation_rule_assignments: inlineListOf(Assignment),
    ...shownWindow,
    created_at: z.string(),
    updated_at: z.string().optional(),
  })
  .meta({ id: "PromotionTier" });
export type PromotionTier = z.infer<typeof PromotionTier>;

export const TierList = listOf("tiers", PromotionTier).extend({ has_more: z.boolean() });
/** A tier in the list for browsers, with those of its notes that they may see. */
export const ListedClientTier = ClientTier.extend({ metadata: Metadata.optional() }).meta({
  id: "ListedClientPromotionTier",
});
export type ListedClientTier = z.infer<typeof ListedClientTier>;

export const ClientTierList = listOf("tiers", ListedClientTier).extend({ has_more: z.boolean() });

export const ClientTierQuery = z.object(pageQuery);

export const TierQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).default("-created_at"),
  /** Only what a shopper can have now. */
  is_available: z.stringbool().default(false),
});
export type TierQuery = z.infer<typeof TierQuery>;
