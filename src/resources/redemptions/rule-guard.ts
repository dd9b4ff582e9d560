import type { RuledRedeemable } from "../../deciding/ruled";
import type { SeenRules } from "./guard-store";

/**
 * What redeemables were decided by; codes of one campaign bring its rules each, which count once.
 */
export function seenRules(redeemables: readonly RuledRedeemable[]): SeenRules {
  const owners = redeemables.flatMap(({ id, campaign_id }) => [id, campaign_id ?? id]);
  const seen = new Map(redeemables.flatMap(({ rules }) => rules.map(({ version }) => version)));
  return { owners: [...new Set(owners)], versions: [...seen] };
}
