import * as z from "zod";
import { filteredQuery, pageQuery } from "../../http/page";
import { CampaignKind, CampaignType, CampaignVoucher } from "../../model/campaign";
import { CategoryName } from "../../model/category";
import { DiscountInput } from "../../model/discount";
import { ExpirationRulesInput } from "../../model/loyalty/expiration-rules";
import { TiersExpirationInput } from "../../model/loyalty/tiers-expiration";
import { Metadata } from "../../model/metadata";
import { PathName } from "../../model/name";
import { ReferralProgramInput } from "../../model/referral";
import { Duration } from "../../model/time-window";
import { CodeConfig, Gift, NewCode, Quantity, VoucherType } from "../../model/voucher";
import { windowInput } from "../../model/window-fields";
import { VoucherFields } from "../vouchers/schema";
import { CampaignTierInput } from "./promotions/tiers/schema";

/** This service has no areas and no stores: nothing can be given to one, and nothing is lost. */
const none = z
  .array(z.unknown())
  .max(0, "must be empty: there are no areas and stores here")
  .nullish();
const AccessSettings = z
  .object({
    assign: z
      .object({ areas_ids: none, area_stores_ids: none, area_all_stores_ids: none })
      .nullish(),
    unassign: z
      .object({ areas_ids: none, area_stores_ids: none, area_all_stores_ids: none })
      .nullish(),
  })
  .nullish();

const settable = {
  ...windowInput,
  description: z.string().max(5000).nullish(),
  auto_join: z.boolean().nullish(),
  join_once: z.boolean().nullish(),
  use_voucher_metadata_schema: z.boolean().nullish(),
  active: z.boolean().nullish(),
  category: CategoryName,
  category_id: z.string().max(100).nullish(),
  activity_duration_after_publishing: Duration.nullish(),
  referral_program: ReferralProgramInput.nullish(),
  loyalty_tiers_expiration: TiersExpirationInput.nullish(),
  metadata: Metadata.nullish(),
  access_settings: AccessSettings,
};

/**
 * The template of a campaign's vouchers; its type follows from the campaign where it is left out.
 */
const VoucherInput = CampaignVoucher.extend({
  type: VoucherType.nullish(),
  gift: Gift.nullish(),
  /** The code of a STANDALONE campaign's only voucher. */
  code: NewCode.nullish(),
});
export type VoucherInput = z.infer<typeof VoucherInput>;

/** Body of a create, for all five types (contract, "POST /v1/campaigns"; reference service). */
export const CampaignCreate = z.object({
  name: PathName,
  campaign_type: CampaignType.nullish(),
  type: CampaignKind.nullish(),
  vouchers_count: z.int().min(0).nullish(),
  voucher: VoucherInput.nullish(),
  promotion: z.object({ tiers: z.array(CampaignTierInput).max(100).nullish() }).nullish(),
  validation_rules: z.array(z.string().max(100)).max(1).nullish(),
  ...settable,
});
export type CampaignCreate = z.infer<typeof CampaignCreate>;

/** What an update may set of the template. A discount keeps its type. */
const TemplateUpdate = z.object({
  discount: DiscountInput.nullish(),
  gift: Gift.partial().nullish(),
  loyalty_card: z
    .object({ points: z.int().min(0).nullish(), expiration_rules: ExpirationRulesInput.nullish() })
    .nullish(),
  redemption: Quantity.nullish(),
  code_config: CodeConfig.nullish(),
});
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

/**
 * Body of an update: absent keeps, null clears. The template's parts also come at the top level.
 */
export const CampaignUpdate = z
  .object({
    name: PathName.nullish(),
    type: CampaignKind.nullish(),
    voucher: TemplateUpdate.nullish(),
  })
  .extend(TemplateUpdate.pick({ discount: true, gift: true, loyalty_card: true }).shape)
  .extend({
    options: z.object({ recalculate_tiers: z.boolean().nullish() }).nullish(),
    unset_metadata_fields: z.array(z.string().max(255)).max(100).nullish(),
    ...settable,
  });
export type CampaignUpdate = z.infer<typeof CampaignUpdate>;

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Overrides of a new voucher of the campaign; SDKs also send a bare number or null as the body. */
const overrides = VoucherFields.extend({
  code: NewCode.nullish(),
  code_config: CodeConfig.nullish(),
  vouchers_count: z.coerce.number().int().min(1).nullish(),
});
export const VoucherAddition = z.preprocess((value) => (isObject(value) ? value : {}), overrides);
export type VoucherAddition = z.infer<typeof overrides>;

export const AdditionQuery = z.object({
  vouchers_count: z.coerce.number().int().min(1).optional(),
});

/** Body beside a fixed code; the code itself is in the path. */
export const FixedVoucher = z.preprocess((value) => (isObject(value) ? value : {}), VoucherFields);

const ownText = z.string().nullable();

/** What the codes of one request say themselves, whatever their campaign says. */
export const OwnFields = z.object({
  category: ownText,
  category_id: ownText,
  start_date: ownText,
  expiration_date: ownText,
  additional_info: ownText,
  metadata: Metadata,
});
export type OwnFields = z.infer<typeof OwnFields>;

const Expand = z.enum(["category", "access_settings_assignments"]);

/** Query of the list. */
export const CampaignQuery = z.object({
  ...pageQuery,
  order: z
    .enum(["created_at", "-created_at", "updated_at", "-updated_at", "name", "-name"])
    .default("-created_at"),
  campaign_type: CampaignType.optional(),
  expand: z.union([Expand, z.array(Expand).max(10)]).optional(),
  campaign_status: z.enum(["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"]).optional(),
  is_referral_code: z.stringbool().optional(),
  ...filteredQuery,
});
export type CampaignQuery = z.infer<typeof CampaignQuery>;
