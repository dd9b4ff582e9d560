import type { Campaign, CampaignVoucher } from "../../model/campaign";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { inlineList } from "../../model/list";
import { windowOf } from "../../model/window-fields";
import { viewTier } from "./promotions/tiers/view";
import type { StoredCampaign } from "./store";

/** A length that was never stored is the number of characters that are drawn. */
function viewCodeConfig({ code_config: config }: CampaignVoucher) {
  const pattern = config?.pattern ?? "";
  return {
    length: pattern.split("#").length - 1,
    charset: config?.charset ?? "",
    pattern,
    ...(config?.prefix && { prefix: config.prefix }),
    ...(config?.postfix && { postfix: config.postfix }),
  };
}

const viewGift = ({ amount, effect }: { amount: number; effect?: string | null | undefined }) => ({
  amount,
  ...(effect && { effect }),
});

const viewCard = ({ points, expiration_rules }: NonNullable<CampaignVoucher["loyalty_card"]>) => ({
  points,
  ...(expiration_rules && { expiration_rules }),
});

/** The template of the campaign's vouchers, which are valid when the campaign is. */
const viewTemplate = (row: StoredCampaign, voucher: CampaignVoucher) => ({
  type: voucher.type,
  ...(voucher.discount && { discount: voucher.discount }),
  ...(voucher.gift && { gift: viewGift(voucher.gift) }),
  ...(voucher.loyalty_card && { loyalty_card: viewCard(voucher.loyalty_card) }),
  redemption: { quantity: voucher.redemption?.quantity ?? null },
  code_config: viewCodeConfig(voucher),
  is_referral_code: voucher.is_referral_code === true,
  ...windowOf(row),
});

const viewPromotion = (row: StoredCampaign) => ({
  object: "list" as const,
  data_ref: "tiers" as const,
  tiers: row.tiers.map((tier) => viewTier(row, tier)),
  total: row.tiers.length,
  has_more: false,
});

/**
 * A campaign as the contract shows it: what is not set is left out, but for its category.
 */
export const viewCampaign = (row: StoredCampaign): Campaign => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  campaign_type: row.campaign_type,
  type: row.type,
  ...(row.voucher && { voucher: viewTemplate(row, row.voucher) }),
  ...(!CAMPAIGN_KINDS[row.campaign_type].hasVouchers && { promotion: viewPromotion(row) }),
  ...(row.referral_program && { referral_program: row.referral_program }),
  ...(row.loyalty_tiers_expiration && { loyalty_tiers_expiration: row.loyalty_tiers_expiration }),
  auto_join: row.auto_join,
  join_once: row.join_once,
  use_voucher_metadata_schema: row.use_voucher_metadata_schema,
  ...(row.activity_duration_after_publishing !== null && {
    activity_duration_after_publishing: row.activity_duration_after_publishing,
  }),
  ...windowOf(row),
  ...(CAMPAIGN_KINDS[row.campaign_type].hasVouchers && { vouchers_count: row.vouchers_count }),
  active: row.active,
  metadata: row.metadata,
  category: row.category,
  category_id: row.category_id,
  categories: row.categories,
  creation_status: row.creation_status,
  vouchers_generation_status: row.vouchers_generation_status,
  protected: row.protected,
  validation_rules_assignments: inlineList(row.assignments),
  access_settings_assignments: inlineList([]),
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "campaign",
});
