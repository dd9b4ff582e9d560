import { checkDiscount } from "../../checks/discount";
import { withCharset } from "../../engine/codes";
import { ApiError } from "../../errors";
import type { CampaignVoucher } from "../../model/campaign";
import { CAMPAIGN_KINDS, type CampaignType, campaignTypeFor } from "../../model/campaign-types";
import type { Gift } from "../../model/voucher";
import {
  strangePart,
  typeOfParts,
  VOUCHER_KINDS,
  type VoucherType,
} from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { patternOf } from "./generate";
import type { CampaignCreate, VoucherInput } from "./schema";

export const invalid = (details: string) => new ApiError("invalid_campaign", { details });

/** The type as sent or, without one, the type whose part is there. */
const sentType = (voucher: VoucherInput): VoucherType =>
  voucher.type ?? typeOfParts(voucher) ?? "DISCOUNT_VOUCHER";

/**
 * The campaign's type as sent or, without one, as the rest of the body tells (as the reference
 * service).
 */
export function campaignTypeOf(input: CampaignCreate): CampaignType {
  const { campaign_type, promotion, referral_program, voucher } = input;
  if (campaign_type) return campaign_type;
  if (promotion) return "PROMOTION";
  if (referral_program || voucher?.is_referral_code) return "REFERRAL_PROGRAM";
  return campaignTypeFor(sentType(voucher ?? {}));
}

/** What a campaign of a type that has no place for the property is refused with. */
export const notOf = (campaignType: CampaignType, property: string): ApiError =>
  invalid(`Property .${property} must NOT be sent for a ${campaignType} campaign`);

/** Refuses the parts that campaigns of another type are made of. */
export function refuseOtherParts(input: CampaignCreate, campaignType: CampaignType): void {
  const { promotion, referral_program, voucher } = input;
  const { hasVouchers, isReferral } = CAMPAIGN_KINDS[campaignType];
  const strange = {
    promotion: hasVouchers && promotion?.tiers?.length,
    voucher: !hasVouchers && Object.values(voucher ?? {}).some((part) => part),
    referral_program: !isReferral && referral_program,
    "voucher.is_referral_code": !isReferral && voucher?.is_referral_code,
  };
  const found = Object.entries(strange).find(([, isSent]) => isSent);
  if (found) throw notOf(campaignType, found[0]);
}

/**
 * The campaign's `type`, which says how its codes are made, beside `campaign_type`, which says what
 * they are: as sent, else as usual for the `campaign_type`.
 */
export const typeOrDefault = ({ type }: CampaignCreate, campaignType: CampaignType) =>
  type ?? CAMPAIGN_KINDS[campaignType].type;

/** Always for loyalty, never for standalone vouchers (contract, "Campaign"). */
export function joinsOnce(
  campaign: { campaign_type: CampaignType; type: string },
  sent: boolean,
): boolean {
  if (CAMPAIGN_KINDS[campaign.campaign_type].joinsOnce) return true;
  return campaign.type !== "STANDALONE" && sent;
}

/**
 * Rules for codes with everything that was left out: `pattern` says all that `length` does. Refuses
 * codes that could not be stored.
 */
export function definedCodes(
  scope: Scope,
  config: CampaignVoucher["code_config"],
  type: VoucherType,
): NonNullable<CampaignVoucher["code_config"]> {
  const { pattern } = patternOf(scope, { type, code_config: config }, 1);
  return {
    length: pattern.split("#").length - 1,
    charset: withCharset(config, scope.project.default_charset).charset,
    pattern,
    ...(config?.prefix && { prefix: config.prefix }),
    ...(config?.postfix && { postfix: config.postfix }),
  };
}

/** Each card of a campaign starts with the amount: a balance beside it can say nothing else. */
export function templateGift(at: string, { balance, ...gift }: Gift): Omit<Gift, "balance"> {
  if (balance !== undefined && balance !== null && balance !== gift.amount) {
    throw invalid(`Property .${at}.balance must be ${gift.amount}, as the amount`);
  }
  return gift;
}

/**
 * What the campaign's vouchers are made from; null for promotions. Refuses what does not fit its
 * type.
 */
export function definedTemplate(
  scope: Scope,
  input: CampaignCreate,
  campaignType: CampaignType,
): CampaignVoucher | null {
  const { hasVouchers, voucher: only, isReferral } = CAMPAIGN_KINDS[campaignType];
  if (!hasVouchers) return null;
  const voucher = input.voucher ?? {};
  const type = voucher.type ?? only ?? sentType(voucher);
  const needed = only ?? type;
  const { part, own } = VOUCHER_KINDS[type];
  if (type !== needed) {
    throw invalid(`Property .voucher.type must be ${needed} for ${campaignType} campaign`);
  }
  if (!voucher[part]) {
    throw invalid(`Property '${part}' is required for ${campaignType} campaign`);
  }
  const strange = strangePart(type, voucher);
  if (strange) throw invalid(`Property .voucher.${strange} must NOT be sent for a ${type}`);
  const quantity = voucher.redemption?.quantity ?? null;
  checkDiscount("voucher.discount", voucher.discount);
  return {
    type,
    ...own({ ...voucher, gift: voucher.gift && templateGift("voucher.gift", voucher.gift) }),
    ...(quantity !== null && { redemption: { quantity } }),
    code_config: definedCodes(scope, voucher.code_config, type),
    is_referral_code: isReferral,
  };
}

/** How many vouchers a create makes; a standalone campaign has one, promotions have none. */
export function firstVouchersCount(
  input: CampaignCreate,
  campaign: { campaign_type: CampaignType; type: string },
): number {
  if (!CAMPAIGN_KINDS[campaign.campaign_type].hasVouchers) return 0;
  const isSingle = campaign.type === "STANDALONE";
  const count = input.vouchers_count ?? (isSingle ? 1 : 0);
  if (isSingle && count > 1)
    throw invalid("A STANDALONE campaign is made with one voucher at most");
  if (input.voucher?.code && !(isSingle && count === 1)) {
    throw invalid(
      "Property .voucher.code is of a STANDALONE campaign that is made with its voucher",
    );
  }
  return count;
}

export const duplicateName = (name: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated campaign exists with name ${name}`,
    resource_id: name,
    resource_type: "campaign",
  });
