// Decides whether one voucher may apply now, whatever it would take off.
import { err, ok, type Result } from "../../lib/result";
import type { RuleSet } from "../../model/rule";
import { evaluateRules, type RuleOutcome } from "../rules/evaluate";
import type { Facts } from "../rules/facts";
import { windowState } from "../time-window";
import type { Refusal, RuleRefusal } from "./refusal";
import type { Candidate, Snapshot, VoucherState } from "./snapshot";

const WINDOW_REASON = {
  before_start: "voucher_not_active",
  after_expiration: "voucher_expired",
  outside: "voucher_not_active_now",
} as const;

/** Null is unlimited, zero is none; this order's own earlier uses are given back first. */
const isUsedUp = (voucher: VoucherState, own: number): boolean =>
  voucher.redemption_quantity !== null &&
  voucher.redeemed_quantity + voucher.held_quantity - own >= voucher.redemption_quantity;

/** Both switches are on: the voucher's own and that of its campaign. */
export const isEnabled = ({
  active,
  campaign,
}: Pick<VoucherState, "active" | "campaign">): boolean => active && campaign?.active !== false;

/**
 * The voucher, if it exists, is enabled, inside its time window and not used up. Refuses with the
 * first of these that fails, in this order.
 */
export function checkState<V extends VoucherState>(
  candidate: Candidate<V>,
  snapshot: Pick<Snapshot, "now" | "timeZone">,
): Result<V, Refusal> {
  const { voucher } = candidate;
  if (!voucher) {
    const { object, id } = candidate;
    return err({ reason: "not_found", kind: "unknown", object, id });
  }
  const refuse = (reason: Exclude<Refusal["reason"], "not_found" | RuleRefusal["reason"]>) =>
    err<Refusal>({ reason, kind: "voucher", code: voucher.code });
  if (!isEnabled(voucher)) return refuse("voucher_disabled");
  const state = windowState(voucher, snapshot.now, snapshot.timeZone);
  if (state !== "open") return refuse(WINDOW_REASON[state]);
  if (isUsedUp(voucher, candidate.own.quantity)) return refuse("quantity_exceeded");
  if (voucher.type === "LOYALTY_CARD") {
    const { reward: id } = candidate;
    return id
      ? err({ reason: "not_found", kind: "unknown", object: "reward", id })
      : refuse("missing_reward");
  }
  return ok(voucher);
}

/** A whole part of the request that was not sent has a key of its own. */
const MISSING: ReadonlyMap<string, RuleRefusal["reason"]> = new Map([
  ["customer", "missing_customer"],
  ["order", "missing_order"],
  ["order.amount", "missing_amount"],
  ["order.initial_amount", "missing_amount"],
  ["order.total_amount", "missing_amount"],
]);

const reasonOf = ({ scope, missing }: NonNullable<RuleOutcome["violated"]>) =>
  MISSING.get(missing ?? "") ?? (`${scope}_rules_violated` as const);

const inOrder = (rules: readonly RuleSet[]): readonly RuleSet[] =>
  rules.length < 2 ? rules : rules.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

/** All rules assigned to the voucher, in the order of their ids; answers the first not met. */
export function checkRules(
  candidate: Candidate,
  voucher: VoucherState,
  facts: Facts,
): RuleRefusal | null {
  for (const set of inOrder(candidate.rules)) {
    const { violated, message } = evaluateRules(set, facts);
    if (violated === null) continue;
    const { type } = voucher;
    const reason = reasonOf(violated);
    return { reason, kind: "rule", type, rule_id: set.id, violation: violated, message };
  }
  return null;
}
