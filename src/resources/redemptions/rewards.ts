import type { Statement } from "../../db/client";
import { isTier, type RuledRedeemable, type RuledReward } from "../../deciding/ruled";
import type { PlannedUse } from "../../engine/redemption/plan";
import type { RedemptionEffects, RewardSpent } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { giveBackRewards, type RewardTaking, takeRewards } from "../rewards/store";
import type { RewardGift } from "./reward-gift";

type Use = PlannedUse<RuledRedeemable>;

/** The reward that a redeemable is spent on; null for what is not spent on any. */
export const rewardOf = (redeemable: RuledRedeemable): RuledReward | null =>
  (!isTier(redeemable) && redeemable.reward) || null;

/** A reward as it is at this moment, written down with its redemption. */
const asNow = ({ id: assignment_id, reward, tier }: RuledReward): RewardSpent => ({
  id: reward.id,
  name: reward.name,
  type: reward.type,
  parameters: reward.parameters,
  ...(reward.metadata && { metadata: reward.metadata }),
  created_at: reward.created_at,
  ...(reward.updated_at !== null && { updated_at: reward.updated_at }),
  assignment_id,
  loyalty_tier_id: tier?.id ?? null,
  voucher: null,
  product: null,
  sku: null,
  object: "reward",
});

/** What a member was given beside, as it is written down and shown. */
type Gift = Pick<RewardGift, "shown" | "given">;

/** What a use of a card adds to its effects: the reward, and the entry that takes its points. */
export function rewardEffects(
  scope: Scope,
  { applied, effects }: Use,
  gift: Gift | undefined,
): RedemptionEffects {
  const reward = rewardOf(applied.redeemable);
  if (!reward || effects.points === undefined) return {};
  return {
    transaction_id: scope.newId("vtx"),
    reward: { ...asNow(reward), ...gift?.shown },
    ...(gift && { given: gift.given }),
  };
}

/** Takes one of each reward; the same one of two programs counts twice. */
export function takeRewardsOf(scope: Scope, uses: readonly Use[]): Statement[] {
  const takings = new Map<string, RewardTaking>();
  for (const { applied } of uses) {
    const found = rewardOf(applied.redeemable);
    if (!found) continue;
    const { id, reward, updated_at } = found;
    const before = takings.get(reward.id)?.assignments ?? [];
    const assignments = [...before, { id, seen: updated_at }];
    const [count, seen] = [assignments.length, reward.updated_at];
    takings.set(reward.id, { id: reward.id, count, seen, assignments });
  }
  return takeRewards(scope.project.id, [...takings.values()]);
}

/** Gives one of each reward back. */
export const giveBackRewardsOf = (scope: Scope, effects: readonly RedemptionEffects[]) =>
  giveBackRewards(
    scope.project.id,
    effects.flatMap(({ reward }) => (reward ? [reward.id] : [])),
  );
