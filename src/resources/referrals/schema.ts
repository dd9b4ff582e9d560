import * as z from "zod";
import { afterId, cursorListOf, listOf, pageQuery } from "../../http/page";
import { bulkOf } from "../../model/bulk";
import { CustomerInput } from "../../model/customer";
import { Filters } from "../../model/filter";
import { RedeemableHolder } from "../../model/holder";
import { Metadata } from "../../model/metadata";
import { Name } from "../../model/name";
import { ReferralCondition, ReferralRewardInput, ReferralTier } from "../../model/referral";

const MOST_HOLDERS = 100;

/** Without a name nobody could be told from the others of the request. */
const Referee = CustomerInput.refine(({ id, source_id }) => id || source_id, {
  error: "should have required property 'source_id'",
}).meta({ anyOf: [{ required: ["id"] }, { required: ["source_id"] }] });

/** Body that gives a referral code to those who are referred (contract, "Referrals"). */
export const HoldersCreate = z.object({
  holders: z.array(Referee).min(1).max(MOST_HOLDERS),
  metadata: Metadata.nullish(),
});
export type HoldersCreate = z.infer<typeof HoldersCreate>;

export const Holders = z.object({ holders: z.array(RedeemableHolder) });

export const HolderQuery = z.object({
  limit: pageQuery.limit,
  order: z.enum(["id", "-id"]).default("-id"),
  starting_after_id: afterId("rh"),
  filters: Filters.optional(),
});
export type HolderQuery = z.infer<typeof HolderQuery>;

/** `total` counts all holders of the code up to 10,000; of a filtered list those that it shows. */
export const HolderList = cursorListOf(RedeemableHolder).extend({ total: z.int().min(0) });

/** What who refers gets in a campaign, as it is added; the campaign of its reward by id or name. */
export const TierInput = z.object({
  name: Name,
  banner: z.string().max(1000).nullish(),
  condition: ReferralCondition,
  reward: ReferralRewardInput,
  metadata: Metadata.nullish(),
});
export type TierInput = z.infer<typeof TierInput>;

/** Tiers are added together, all or none of them. */
export const TiersCreate = bulkOf(TierInput, 10);
export type TiersCreate = z.infer<typeof TiersCreate>;

/** Body of an update: absent keeps, null clears. */
export const TierUpdate = TierInput.partial();
export type TierUpdate = z.infer<typeof TierUpdate>;

export const Tiers = z.array(ReferralTier);
export const TierList = listOf("data", ReferralTier);
