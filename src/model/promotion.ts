import * as z from "zod";
import { Assignment } from "./assignment";
import { Category } from "./category";
import { Money } from "./discount";
import { inlineListOf } from "./list";
import { Metadata } from "./metadata";
import { shownWindow } from "./window-fields";

export const TierCampaign = z.object({
  id: z.string(),
  ...shownWindow,
  start_date: z.string().nullable(),
  expiration_date: z.string().nullable(),
  active: z.boolean(),
  category_id: z.string().nullable(),
  object: z.literal("campaign"),
});

/** What a shopper's device is shown of a tier: neither its turnover nor its rules. */
export const ClientTier = z
  .object({
    id: z.string(),
    name: z.string(),
    banner: z.string().optional(),
    action: z.record(z.string(), z.unknown()).optional(),
    hierarchy: z.int(),
    metadata: Metadata,
    active: z.boolean(),
    category: z.string().optional(),
    category_id: z.string().nullable(),
    categories: z.array(Category),
    campaign_id: z.string(),
    campaign: TierCampaign,
    ...shownWindow,
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("promotion_tier"),
  })
  .meta({ id: "ClientPromotionTier" });
export type ClientTier = z.infer<typeof ClientTier>;

/**
 * A tier with all that its shop knows of it. What is not set is left out, but for `category_id`.
 */
export const PromotionTier = ClientTier.extend({
  summary: z.object({
    redemptions: z.object({ total_redeemed: z.int().min(0) }),
    orders: z.object({ total_amount: Money, total_discount_amount: Money }),
  }),
  validation_rule_assignments: inlineListOf(Assignment),
}).meta({ id: "PromotionTier" });
export type PromotionTier = z.infer<typeof PromotionTier>;

/** Tiers under one name, applied in the listed order (reference service, stacks). */
export const PromotionStack = z
  .object({
    id: z.string(),
    name: z.string(),
    tiers: z.object({ ids: z.array(z.string()), hierarchy_mode: z.literal("MANUAL").optional() }),
    campaign_id: z.string(),
    category_id: z.string().nullable(),
    categories: z.array(Category),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("promotion_stack"),
  })
  .meta({ id: "PromotionStack" });
export type PromotionStack = z.infer<typeof PromotionStack>;
