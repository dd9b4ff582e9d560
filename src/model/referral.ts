import * as z from "zod";

const named = { id: z.string().max(100).nullish(), name: z.string().max(300).nullish() };

/** What a reward gives, by the kind of campaign that it is given of. */
export const REWARD_TYPES = ["LOYALTY_CARD", "GIFT_VOUCHER", "DISCOUNT_VOUCHER"] as const;

const Parent = z.object({ ...named, object: z.literal("CAMPAIGN").nullish() });

/** Points, or credits in minor units, on a card of a campaign; or a code of one. */
export const ReferralRewardInput = z.object({
  type: z.enum(REWARD_TYPES),
  amount: z.int().min(1).nullish(),
  related_object_parent: Parent,
});
export type ReferralRewardInput = z.infer<typeof ReferralRewardInput>;

/** By what a referral converts, and what the referee gets for it (contract, "Campaign"). */
export const ReferralProgramInput = z.object({
  conversion_event_type: z.enum(["redemption", "custom_event"]).nullish(),
  custom_event: z.object(named).nullish(),
  referee_reward: ReferralRewardInput.nullish(),
});
export type ReferralProgramInput = z.infer<typeof ReferralProgramInput>;

/** A reward as it is kept, with the campaign that it was found to name. */
export const ReferralReward = z.object({
  type: z.enum(REWARD_TYPES),
  amount: z.int().optional(),
  related_object_parent: z.object({
    id: z.string(),
    name: z.string(),
    object: z.literal("CAMPAIGN"),
  }),
});
export type ReferralReward = z.infer<typeof ReferralReward>;

/** A program as it is kept. */
export const ReferralProgram = z.object({
  conversion_event_type: z.enum(["redemption", "custom_event"]),
  custom_event: z.object({ id: z.string(), name: z.string() }).optional(),
  referee_reward: ReferralReward.optional(),
});
export type ReferralProgram = z.infer<typeof ReferralProgram>;
