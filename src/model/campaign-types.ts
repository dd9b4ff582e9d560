import type { VoucherType } from "./voucher-kinds";

/*
 * What sets the types of campaigns apart, in one place: a new type is a row here. Like the table of
 * voucher kinds, this file imports nothing that runs.
 */

export const CAMPAIGN_TYPES = [
  "LOYALTY_PROGRAM",
  "GIFT_VOUCHERS",
  "DISCOUNT_COUPONS",
  "PROMOTION",
  "REFERRAL_PROGRAM",
] as const;
export type CampaignType = (typeof CAMPAIGN_TYPES)[number];

interface CampaignKind {
  /** The type that its vouchers must be of; null where the body says which, or there are none. */
  voucher: VoucherType | null;
  /** Whether it has codes at all; what has none has tiers and stacks. */
  hasVouchers: boolean;
  /** How its codes are made where nothing is said. */
  type: "AUTO_UPDATE" | "STATIC";
  /** Whether a customer gets one code at most, whatever the body says. */
  joinsOnce: boolean;
  /** Whether its codes recommend, and are held by who does. */
  isReferral: boolean;
}

const CODES = {
  hasVouchers: true,
  type: "AUTO_UPDATE",
  joinsOnce: false,
  isReferral: false,
} as const;

export const CAMPAIGN_KINDS: Record<CampaignType, CampaignKind> = {
  LOYALTY_PROGRAM: { ...CODES, voucher: "LOYALTY_CARD", type: "STATIC", joinsOnce: true },
  GIFT_VOUCHERS: { ...CODES, voucher: "GIFT_VOUCHER" },
  DISCOUNT_COUPONS: { ...CODES, voucher: "DISCOUNT_VOUCHER" },
  PROMOTION: { ...CODES, voucher: null, hasVouchers: false, type: "STATIC" },
  REFERRAL_PROGRAM: { ...CODES, voucher: null, isReferral: true },
};

/** What a campaign is that says no more than what its vouchers are. */
export const campaignTypeFor = (voucher: VoucherType): CampaignType =>
  CAMPAIGN_TYPES.find((type) => CAMPAIGN_KINDS[type].voucher === voucher) ?? "DISCOUNT_COUPONS";
