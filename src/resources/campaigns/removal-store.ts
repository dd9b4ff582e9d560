import type { RawRow, Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, sql } from "../../db/sql";
import type { Assignment } from "../../model/assignment";
import type { Scope } from "../../scope/scope";
import { assignmentsJson } from "./promotions/tiers/sql";

/**
 * The rules assigned to a campaign, whose id is an expression, to its promotion tiers and
 * distributions, and to the rewards and earning rules of a loyalty program.
 */
export function rulesOf(scope: Scope, campaign: Fragment): Fragment {
  const project = param(scope.project.id);
  return sql`WITH named (id) AS (SELECT ${campaign}),
      objects (id) AS (SELECT id FROM named UNION ALL
        SELECT t.id FROM named n CROSS JOIN promotion_tiers t INDEXED BY promotion_tiers_campaign
          ON t.project_id = ${project} AND t.campaign_id = n.id
        UNION ALL SELECT p.id
        FROM named n CROSS JOIN reward_assignments p INDEXED BY reward_assignments_campaign
          ON p.project_id = ${project} AND p.campaign_id = n.id
        UNION ALL SELECT d.id
        FROM named n CROSS JOIN distributions d INDEXED BY distributions_campaign
          ON d.project_id = ${project} AND d.campaign_id = n.id
        UNION ALL SELECT e.id
        FROM named n CROSS JOIN earning_rules e INDEXED BY earning_rules_campaign
          ON e.project_id = ${project} AND e.campaign_id = n.id)
    SELECT r.* FROM validation_rules r WHERE r.project_id = ${project} AND r.id IN (
      SELECT a.rule_id FROM objects o CROSS JOIN validation_rules_assignments a
        ON a.project_id = ${project} AND a.related_object_id = o.id)`;
}

/** How many stacks go with it. */
export const stacksOf = (scope: Scope, campaign: Fragment): Fragment =>
  sql`SELECT count(*) AS total FROM promotion_stacks s INDEXED BY promotion_stacks_campaign
    WHERE s.project_id = ${scope.project.id} AND s.campaign_id = ${campaign}`;

/** Something of a campaign, beside its tiers, that a rule may be assigned to. */
export interface ProgramPart {
  id: string;
  type: "reward_assignment" | "earning_rule" | "distribution";
  assignments: Assignment[];
}

/** The casts hold because the columns are made by `partsOf` alone. */
export const decodePart = ({ id, type, assignments }: RawRow): ProgramPart => ({
  id: String(id),
  type: type as ProgramPart["type"],
  assignments: JSON.parse(String(assignments)) as Assignment[],
});

/** A campaign's distributions, the rewards in a loyalty program, and what earns points in it. */
export function partsOf(scope: Scope, campaign: Fragment): Fragment {
  const project = param(scope.project.id);
  return sql`SELECT p.id, 'reward_assignment' AS type, ${assignmentsJson("p")} AS assignments
      FROM reward_assignments p INDEXED BY reward_assignments_campaign
      WHERE p.project_id = ${project} AND p.campaign_id = ${campaign}
    UNION ALL SELECT e.id, 'earning_rule', ${assignmentsJson("e")}
      FROM earning_rules e INDEXED BY earning_rules_campaign
      WHERE e.project_id = ${project} AND e.campaign_id = ${campaign}
    UNION ALL SELECT d.id, 'distribution', ${assignmentsJson("d")}
      FROM distributions d INDEXED BY distributions_campaign
      WHERE d.project_id = ${project} AND d.campaign_id = ${campaign}`;
}

/**
 * Takes a campaign's distributions, and the rewards, earning rules and tiers of a loyalty program,
 * away with it; aborts where they are others than those that were read.
 */
export function deleteParts(
  projectId: string,
  campaignId: string,
  parts: readonly ProgramPart[],
): Statement[] {
  const [project, campaign] = [param(projectId), param(campaignId)];
  const belonging = sql`WHERE project_id = ${project} AND campaign_id = ${campaign}`;
  const count = (of: ProgramPart["type"]) => parts.filter(({ type }) => type === of).length;
  return [
    sql`DELETE FROM reward_assignments INDEXED BY reward_assignments_campaign ${belonging}`,
    assertChanged("rewards_moved", count("reward_assignment")),
    sql`DELETE FROM earning_rules INDEXED BY earning_rules_campaign ${belonging}`,
    assertChanged("earning_rules_moved", count("earning_rule")),
    sql`DELETE FROM distributions INDEXED BY distributions_campaign ${belonging}`,
    assertChanged("distributions_moved", count("distribution")),
    sql`DELETE FROM loyalty_tiers INDEXED BY loyalty_tiers_campaign ${belonging}`,
  ];
}
