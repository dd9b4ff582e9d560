import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { located, refuseFull, usesOf } from "../../commit/locations";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { collectionsNamed, definedApplicableTo, definedBundle, ruleColumns } from "./define";
import { reposting } from "./repost";
import type { RuleUpdate } from "./schema";
import { getRule, type RuleChange, type RuleRow, updateRule } from "./store";
import { viewRule } from "./view";

/** The rules that a body brings, with the locations that they name. */
async function rulesOf(scope: Scope, row: RuleRow, { rules }: RuleUpdate) {
  if (rules === undefined || rules === null) return { columns: {}, uses: [] };
  const columns = ruleColumns(rules);
  const named = await located(scope, columns.rules);
  const { project_id, id: object_id } = row;
  return {
    columns: { ...columns, rules: named.definition },
    uses: usesOf({ project_id, object_id, object: "validation_rules" }, named, row.rules),
  };
}

/** The columns a body changes: absent keeps, null empties the bundle and clears the error. */
function changeOf(
  scope: Scope,
  row: RuleRow,
  input: RuleUpdate,
  columns: Partial<RuleChange>,
): RuleChange {
  const { name, bundle_rules, error, applicable_to, type, context_type } = input;
  const change = {
    ...(name && { name }),
    ...columns,
    ...(bundle_rules !== undefined && { bundle_rules: definedBundle(bundle_rules ?? {}) }),
    ...(error !== undefined && { error }),
    ...(applicable_to && { applicable_to: definedApplicableTo(applicable_to) }),
    ...(type && { type }),
    ...(context_type && { context_type }),
    updated_at: nextUpdate(scope, row),
  };
  return { ...change, collections: collectionsNamed({ ...row, ...change }) };
}

/** Updates a rule; its assignments stay. */
export const changeRule = (scope: Scope, id: string, input: RuleUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getRule(scope, id);
    const { columns, uses } = await rulesOf(scope, row, input);
    const change = changeOf(scope, row, input, columns);
    if (changesNothing(row, change)) return viewRule(row);
    const answer = viewRule({ ...row, ...change });
    const { statements, jobs, tally } = reposting(scope, row, change);
    const result = await commit(scope, {
      statements: [...updateRule(row, change), ...uses, ...statements],
      jobs,
      tally,
      events: [{ kind: "business_validation_rule.updated", entity_id: id, data: { rule: answer } }],
      answer,
    });
    if (!result.ok) refuseFull(result.error);
    return result.ok ? answer : null;
  });
