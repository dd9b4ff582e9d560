import type * as z from "zod";
import { load } from "../../commit/load";
import { NOBODY } from "../../deciding/candidates";
import { factsOfItems } from "../../deciding/items";
import { decisionReads, loadedFrom, subjectsOf } from "../../deciding/load";
import { type LoadedRules, rulesIn, UNLIMITED } from "../../deciding/ruled";
import { customerOf, snapshotOf } from "../../deciding/snapshot";
import { aboutOf } from "../../deciding/sql/about";
import { ruleForDecision } from "../../deciding/sql/rule-sets";
import { aboutWhom } from "../../deciding/tracking";
import { decide } from "../../engine/stacking/decide";
import type { Candidate, RedeemableState } from "../../engine/stacking/snapshot";
import { touchedEntries } from "../../engine/targets/touched";
import { errorBody, notFound } from "../../errors";
import { refusalError } from "../../errors/refusal";
import { assert } from "../../lib/assert";
import { DEFAULT_STACKING_RULES } from "../../model/default-stacking-rules";
import { inlineList } from "../../model/list";
import type { Scope } from "../../scope/scope";
import type { RuleRequest } from "./schema";

/** A promotion that is always on and takes nothing off: only its rule decides. */
const PLAIN: Omit<RedeemableState, "id" | "code"> = {
  ...UNLIMITED,
  type: "PROMOTION_TIER",
  active: true,
  campaign: null,
  discount: null,
  gift_effect: null,
  metadata: {},
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
};

const candidateOf = (rule: LoadedRules): Candidate<RedeemableState> => ({
  ...NOBODY,
  id: rule.id,
  object: "promotion_tier",
  redeemable: { ...PLAIN, id: rule.id, code: rule.id },
  rules: [rule],
});

/** The rule and all that decides about it, in one round trip; refuses one that does not exist. */
async function loadRule(scope: Scope, id: string, asked: z.infer<typeof RuleRequest>) {
  const request = { ...asked, redeemables: [] };
  const whom = aboutWhom(scope, request);
  const about = aboutOf(scope.project.id, subjectsOf(scope, request, whom.identity), whom.holder);
  const reads = decisionReads(scope, request, whom);
  const { rules, ...found } = await load(scope, { ...reads, rules: ruleForDecision(about, id) });
  const [rule] = rules.flatMap(rulesIn);
  if (!rule) throw notFound("validation_rules", id);
  return { rule, request, loaded: loadedFrom(scope, request, { identity: whom.identity, found }) };
}

/**
 * Whether a rule is met by an order and a customer, as if it were assigned to a promotion that was
 * never used. One round trip.
 */
export async function validateRule(scope: Scope, id: string, asked: z.infer<typeof RuleRequest>) {
  const { rule, request, loaded } = await loadRule(scope, id, asked);
  const snapshot = snapshotOf(scope, request, loaded, "validate");
  const { outcomes } = decide({
    ...snapshot,
    candidates: [candidateOf(rule)],
    items: factsOfItems(snapshot, snapshot.cart, loaded.goods, rule.collections),
    customer: customerOf(scope, loaded, [{ rules: [rule] }], snapshot),
    stacking: DEFAULT_STACKING_RULES,
  });
  const [outcome] = outcomes;
  assert(outcome && outcome.status !== "SKIPPED", "one candidate has its turn");
  if (outcome.status === "APPLICABLE") {
    const { included } = touchedEntries(outcome.effect.targets);
    return { valid: true, rule_id: id, applicable_to: inlineList(included) };
  }
  const { key, facts } = refusalError(outcome.refusal);
  const isUnmet = key.endsWith("_rules_violated");
  const details = isUnmet ? `Validation rule is not met: ${id}` : facts.details;
  const error = errorBody(key, { ...facts, details }, scope.request_id);
  return { valid: false, rule_id: id, applicable_to: inlineList([]), reason: error.message, error };
}
