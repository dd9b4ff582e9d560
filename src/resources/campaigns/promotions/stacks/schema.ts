import * as z from "zod";
import { filteredQuery, listOf, ordersOf, pageQuery } from "../../../../http/page";
import { Instant } from "../../../../model/instant";
import { Name } from "../../../../model/name";
import { PromotionStack } from "../../../../model/promotion";

const isDistinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** Tiers of the stack's campaign, in the order in which they apply. */
const StackTiers = z.object({
  ids: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(30)
    .refine(isDistinct, "must NOT have duplicate items"),
  hierarchy_mode: z.literal("MANUAL").optional(),
});

const category = {
  category: z.string().max(255).nullish(),
  category_id: z.string().max(100).nullish(),
};

export const StackInput = z.object({ name: Name, tiers: StackTiers, ...category });
export type StackInput = z.infer<typeof StackInput>;

/** Body of an update: absent keeps; null takes the category away and keeps the others. */
export const StackUpdate = z.object({
  name: Name.nullish(),
  tiers: StackTiers.nullish(),
  ...category,
});
export type StackUpdate = z.infer<typeof StackUpdate>;

export const StackList = listOf("data", PromotionStack);

/** The reference service lists the stacks of a campaign whole, so that a page holds many. */
export const CampaignStackQuery = z.object({
  ...pageQuery,
  limit: pageQuery.limit.unwrap().default(100),
});
export type CampaignStackQuery = z.infer<typeof CampaignStackQuery>;

const between = z.object({ before: Instant.optional(), after: Instant.optional() }).optional();

export const StackQuery = z.object({
  ...pageQuery,
  order: ordersOf("created_at", "updated_at", "name").default("-created_at"),
  created_at: between,
  updated_at: between,
  ...filteredQuery,
});
export type StackQuery = z.infer<typeof StackQuery>;
