import { type Fragment, param, sql } from "../../db/sql";
import type { Scope } from "../../scope/scope";

/** The rules assigned to a campaign, whose id is an expression, and to its promotion tiers. */
export function rulesOf(scope: Scope, campaign: Fragment): Fragment {
  const project = param(scope.project.id);
  return sql`WITH named (id) AS (SELECT ${campaign}),
      objects (id) AS (SELECT id FROM named UNION ALL
        SELECT t.id FROM named n CROSS JOIN promotion_tiers t INDEXED BY promotion_tiers_campaign
          ON t.project_id = ${project} AND t.campaign_id = n.id)
    SELECT r.* FROM validation_rules r WHERE r.project_id = ${project} AND r.id IN (
      SELECT a.rule_id FROM objects o CROSS JOIN validation_rules_assignments a
        ON a.project_id = ${project} AND a.related_object_id = o.id)`;
}

/** How many stacks go with it. */
export const stacksOf = (scope: Scope, campaign: Fragment): Fragment =>
  sql`SELECT count(*) AS total FROM promotion_stacks s INDEXED BY promotion_stacks_campaign
    WHERE s.project_id = ${scope.project.id} AND s.campaign_id = ${campaign}`;
