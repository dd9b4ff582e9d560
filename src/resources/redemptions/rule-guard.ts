import type { Statement } from "../../db/client";
import { param, sql } from "../../db/sql";
import type { RuledRedeemable } from "../../deciding/ruled";
import type { Scope } from "../../scope/scope";

/**
 * Aborts the batch where a rule that was decided on was changed since, or a rule was assigned or
 * taken back: a limit that was tightened holds for all that commit after it.
 */
export function guardRules(scope: Scope, redeemables: readonly RuledRedeemable[]): Statement {
  const owners = redeemables.flatMap(({ id, campaign_id }) => [id, campaign_id ?? id]);
  // Codes of one campaign bring its rules each.
  const seen = new Map(redeemables.flatMap(({ rules }) => rules.map(({ version }) => version)));
  const [project, count] = [param(scope.project.id), param(seen.size)];
  const versions = JSON.stringify([...seen]);
  return sql`INSERT INTO assert_v (ok, tag)
    SELECT count(*) = ${count} AND total(json_array(a.id, r.updated_at)
      IN (SELECT value FROM json_each(${versions}))) = ${count}, 'rules_moved'
    FROM json_each(${JSON.stringify([...new Set(owners)])}) o
    CROSS JOIN validation_rules_assignments a
      ON a.project_id = ${project} AND a.related_object_id = o.value
    CROSS JOIN validation_rules r ON r.project_id = ${project} AND r.id = a.rule_id`;
}
