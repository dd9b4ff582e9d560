import type { RuledRedeemable } from "../../deciding/ruled";
import type { SeenRules } from "./guard-store";

/**
 * The rules that redeemables were decided by, with their versions. Codes of one campaign each have
 * the campaign's rules, which count once.
 */
export function seenRules(redeemables: readonly RuledRedeemable[]): SeenRules {
  const owners = redeemables.flatMap(({ id, campaign_id }) => [id, campaign_id ?? id]);
  const seen = new Map(redeemables.flatMap(({ rules }) => rules.map(({ version }) => version)));
  return { owners: [...new Set(owners)], versions: [...seen] };
}
