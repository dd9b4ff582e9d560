import type { RawRow } from "../db/client";
import { type PackableRead, packable, rowLayout } from "../db/packed";
import { rewardAssignments } from "../db/tables/loyalty";
import type { DecideRequest } from "../model/redeemable";
import { keyOf } from "../resources/vouchers/store";
import type { Scope } from "../scope/scope";
import { decodeRuledReward, type RuledReward, type RuledVoucher } from "./ruled";
import type { About } from "./sql/about";
import { rewardsForDecision } from "./sql/rewards";

const REWARDS = rowLayout(rewardAssignments, {
  json: ["reward", "tier", "rule_sets"],
  plain: ["voucher_id"],
});

/**
 * Reads the rewards that the request spends cards on, for the load that it rides in; null where it
 * names none.
 */
export function rewardStatement(
  scope: Scope,
  about: About,
  { redeemables }: DecideRequest,
): PackableRead | null {
  const named = redeemables.flatMap(({ object, id, reward }) =>
    reward?.id && !object.startsWith("promotion_")
      ? [{ key: keyOf(scope, id), id, reward: reward.id }]
      : [],
  );
  return named.length > 0 ? packable(rewardsForDecision(about, named), REWARDS) : null;
}

/** The card with its reward, whose rules count like its own. */
const withReward = (card: RuledVoucher, reward: RuledReward): RuledVoucher => ({
  ...card,
  reward,
  rules: [...card.rules, ...reward.rules],
  counters: card.counters.length > 0 ? card.counters : reward.counters,
});

/** The vouchers, those among them that are spent on a reward together with it. */
export function withRewards(
  vouchers: ReadonlyMap<string, RuledVoucher>,
  rows: readonly RawRow[],
): Map<string, RuledVoucher> {
  const rewards = new Map(rows.map(decodeRuledReward).map((each) => [each.voucher_id, each]));
  return new Map(
    [...vouchers].map(([key, voucher]) => {
      const reward = rewards.get(voucher.id);
      return [key, reward ? withReward(voucher, reward) : voucher];
    }),
  );
}
