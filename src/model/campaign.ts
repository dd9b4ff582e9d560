import * as z from "zod";
import { Assignment } from "./assignment";
import { CAMPAIGN_TYPES } from "./campaign-types";
import { Category } from "./category";
import { Discount, DiscountInput, Money } from "./discount";
import { inlineListOf } from "./list";
import { ExpirationRules, ExpirationRulesInput } from "./loyalty/expiration-rules";
import { LoyaltyTiersExpiration } from "./loyalty/tiers-expiration";
import { Metadata } from "./metadata";
import { PromotionTier } from "./promotion";
import { ReferralProgram } from "./referral";
import { CodeConfig, Gift, LoyaltyCard, Quantity, VoucherType } from "./voucher";
import { shownWindow } from "./window-fields";

export const CampaignType = z.enum(CAMPAIGN_TYPES);

export const GenerationStatus = z.enum(["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"]);

/** What every voucher of a campaign is made from (contract, Campaign: `voucher`). */
export const CampaignVoucher = z.object({
  type: VoucherType,
  discount: DiscountInput.nullish(),
  gift: Gift.omit({ balance: true }).nullish(),
  loyalty_card: LoyaltyCard.omit({ balance: true })
    .extend({ expiration_rules: ExpirationRulesInput.nullish() })
    .nullish(),
  redemption: Quantity.nullish(),
  code_config: CodeConfig.nullish(),
  is_referral_code: z.boolean().nullish(),
});
export type CampaignVoucher = z.infer<typeof CampaignVoucher>;

export const CampaignKind = z.enum(["AUTO_UPDATE", "STATIC", "STANDALONE"]);
export const thing = z.record(z.string(), z.unknown());

const Template = z.object({
  type: VoucherType,
  discount: Discount.optional(),
  gift: z.object({ amount: Money, effect: z.string().optional() }).optional(),
  loyalty_card: z
    .object({ points: z.int().min(0), expiration_rules: ExpirationRules.optional() })
    .optional(),
  redemption: z.object({ quantity: z.int().nullable() }),
  code_config: z.object({
    length: z.int().min(0),
    charset: z.string(),
    pattern: z.string(),
    prefix: z.string().optional(),
    postfix: z.string().optional(),
  }),
  is_referral_code: z.boolean(),
  ...shownWindow,
});

/** Contract, "Campaign". What is not set is left out, but for its category. */
export const Campaign = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    campaign_type: CampaignType,
    type: CampaignKind,
    voucher: Template.optional(),
    promotion: z
      .object({
        object: z.literal("list"),
        data_ref: z.literal("tiers"),
        tiers: z.array(PromotionTier),
        total: z.int(),
        has_more: z.boolean(),
      })
      .optional(),
    /** What was stored before programs were held to a schema is shown as it is. */
    referral_program: z.union([ReferralProgram, thing]).optional(),
    /** What was stored before settings were held to a schema is shown as it is. */
    loyalty_tiers_expiration: z.union([LoyaltyTiersExpiration, thing]).optional(),
    auto_join: z.boolean(),
    join_once: z.boolean(),
    use_voucher_metadata_schema: z.boolean(),
    activity_duration_after_publishing: z.string().optional(),
    ...shownWindow,
    /** A promotion has tiers instead. */
    vouchers_count: z.int().min(0).optional(),
    active: z.boolean(),
    metadata: Metadata,
    category: z.string().nullable(),
    category_id: z.string().nullable(),
    categories: z.array(Category),
    creation_status: GenerationStatus,
    vouchers_generation_status: GenerationStatus,
    protected: z.boolean(),
    validation_rules_assignments: inlineListOf(Assignment),
    /** Always empty: there are no areas and stores. */
    access_settings_assignments: inlineListOf(thing),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("campaign"),
  })
  .meta({ id: "Campaign" });
export type Campaign = z.infer<typeof Campaign>;
