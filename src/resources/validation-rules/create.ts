import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import { isoNow, type Scope } from "../../scope/scope";
import { collectionsNamed, definedApplicableTo, definedBundle, ruleColumns } from "./define";
import type { RuleCreate } from "./schema";
import { insertRule, type RuleRow } from "./store";
import { viewRule } from "./view";

function newRule(scope: Scope, input: RuleCreate): RuleRow {
  const row = {
    project_id: scope.project.id,
    id: scope.newId("val"),
    name: input.name,
    ...ruleColumns(input.rules),
    bundle_rules: isSent(input.bundle_rules) ? definedBundle(input.bundle_rules) : null,
    error: input.error ?? null,
    applicable_to: definedApplicableTo(input.applicable_to),
    type: input.type ?? "expression",
    context_type: input.context_type ?? "global",
    assignments_count: 0,
    created_at: isoNow(scope),
    updated_at: null,
  };
  return { ...row, collections: collectionsNamed(row) };
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null;

/** Creates a rule; refuses a definition that could not be decided by. */
export const createRule = (scope: Scope, input: RuleCreate): Promise<Answer> =>
  retried(scope, async () => {
    const row = newRule(scope, input);
    const answer = viewRule(row);
    const result = await commit(scope, {
      statements: insertRule(row),
      tally: { validation_rules: 1 },
      events: [
        { kind: "business_validation_rule.created", entity_id: row.id, data: { rule: answer } },
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
