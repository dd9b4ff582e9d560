import * as z from "zod";
import { Metadata } from "../metadata";

export const REWARD_TYPES = ["CAMPAIGN", "COIN", "MATERIAL"] as const;

/** What a campaign must be whose vouchers, credits or points are a reward. */
export const GIVEN_CAMPAIGNS = ["DISCOUNT_COUPONS", "GIFT_VOUCHERS", "LOYALTY_PROGRAM"] as const;

/** A code of the campaign, or so many credits or points on a card of it. */
const GivenCampaign = z.object({
  id: z.string(),
  balance: z.int().optional(),
  type: z.enum(GIVEN_CAMPAIGNS),
});

/** What one pack of `points_ratio` points is worth, in major units of the project's currency. */
const Coin = z.object({ exchange_ratio: z.number(), points_ratio: z.int() });

const GivenProduct = z.object({ id: z.string(), sku_id: z.string().nullable() });

/** What a reward gives, by its type. */
export const RewardParameters = z.union([
  z.strictObject({ campaign: GivenCampaign }),
  z.strictObject({ coin: Coin }),
  z.strictObject({ product: GivenProduct }),
]);
export type RewardParameters = z.infer<typeof RewardParameters>;

export const RewardAttributes = z.object({
  image_url: z.string().optional(),
  description: z.string().optional(),
});

/** Contract, "Reward". Numbers of the stock are texts on the wire. */
export const Reward = z
  .object({
    id: z.string(),
    name: z.string(),
    stock: z.string().nullable(),
    redeemed: z.string().nullable(),
    attributes: RewardAttributes.nullable(),
    metadata: Metadata,
    type: z.enum(REWARD_TYPES),
    parameters: RewardParameters,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("reward"),
  })
  .meta({ id: "Reward" });
export type Reward = z.infer<typeof Reward>;

/** Contract, "Reward assignment". One that is paid with points as money has no parameters. */
export const RewardAssignment = z
  .object({
    id: z.string(),
    reward_id: z.string(),
    related_object_id: z.string(),
    related_object_type: z.literal("campaign"),
    parameters: z
      .object({
        loyalty: z.object({ points: z.int(), auto_redeem: z.boolean().optional() }),
      })
      .optional(),
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("reward_assignment"),
  })
  .meta({ id: "RewardAssignment" });
export type RewardAssignment = z.infer<typeof RewardAssignment>;
