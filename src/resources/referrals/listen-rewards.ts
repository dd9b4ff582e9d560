import { load } from "../../commit/load";
import { sql } from "../../db/sql";
import type { ReferralTierRow } from "../../db/tables/referrals";
import type { Listener } from "../../events/listeners";
import type { Scope } from "../../scope/scope";
import { campaignById, decodeCampaign } from "../campaigns/store";
import { programOf } from "./convert";
import { type Due, giveReward, type Referred } from "./give-reward";
import { decodeTier, referredIn } from "./reward-store";
import { tiersOf } from "./tiers-store";

/** What a tier gives to who refers: for each referee, or once when they are so many. */
function ofTier(
  tier: ReferralTierRow,
  { refereeId, referrerId, count }: { refereeId: string; referrerId: string; count: number },
): Due[] {
  const { condition, reward } = tier;
  const due = { customerId: referrerId, reward, tier };
  if (!("count" in condition)) {
    return [{ ...due, key: { source_id: tier.id, reason_id: refereeId } }];
  }
  if (count < condition.count) return [];
  return [{ ...due, key: { source_id: tier.id, reason_id: referrerId } }];
}

/** What a referral gives: to the referee as the program says, to the referrer as its tiers say. */
async function dueFor(scope: Scope, refereeId: string, { referral }: Referred): Promise<Due[]> {
  const { campaign_id: id, referrer_id: referrerId } = referral;
  const { campaigns, tiers, counts } = await load(scope, {
    campaigns: campaignById(scope, sql`${id}`),
    tiers: tiersOf(scope, sql`${id}`),
    counts: referredIn(scope, id, referrerId),
  });
  const [campaign] = campaigns.map(decodeCampaign);
  if (!campaign) return [];
  const { referee_reward: reward } = programOf(campaign);
  const count = Number(counts[0]?.referred_customers ?? 0);
  const ofReferee = { key: { source_id: id, reason_id: refereeId }, customerId: refereeId };
  return [
    ...(reward ? [{ ...ofReferee, reward, tier: null }] : []),
    ...tiers.map(decodeTier).flatMap((tier) => ofTier(tier, { refereeId, referrerId, count })),
  ];
}

/**
 * One after the other, as several may be on one card. All that can be given is, whatever else
 * cannot: that is tried again with the others.
 */
async function giveAll(
  scope: Scope,
  [due, ...left]: readonly Due[],
  referred: Referred,
): Promise<void> {
  if (!due) return;
  try {
    await giveReward(scope, due, referred);
  } finally {
    await giveAll(scope, left, referred);
  }
}

/** Gives what a referral promises to both, each once, after it converted. */
export const referralRewards: Listener<"customer.referred"> = {
  name: "referrals.rewards",
  kinds: ["customer.referred"],
  // The referee's, and two tiers, each on a new card; each further one sends some 26 more.
  statements: 82,
  react: async (scope: Scope, { entity_id, data }) => {
    await giveAll(scope, await dueFor(scope, entity_id, data), data);
  },
};
