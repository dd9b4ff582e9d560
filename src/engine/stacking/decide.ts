// Decides, for a list of redeemables on one order, which apply, in which order, and what each takes off.
import type { Cart } from "../cart";
import type { ItemFacts } from "../rules/facts";
import { type Taken, type UsageTurn, usageTurn } from "../usage/turn";
import { checkRules, checkState } from "./check";
import { effectOf, type VoucherEffect } from "./effect";
import { factsAt, itemFacts } from "./facts";
import type { Refusal, SkipReason } from "./refusal";
import type { Candidate, Snapshot, VoucherState } from "./snapshot";

/** One that applies. `before` and `after` are the order at its turn. */
export interface Applied<V extends VoucherState = VoucherState> {
  status: "APPLICABLE";
  candidate: Candidate<V>;
  voucher: V;
  effect: VoucherEffect;
  before: Cart | null;
  after: Cart | null;
  /** How often it and its campaign are used with this turn, and what the turn adds to each. */
  usage: UsageTurn;
}

export interface Refused<V extends VoucherState = VoucherState> {
  status: "INAPPLICABLE";
  candidate: Candidate<V>;
  refusal: Refusal;
}

export type Outcome<V extends VoucherState = VoucherState> =
  | Applied<V>
  | Refused<V>
  | { status: "SKIPPED"; candidate: Candidate<V>; reason: SkipReason };

/** The decision that validation shows and redemption carries out. */
export interface Decision<V extends VoucherState = VoucherState> {
  valid: boolean;
  outcomes: Outcome<V>[];
  /** The order after all that applies. */
  cart: Cart | null;
}

const applied = (cart: Cart | null, effect: VoucherEffect): Cart | null =>
  cart && { ...cart, discount_amount: cart.discount_amount + effect.order_discount };

/** The order and the usage that the turns so far have left. */
interface Standing {
  cart: Cart | null;
  taken: Taken;
}

function turn<V extends VoucherState>(
  snapshot: Snapshot<V>,
  candidate: Candidate<V>,
  { cart: before, taken }: Standing,
  items: ItemFacts[],
): Applied<V> | Refused<V> {
  const refused = (refusal: Refusal): Refused<V> => ({
    status: "INAPPLICABLE",
    candidate,
    refusal,
  });
  const state = checkState(candidate, snapshot);
  if (!state.ok) return refused(state.error);
  const voucher = state.value;
  const effect = effectOf(candidate, voucher, before);
  if (!effect.ok) return refused(effect.error);
  const after = applied(before, effect.value);
  const owners = { redeemable: voucher.id, campaign: voucher.campaign?.id ?? null };
  const discount = effect.value.order_discount;
  const usage = usageTurn(owners, candidate.usage, taken, { cart: before, discount });
  const seen = { credits: effect.value.credits, usage: usage.facts };
  const facts = factsAt(snapshot, items, { before, after }, seen);
  const violated = checkRules(candidate, voucher, facts);
  if (violated) return refused(violated);
  return { status: "APPLICABLE", candidate, voucher, effect: effect.value, before, after, usage };
}

/** Nothing is taken off although the order's amount is known. */
const isWithoutEffect = ({ before, effect }: Applied): boolean =>
  before !== null && before.amount !== null && effect.order_discount === 0;

/** Why a candidate does not even get its turn. */
function skipBefore(
  { stacking }: Snapshot,
  soFar: { applicable: number; hasFailed: boolean },
): SkipReason | null {
  const isAll = stacking.redeemables_application_mode === "ALL";
  if (isAll && soFar.hasFailed) return "preceding_validation_failed";
  return soFar.applicable >= stacking.applicable_redeemables_limit
    ? "applicable_redeemables_limit_exceeded"
    : null;
}

/**
 * Takes the candidates in the order of the request, each on the order that the ones before it left.
 * In mode ALL one that cannot apply makes the whole invalid and skips the rest; in mode PARTIAL the
 * others go on (contract, "POST /v1/validations"; reference service, stacking rules).
 */
export function decide<V extends VoucherState>(snapshot: Snapshot<V>): Decision<V> {
  const items = itemFacts(snapshot.cart);
  const outcomes: Outcome<V>[] = [];
  const soFar = { applicable: 0, hasFailed: false };
  let standing: Standing = { cart: snapshot.cart, taken: new Map() };
  for (const candidate of snapshot.candidates) {
    const skipped = skipBefore(snapshot, soFar);
    const outcome: Outcome<V> = skipped
      ? { status: "SKIPPED", candidate, reason: skipped }
      : turn(snapshot, candidate, standing, items);
    if (outcome.status === "INAPPLICABLE") soFar.hasFailed = true;
    if (outcome.status !== "APPLICABLE") {
      outcomes.push(outcome);
    } else if (
      snapshot.stacking.redeemables_no_effect_rule === "SKIP" &&
      isWithoutEffect(outcome)
    ) {
      outcomes.push({ status: "SKIPPED", candidate, reason: "no_effect" });
    } else {
      soFar.applicable += 1;
      standing = { cart: outcome.after, taken: outcome.usage.taken };
      outcomes.push(outcome);
    }
  }
  const isAll = snapshot.stacking.redeemables_application_mode === "ALL";
  return {
    valid: soFar.applicable > 0 && !(isAll && soFar.hasFailed),
    outcomes,
    cart: standing.cart,
  };
}
