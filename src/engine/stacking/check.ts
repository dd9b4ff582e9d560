// Decides whether one redeemable may apply now, whatever it would take off.
import { err, ok, type Result } from "../../lib/result";
import { WORK } from "../../lib/work";
import type { AskedBundle } from "../bundles/asked";
import { evaluateRules, type RuleOutcome } from "../rules/evaluate";
import type { Facts } from "../rules/facts";
import type { RulesTrace } from "../rules/trace";
import { windowState } from "../time-window";
import { REDEEMABLE_KINDS } from "./kinds";
import type { Refusal, RuleRefusal, StateRefusal } from "./refusal";
import { rewardRefusal } from "./reward";
import type { AssignedRules, Candidate, RedeemableState, Snapshot } from "./snapshot";

/**
 * Whether no use is left: a limit of null is unlimited, of zero none. What this order itself used
 * or holds already is given back first.
 */
const isUsedUp = (redeemable: RedeemableState, { own, yielding }: Candidate): boolean =>
  redeemable.redemption_quantity !== null &&
  redeemable.redeemed_quantity + redeemable.held_quantity - own.quantity - yielding.quantity >=
    redeemable.redemption_quantity;

/** Both switches are on: its own and that of its campaign. */
export const isEnabled = ({
  active,
  campaign,
}: Pick<RedeemableState, "active" | "campaign">): boolean => active && campaign?.active !== false;

/**
 * The redeemable, if it exists, is enabled, inside its time window, not used up, and not the
 * referral code of who redeems. Refuses with the first of these that fails, in this order.
 */
export function checkState<R extends RedeemableState>(
  candidate: Candidate<R>,
  snapshot: Pick<Snapshot, "now" | "timeZone">,
): Result<R, Refusal> {
  const { redeemable } = candidate;
  if (!redeemable) {
    const { object, id } = candidate;
    return err({ reason: "not_found", kind: "unknown", object, id });
  }
  const { disabled, closed, gives } = REDEEMABLE_KINDS[redeemable.type];
  const refuse = (reason: StateRefusal["reason"]) =>
    err<Refusal>({ reason, kind: "state", code: redeemable.code });
  if (!isEnabled(redeemable)) return refuse(disabled);
  const state = windowState(redeemable, snapshot.now, snapshot.timeZone);
  if (state !== "open") return refuse(closed[state]);
  if (isUsedUp(redeemable, candidate)) return refuse("quantity_exceeded");
  if (candidate.is_referrer) return refuse("referrer_not_permitted_to_redeem");
  const refusal = gives === "reward" ? rewardRefusal(candidate, redeemable) : null;
  return refusal ? err(refusal) : ok(redeemable);
}

/** The error key where what a rule lacks is a whole part of the request that was not sent. */
const MISSING: ReadonlyMap<string, RuleRefusal["reason"]> = new Map([
  ["customer", "missing_customer"],
  ["order", "missing_order"],
  ["order.amount", "missing_amount"],
  ["order.initial_amount", "missing_amount"],
  ["order.total_amount", "missing_amount"],
  ["order.items", "missing_order_items"],
]);

/**
 * A customer who is known and counts for nothing was named by a browser without that customer's
 * token.
 */
function reasonOf(
  { scope, missing }: NonNullable<RuleOutcome["violated"]>,
  { customer }: Facts,
): RuleRefusal["reason"] {
  if (missing === "customer" && customer !== null) return "missing_customer_token";
  return MISSING.get(missing ?? "") ?? `${scope}_rules_violated`;
}

const inOrder = (rules: readonly AssignedRules[]): readonly AssignedRules[] =>
  rules.length < 2 ? rules : rules.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** A bundle that is not whole breaks the rule that asks for it. */
function bundleRefusal({ rules }: Candidate, bundle: AskedBundle | null) {
  if (bundle === null || bundle.quantity > 0) return null;
  const { rule_id } = bundle;
  return {
    reason: "order_rules_violated" as const,
    rule_id,
    violation: { rule: "bundle_rules", scope: "order" as const, missing: null },
    message: rules.find(({ id }) => id === rule_id)?.error?.message ?? null,
  };
}

/** One whose formulas, or what they and its rules ask for, could not be worked out. */
export const unworkable = ({ rules }: Candidate, { type, code }: RedeemableState): RuleRefusal => ({
  reason: "redemption_rules_violated",
  kind: "rule",
  type,
  rule_id: rules[0]?.id ?? code,
  violation: { rule: "formula", scope: "redemption", missing: WORK },
  message: null,
});

/**
 * What came of all rules: the first that is not met, and each rule's tree where it is asked for.
 */
export interface RulesChecked {
  refusal: RuleRefusal | null;
  traces: { rule_id: string; trace: RulesTrace }[];
}

/**
 * All rules assigned to the redeemable and its campaign, in the order of their ids; then its
 * bundle. Refuses with the first that is not met. With `traced` every rule is decided and told.
 */
export function checkRules(
  candidate: Candidate,
  redeemable: RedeemableState,
  facts: Facts,
  { bundle, traced }: { bundle: AskedBundle | null; traced: boolean },
): RulesChecked {
  const { type } = redeemable;
  const checked: RulesChecked = { refusal: null, traces: [] };
  for (const set of inOrder(candidate.rules)) {
    const evaluate = () => evaluateRules(set, facts, { trace: traced });
    // What comes behind a refusal is decided for who asks why alone.
    const work = checked.refusal ? facts.work : undefined;
    const { violated, message, trace } = work ? work.aside(evaluate) : evaluate();
    if (trace) checked.traces.push({ rule_id: set.id, trace });
    if (violated === null || checked.refusal) continue;
    const rule_id = set.id;
    const reason = reasonOf(violated, facts);
    checked.refusal = { reason, kind: "rule", type, rule_id, violation: violated, message };
    if (!traced) return checked;
  }
  const broken = bundleRefusal(candidate, bundle);
  if (broken && !checked.refusal) checked.refusal = { ...broken, kind: "rule", type };
  return checked;
}
