import * as z from "zod";
import { Metadata } from "./metadata";

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

/** By whom somebody was referred, and what converted it (shape CustomerReferrals). */
export const ReferredBy = z.object({
  campaign_id: z.string(),
  referrer_id: z.string(),
  related_object_id: z.string(),
  related_object_type: z.string(),
  date: z.string(),
});
export type ReferredBy = z.infer<typeof ReferredBy>;

/** When who refers gets something: for each referee, or once when they are so many. */
export const ReferralCondition = z.discriminatedUnion("type", [
  z.object({ type: z.literal("EACH_REFEREE") }),
  z.object({ type: z.literal("REFEREES_COUNT"), count: z.int().min(1) }),
]);
export type ReferralCondition = z.infer<typeof ReferralCondition>;

/** What who refers gets in a campaign, and when. */
export const ReferralTier = z
  .object({
    id: z.string(),
    campaign_id: z.string(),
    name: z.string(),
    banner: z.string().nullable(),
    condition: ReferralCondition,
    reward: ReferralReward,
    metadata: Metadata,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("referral_tier"),
  })
  .meta({ id: "ReferralTier" });
export type ReferralTier = z.infer<typeof ReferralTier>;

/** A referral that a browser's redemption of its code converts once the order is paid. */
export interface WaitingReferral {
  redemption: string;
  code: string;
  referee: string;
}

/**
 * Referrals that an order converts by being paid; listeners alone read them. A type, since an
 * interface fits no record.
 */
export type PaidReferrals = { referrals?: readonly WaitingReferral[] };
