// Decides what a reward costs a member, by the member's tier, and whether it can be had.
import type { RewardParameters } from "../../model/loyalty/reward";
import type { TierMapping } from "../../model/loyalty/tier";
import { multiplied } from "./multiplied";

const MOST_POINTS = Number.MAX_SAFE_INTEGER;

/** A reward in a program; `points` is what it costs there, null for points as money. */
export interface PricedReward {
  points: number | null;
  reward: { parameters: RewardParameters; stock: number | null; redeemed: number };
}

/** What a tier makes of the points of an assignment. */
export function priceInTier(points: number, mapping: TierMapping | null | undefined): number {
  if (!mapping) return points;
  if (mapping.type === "CUSTOM") return mapping.points;
  return multiplied(points, mapping.multiplier, MOST_POINTS);
}

/**
 * The points that a reward costs a member: those of its assignment, or those of the member's tier,
 * which gives others instead or multiplies them, rounded half up (reference 2.13). Of points as
 * money the least that can be paid, which is one pack; no tier changes that.
 */
export function rewardPrice(
  { points, reward }: PricedReward,
  mapping: TierMapping | null | undefined,
): number {
  if (points === null) return "coin" in reward.parameters ? reward.parameters.coin.points_ratio : 0;
  return priceInTier(points, mapping);
}

/** Whether one is left, and costs no more than so many points. */
export function canBeHad(
  assigned: PricedReward,
  mapping: TierMapping | null | undefined,
  points: number,
): boolean {
  const { stock, redeemed } = assigned.reward;
  return (stock === null || redeemed < stock) && rewardPrice(assigned, mapping) <= points;
}
