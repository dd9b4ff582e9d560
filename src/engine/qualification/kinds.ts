// Names every kind of candidate: what it is, and of which type of campaign.
import { present } from "../../lib/assert";
import { CAMPAIGN_KINDS, CAMPAIGN_TYPES, type CampaignType } from "../../model/campaign-types";
import { VOUCHER_KINDS, VOUCHER_TYPES, type VoucherType } from "../../model/voucher-kinds";

export const RESOURCE_TYPES = ["campaign", "voucher", "promotion_tier", "promotion_stack"] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** What a candidate is, and the type of its campaign; null where it has none. */
export interface CandidateKind {
  resource_type: ResourceType;
  campaign_type: CampaignType | null;
  /** As the index of what may qualify names it (`qualifiable_objects_v`). */
  name: string;
}

const within = (resource_type: ResourceType) => (campaign_type: CampaignType) => ({
  resource_type,
  campaign_type,
  name: `${resource_type}:${campaign_type}`,
});

/**
 * Browsers are shown discounts alone of the vouchers without a campaign, so each type of these is a
 * kind of its own, and cards can be left out.
 */
const standalone = (type: VoucherType): CandidateKind => ({
  resource_type: "voucher",
  campaign_type: null,
  name: VOUCHER_KINDS[type].unit === null ? "voucher:" : `voucher::${type}`,
});

/** A discount voucher without a campaign. */
export const STANDALONE = standalone("DISCOUNT_VOUCHER");

const withCodes = CAMPAIGN_TYPES.filter((type) => CAMPAIGN_KINDS[type].hasVouchers);
const withTiers = CAMPAIGN_TYPES.filter((type) => !CAMPAIGN_KINDS[type].hasVouchers);

/** All kinds there are. */
export const CANDIDATE_KINDS: readonly CandidateKind[] = [
  ...withCodes.map(within("campaign")),
  STANDALONE,
  ...VOUCHER_TYPES.filter((type) => VOUCHER_KINDS[type].unit !== null).map(standalone),
  ...withCodes.map(within("voucher")),
  ...withTiers.map(within("promotion_tier")),
  ...withTiers.map(within("promotion_stack")),
];

const BY_NAME = new Map(CANDIDATE_KINDS.map((kind) => [kind.name, kind]));

/** The kind of this name, which the index alone gives. */
export const kindNamed = (name: string): CandidateKind => present(BY_NAME.get(name), name);
