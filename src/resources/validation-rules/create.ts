import type { Answer } from "../../commit/answer";
import { commit, type Effect } from "../../commit/commit";
import { located, refuseFull, usesOf } from "../../commit/locations";
import { retried } from "../../commit/retry";
import { isoNow, type Scope } from "../../scope/scope";
import { collectionsNamed, definedApplicableTo, definedBundle, ruleColumns } from "./define";
import type { RuleCreate } from "./schema";
import { insertRule, type RuleRow } from "./store";
import { viewRule } from "./view";

/** A rule as it will be written, and the locations that it names. */
export interface NewRule {
  rule: RuleRow;
  named: Awaited<ReturnType<typeof located>>;
}

/** Refuses a definition that could not be decided by, and unknown locations. */
export async function newRule(scope: Scope, input: RuleCreate): Promise<NewRule> {
  const columns = ruleColumns(input.rules);
  const named = await located(scope, columns.rules);
  const row = {
    project_id: scope.project.id,
    id: scope.newId("val"),
    name: input.name,
    ...columns,
    rules: named.definition,
    bundle_rules: isSent(input.bundle_rules) ? definedBundle(input.bundle_rules) : null,
    error: input.error ?? null,
    applicable_to: definedApplicableTo(input.applicable_to),
    type: input.type ?? "expression",
    context_type: input.context_type ?? "global",
    assignments_count: 0,
    created_at: isoNow(scope),
    updated_at: null,
  };
  const rule: RuleRow = { ...row, collections: collectionsNamed(row) };
  return { rule, named };
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null;

/** An effect with a rule that is made before all else of it. */
export function withRule(effect: Effect, { rule, named }: NewRule): Effect {
  const { project_id, id } = rule;
  return {
    ...effect,
    statements: [
      ...insertRule(rule),
      ...usesOf({ project_id, object_id: id, object: "validation_rules" }, named),
      ...effect.statements,
    ],
    tally: { ...effect.tally, validation_rules: 1 },
    events: [
      { kind: "business_validation_rule.created", entity_id: id, data: { rule: viewRule(rule) } },
      ...(effect.events ?? []),
    ],
  };
}

/** Creates a rule; refuses a definition that could not be decided by, and unknown locations. */
export const createRule = (scope: Scope, input: RuleCreate): Promise<Answer> =>
  retried(scope, async () => {
    const made = await newRule(scope, input);
    const answer = viewRule(made.rule);
    const result = await commit(scope, withRule({ statements: [], answer }, made));
    if (!result.ok) refuseFull(result.error);
    return result.ok ? answer : null;
  });
