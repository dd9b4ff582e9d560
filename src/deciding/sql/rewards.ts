import { rowJson } from "../../db/row-json";
import { type Fragment, sql } from "../../db/sql";
import { rewards } from "../../db/tables/loyalty";
import { halfOf } from "../../db/voucher-halves";
import type { About } from "./about";
import { ruleSetsOfReward } from "./rule-sets";

/** A card that is to be spent on a reward: its folded code, or its id. */
export interface CardNamed {
  key: string;
  id: string;
  reward: string;
}

/** The tier of the holder, with what it makes of the reward's price. */
const tier = ({ project }: About): Fragment =>
  sql`(SELECT json_object('id', t.id, 'mapping', (SELECT json(e.value) FROM json_each(t.rewards) e
      WHERE e.key = wa.id))
    FROM loyalty_members m
    CROSS JOIN loyalty_tiers t ON t.project_id = ${project} AND t.id = m.tier_id
    WHERE m.project_id = ${project} AND m.customer_id = v.holder_id
      AND m.campaign_id = v.campaign_id) AS tier`;

/**
 * The rewards that cards are to be spent on, where they are assigned to the program of the card,
 * with everything that a decision needs of each; no row for any other.
 */
export function rewardsForDecision(about: About, named: readonly CardNamed[]): Fragment {
  const { project } = about;
  return sql`SELECT wa.*, v.id AS voucher_id, ${rowJson(rewards, "w")} AS reward, ${tier(about)},
      ${ruleSetsOfReward(about)}
    FROM json_each(${JSON.stringify(named)}) n
    CROSS JOIN vouchers v ON v.project_id = ${project} AND v.code_key = coalesce(
      (SELECT c.code_key FROM vouchers c WHERE c.project_id = ${project}
        AND c.code_key = n.value->>'$.key' AND c.deleted_at IS NULL),
      (SELECT c.code_key FROM vouchers c INDEXED BY vouchers_id WHERE c.project_id = ${project}
        AND c.id = n.value->>'$.id' AND ${halfOf("live", "c")}))
    CROSS JOIN reward_assignments wa INDEXED BY reward_assignments_once
      ON wa.project_id = ${project} AND wa.reward_id = n.value->>'$.reward'
        AND wa.campaign_id = v.campaign_id
    CROSS JOIN rewards w ON w.project_id = ${project} AND w.id = wa.reward_id`;
}
