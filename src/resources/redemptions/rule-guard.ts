import type { RuledRedeemable } from "../../deciding/ruled";
import type { SeenRules } from "./guard-store";
import { rewardOf } from "./rewards";

/**
 * The rules that redeemables were decided by, with their versions. Codes of one campaign each have
 * the campaign's rules, which count once.
 */
export function seenRules(redeemables: readonly RuledRedeemable[]): SeenRules {
  const owners = redeemables.flatMap((redeemable) => {
    const { id, campaign_id } = redeemable;
    const reward = rewardOf(redeemable);
    return [id, campaign_id ?? id, ...(reward ? [reward.id, reward.reward_id] : [])];
  });
  const seen = new Map(redeemables.flatMap(({ rules }) => rules.map(({ version }) => version)));
  return { owners: [...new Set(owners)], versions: [...seen] };
}
