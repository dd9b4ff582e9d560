import { checkDiscount } from "../../checks/discount";
import { BASE62 } from "../../engine/codes";
import { ApiError } from "../../errors";
import type { CampaignType, CampaignVoucher } from "../../model/campaign";
import { type TimeWindow, windowDefects } from "../../model/time-window";
import type { Scope } from "../../scope/scope";
import { patternOf } from "./generate";
import type { CampaignCreate, VoucherInput } from "./schema";

export const invalid = (details: string) => new ApiError("invalid_campaign", { details });

/** The part of a template that its type lives by. */
const PART = {
  DISCOUNT_VOUCHER: "discount",
  GIFT_VOUCHER: "gift",
  LOYALTY_CARD: "loyalty_card",
} as const;

type Type = CampaignVoucher["type"];

const VOUCHER_TYPE: Partial<Record<CampaignType, Type>> = {
  DISCOUNT_COUPONS: "DISCOUNT_VOUCHER",
  GIFT_VOUCHERS: "GIFT_VOUCHER",
  LOYALTY_PROGRAM: "LOYALTY_CARD",
};

/** The type as sent or, without one, the type whose part is there. */
function sentType(voucher: VoucherInput): Type {
  const kinds = ["GIFT_VOUCHER", "LOYALTY_CARD"] as const;
  return voucher.type ?? kinds.find((type) => voucher[PART[type]]) ?? "DISCOUNT_VOUCHER";
}

/** The campaign's type as sent or, without one, as the rest of the body tells (as the reference service). */
export function campaignTypeOf(input: CampaignCreate): CampaignType {
  const { campaign_type, promotion, referral_program, voucher } = input;
  if (campaign_type) return campaign_type;
  if (promotion) return "PROMOTION";
  if (referral_program || voucher?.is_referral_code) return "REFERRAL_PROGRAM";
  const type = sentType(voucher ?? {});
  if (type === "GIFT_VOUCHER") return "GIFT_VOUCHERS";
  return type === "LOYALTY_CARD" ? "LOYALTY_PROGRAM" : "DISCOUNT_COUPONS";
}

/** `AUTO_UPDATE` where nothing is said; tiers are never generated. */
export const kindOf = ({ type }: CampaignCreate, campaignType: CampaignType) =>
  type ?? (campaignType === "PROMOTION" ? "STATIC" : "AUTO_UPDATE");

/** Always for loyalty, never for standalone vouchers (contract, "Campaign"). */
export function joinsOnce(
  campaign: { campaign_type: CampaignType; type: string },
  sent: boolean,
): boolean {
  if (campaign.campaign_type === "LOYALTY_PROGRAM") return true;
  return campaign.type !== "STANDALONE" && sent;
}

/**
 * Rules for codes with everything that was left out: `pattern` says all that `length` does. Refuses
 * codes that could not be stored.
 */
export function definedCodes(
  scope: Scope,
  config: CampaignVoucher["code_config"],
  type: Type,
): NonNullable<CampaignVoucher["code_config"]> {
  const { pattern } = patternOf(scope, { type, code_config: config }, 1);
  return {
    length: pattern.split("#").length - 1,
    charset: config?.charset ?? BASE62,
    pattern,
    ...(config?.prefix && { prefix: config.prefix }),
    ...(config?.postfix && { postfix: config.postfix }),
  };
}

/** What the campaign's vouchers are made from; null for promotions. Refuses what does not fit its type. */
export function definedTemplate(
  scope: Scope,
  input: CampaignCreate,
  campaignType: CampaignType,
): CampaignVoucher | null {
  if (campaignType === "PROMOTION") return null;
  const voucher = input.voucher ?? {};
  const type = voucher.type ?? VOUCHER_TYPE[campaignType] ?? sentType(voucher);
  const needed = VOUCHER_TYPE[campaignType] ?? type;
  if (type !== needed) {
    throw invalid(`Property .voucher.type must be ${needed} for ${campaignType} campaign`);
  }
  if (!voucher[PART[type]]) {
    throw invalid(`Property '${PART[type]}' is required for ${campaignType} campaign`);
  }
  const quantity = voucher.redemption?.quantity ?? null;
  checkDiscount("voucher.discount", voucher.discount);
  return {
    type,
    ...(type === "DISCOUNT_VOUCHER" && { discount: voucher.discount }),
    ...(type === "GIFT_VOUCHER" && { gift: voucher.gift }),
    ...(type === "LOYALTY_CARD" && { loyalty_card: voucher.loyalty_card }),
    ...(quantity !== null && { redemption: { quantity } }),
    code_config: definedCodes(scope, voucher.code_config, type),
    is_referral_code: campaignType === "REFERRAL_PROGRAM",
  };
}

/** How many vouchers a create makes; a standalone campaign has one, promotions have none. */
export function firstVouchers(
  input: CampaignCreate,
  campaign: { campaign_type: CampaignType; type: string },
): number {
  if (campaign.campaign_type === "PROMOTION") return 0;
  const isSingle = campaign.type === "STANDALONE";
  const count = input.vouchers_count ?? (isSingle ? 1 : 0);
  if (isSingle && count > 1)
    throw invalid("A STANDALONE campaign is made with one voucher at most");
  return count;
}

/** Refuses windows without sense; `at` names the object that has the window, with its dot. */
export function refuseWindow(window: TimeWindow, at = ""): void {
  const defect = windowDefects(window)[0];
  if (!defect) return;
  throw new ApiError("invalid_payload", {
    details: `Property ${at}.${defect.path} ${defect.reason}`,
  });
}

export const duplicateName = (name: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated campaign exists with name ${name}`,
    resource_id: name,
    resource_type: "campaign",
  });
