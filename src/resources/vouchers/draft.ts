import { checkDiscount } from "../../checks/discount";
import { checkVoucherMetadata } from "../../checks/metadata";
import { refuseWindow } from "../../checks/window";
import type { LoyaltyState } from "../../db/tables/vouchers";
import { withCampaign } from "../../engine/campaign-voucher";
import { type CodeConfig, codePattern, drawCode, withCharset } from "../../engine/codes";
import { type Expiry, expiryOf } from "../../engine/loyalty/expiration";
import { ApiError } from "../../errors";
import type { CampaignVoucher } from "../../model/campaign";
import { newMetadata } from "../../model/metadata";
import {
  countsPoints,
  startsWith,
  strangePart,
  typeOfParts,
  VOUCHER_KINDS,
  type VoucherType,
} from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import type { VoucherCreate } from "./schema";
import { partOf } from "./sql";
import { keyOf, type StoredVoucher } from "./store";

const invalid = (details: string) => new ApiError("invalid_voucher", { details });

/** The type as sent or, without one, the type whose part is there (reference SDKs leave it out). */
function typeOf(input: VoucherCreate, template: CampaignVoucher | null): VoucherType {
  const type = input.type ?? typeOfParts(input) ?? template?.type ?? "DISCOUNT_VOUCHER";
  const { part } = VOUCHER_KINDS[type];
  if (template && type !== template.type) {
    throw invalid(`Property .type must be ${template.type}, as in the campaign`);
  }
  if (!input[part] && !template?.[part]) {
    throw invalid(`Property '${part}' is required for ${type}`);
  }
  const strange = strangePart(type, input);
  if (strange) throw invalid(`Property .${strange} must NOT be sent for a ${type}`);
  return type;
}

function drawnCode(scope: Scope, config: CodeConfig, type: VoucherType): string {
  const pattern = codePattern(config, type, 1);
  if (!pattern.ok) throw new ApiError("invalid_code_config", { details: pattern.error });
  return drawCode(pattern.value, scope.random).trim();
}

/** When the points expire that cards of a template start with. */
export const openingExpiry = (
  { now, project }: Scope,
  template: CampaignVoucher | null,
): Expiry | null => expiryOf(template?.loyalty_card?.expiration_rules, now, project.timezone);

/** What a card says of the points that it starts with; null for what has none. */
export const openingState = (
  type: VoucherType,
  amount: number | null,
  expiry: Expiry | null,
): LoyaltyState | null =>
  countsPoints(type) && amount && expiry
    ? { entries: 0, pending: 0, expired: 0, next_date: expiry.date, next_points: amount }
    : null;

/** What a card starts with: less than its amount where it was used before it came here. */
function startOf(type: VoucherType, input: VoucherCreate, template: CampaignVoucher | null) {
  const { part } = VOUCHER_KINDS[type];
  const amount = startsWith(type, input[part] ? input : (template ?? {}));
  if (amount === null) return { amount, balance: null, subtracted_amount: 0 };
  const balance = (part === "discount" ? null : input[part]?.balance) ?? amount;
  if (balance > amount) throw invalid(`Property .${part}.balance must be <= ${amount}`);
  return { amount, balance, subtracted_amount: amount - balance };
}

/** A campaign of promotions has no codes. */
function templateOf(campaign: StoredCampaign | null): CampaignVoucher | null {
  if (campaign && !campaign.voucher) {
    throw new ApiError("invalid_campaign", {
      details: `A ${campaign.campaign_type} campaign has no vouchers`,
    });
  }
  return campaign?.voucher ?? null;
}

/**
 * A voucher that was not used yet, with the given or a drawn code. In a campaign it is made by the
 * campaign's template and keeps of its own only what the input says otherwise. Refuses parts that
 * do not fit (invalid_voucher), campaigns without vouchers (invalid_campaign), and metadata against
 * the project's schema.
 */
export function newVoucher(
  scope: Scope,
  input: VoucherCreate,
  campaign: StoredCampaign | null,
): StoredVoucher {
  const template = templateOf(campaign);
  const type = typeOf(input, template);
  const config = withCharset(
    input.code_config ?? template?.code_config,
    scope.project.default_charset,
  );
  const code = input.code ?? drawnCode(scope, config, type);
  const start = startOf(type, input, template);
  const own: StoredVoucher = {
    project_id: scope.project.id,
    code_key: keyOf(scope, code),
    id: scope.newId("v"),
    code,
    type,
    campaign_id: campaign?.id ?? null,
    category: input.category ?? null,
    category_id: null,
    discount: VOUCHER_KINDS[type].own(input).discount ?? null,
    gift_effect: input.gift?.effect ?? null,
    ...start,
    redeemed_amount: 0,
    held_amount: 0,
    redemption_quantity: (input.redemption ?? template?.redemption)?.quantity ?? null,
    redeemed_quantity: 0,
    held_quantity: 0,
    publish_count: 0,
    usage: null,
    start_date: input.start_date ?? null,
    expiration_date: input.expiration_date ?? null,
    validity_timeframe: input.validity_timeframe ?? null,
    validity_day_of_week: input.validity_day_of_week ?? null,
    validity_hours: input.validity_hours ?? null,
    active: input.active ?? true,
    additional_info: input.additional_info ?? null,
    metadata: newMetadata(input.metadata),
    is_referral_code: template?.is_referral_code ?? false,
    holder_id: null,
    referrer_id: null,
    created_at: isoNow(scope),
    updated_at: null,
    deleted_at: null,
    loyalty: openingState(type, start.balance, openingExpiry(scope, template)),
    assignments: [],
    campaign_assignments: campaign?.assignments ?? [],
    campaign: null,
  };
  const part = campaign && partOf(campaign);
  const row = part ? { ...withCampaign(own, part), campaign: part } : own;
  refuseWindow(row);
  checkDiscount("discount", own.discount);
  // A code that a campaign makes by itself has no metadata, as those of a generation.
  if (!campaign || input.metadata) checkVoucherMetadata(scope, campaign, row.metadata);
  return row;
}
