import * as z from "zod";
import { filteredQuery, listOf, ordersOf, pageQuery } from "../../http/page";
import { Campaign, CampaignVoucher } from "../../model/campaign";
import { Name } from "../../model/name";
import { PromotionTier } from "../../model/promotion";
import { TierInput } from "../campaigns/promotions/tiers/schema";
import { CampaignCreate } from "../campaigns/schema";
import { RuleCreate } from "../validation-rules/schema";

/** Campaigns whose vouchers a template can be of (reference service, templates). */
export const TemplateType = z.enum(["DISCOUNT_COUPONS", "GIFT_VOUCHERS"]);
export type TemplateType = z.infer<typeof TemplateType>;

/** What a campaign is made from: the body of its create without a name, and the rule it has. */
export const JsonTemplate = z.object({
  campaign: CampaignCreate.omit({ name: true, vouchers_count: true, validation_rules: true }),
  rule: RuleCreate.nullable(),
});
export type JsonTemplate = z.infer<typeof JsonTemplate>;

const description = z.string().max(5000).nullish();

/** Body of a create: of which campaign, or of which promotion tier. */
export const TemplateCreate = z.object({
  name: Name,
  description,
  campaign_id: z.string().max(100).nullish(),
  promotion_tier_id: z.string().max(100).nullish(),
});
export type TemplateCreate = z.infer<typeof TemplateCreate>;

/** Body of an update: absent keeps, and null clears the description. */
export const TemplateUpdate = z.object({ name: Name.nullish(), description });
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

/** Body of a copy, into the same project where it names none. */
export const TemplateCopy = TemplateUpdate.extend({
  destination_project_id: z.string().max(100).nullish(),
});
export type TemplateCopy = z.infer<typeof TemplateCopy>;

export const CampaignTemplate = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    campaign_type: TemplateType,
    json_template: z.record(z.string(), z.unknown()).optional(),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("campaign_template"),
  })
  .meta({ id: "CampaignTemplate" });
export type CampaignTemplate = z.infer<typeof CampaignTemplate>;

const list = listOf("data", CampaignTemplate);

/** The total is told where it is asked for. */
export const TemplateList = list
  .omit({ data: true })
  .extend({ data: list.shape.data, total: list.shape.total.optional() });

export const TemplateQuery = z.object({
  limit: pageQuery.limit,
  order: ordersOf("id").default("-id"),
  include_total: z.stringbool().default(false),
  ...filteredQuery,
});
export type TemplateQuery = z.infer<typeof TemplateQuery>;

export const TemplateExpand = z.object({ expand: z.enum(["json_template"]).optional() });

/** Body of a new campaign: what it says goes before what the template says. */
export const CampaignSetUp = CampaignCreate.omit({
  campaign_type: true,
  promotion: true,
  referral_program: true,
  loyalty_tiers_expiration: true,
  validation_rules: true,
}).extend({ voucher: CampaignVoucher.pick({ code_config: true, redemption: true }).nullish() });
export type CampaignSetUp = z.infer<typeof CampaignSetUp>;

/** Body of a new tier in a promotion, which takes its discount from the template. */
export const TierSetUp = TierInput.omit({ action: true, validation_rules: true }).extend({
  campaign_id: z.string().max(255),
});
export type TierSetUp = z.infer<typeof TierSetUp>;

const created_resources = z.array(
  z.object({ id: z.string(), object: z.literal("validation_rules") }),
);

export const CampaignSetUpAnswer = z
  .object({ created_resources, campaign: Campaign, object: z.literal("campaign_setup") })
  .meta({ id: "CampaignSetUp" });

export const TierSetUpAnswer = z
  .object({
    created_resources,
    promotion_tier: PromotionTier,
    object: z.literal("promotion_tier_setup"),
  })
  .meta({ id: "PromotionTierSetUp" });
