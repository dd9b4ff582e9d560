import type { CategoryRow } from "../../db/tables/catalogue";
import type { Applied, Decision, Outcome } from "../../engine/stacking/decide";
import type { SkipReason } from "../../engine/stacking/refusal";
import { errorBody, refusalError } from "../../errors";
import type { Scope } from "../../http/scope";
import { inlineList } from "../../model/list";
import type { DecideRequest } from "../../model/redeemable";
import { viewCategory } from "../categories/view";
import { type OrderIdentity, viewCart } from "../orders/view";
import type { Loaded, RuledVoucher } from "./load";

const SKIPPED: Record<SkipReason, string> = {
  preceding_validation_failed: "A redeemable before this one cannot be applied",
  applicable_redeemables_limit_exceeded: "The limit of applicable redeemables is reached",
  no_effect: "The redeemable takes nothing off the order",
};

/** What a request's order is called on the wire, stored or not. */
export const orderIdentity = (request: DecideRequest, loaded: Loaded): OrderIdentity => ({
  id: loaded.order?.id ?? null,
  source_id: loaded.order?.source_id ?? request.order?.source_id ?? null,
  status: loaded.order?.status ?? null,
  customer_id: loaded.customer?.id ?? loaded.order?.customer_id ?? null,
});

/** A card's balance is shown as the decision saw it: what this order took before is still there. */
function viewResult({ candidate, voucher, effect }: Applied<RuledVoucher>) {
  if (effect.credits !== null) {
    const balance = (voucher.balance ?? 0) + candidate.own.credits;
    return { gift: { balance, credits: effect.credits } };
  }
  if (!voucher.discount) return {};
  return { discount: { effect: "APPLY_TO_ORDER", ...voucher.discount, is_dynamic: false } };
}

/** A voucher's own category or else that of its campaign; one that was deleted is none. */
const categoriesOf = ({ category_id, campaign }: RuledVoucher, known: readonly CategoryRow[]) =>
  known.filter(({ id }) => id === (category_id ?? campaign?.category_id)).map(viewCategory);

function viewApplied(outcome: Applied<RuledVoucher>, view: View) {
  const { identity, expand } = view;
  const { candidate, voucher, effect, after } = outcome;
  return {
    status: "APPLICABLE" as const,
    id: candidate.id,
    object: candidate.object,
    order: viewCart(after, effect.order_discount, identity),
    result: viewResult(outcome),
    applicable_to: inlineList([]),
    inapplicable_to: inlineList([]),
    ...(expand.includes("redeemable") && { metadata: voucher.metadata }),
    ...(expand.includes("category") && { categories: categoriesOf(voucher, view.categories) }),
  };
}

type View = {
  requestId: string;
  identity: OrderIdentity;
  expand: readonly string[];
  categories: readonly CategoryRow[];
};

function viewOutcome(outcome: Outcome<RuledVoucher>, view: View) {
  if (outcome.status === "APPLICABLE") return viewApplied(outcome, view);
  const { id, object } = outcome.candidate;
  if (outcome.status === "SKIPPED") {
    const details = { message: SKIPPED[outcome.reason], key: outcome.reason };
    return { status: "SKIPPED" as const, id, object, result: { details } };
  }
  const { key, facts } = refusalError(outcome.refusal);
  const error = errorBody(key, facts, view.requestId);
  const details = { message: error.message, key };
  return { status: "INAPPLICABLE" as const, id, object, result: { error, details } };
}

/**
 * The three lists of an answer. ALL shows every entry with its status; PARTIAL shows those that
 * apply or, where none does, those that cannot (docs/behaviour.md).
 */
export function viewOutcomes(
  scope: Scope,
  decision: Decision<RuledVoucher>,
  mode: "ALL" | "PARTIAL",
  view: Omit<View, "requestId">,
) {
  const all = decision.outcomes.map((outcome) =>
    viewOutcome(outcome, { ...view, requestId: scope.request_id }),
  );
  const inapplicable = all.filter(({ status }) => status === "INAPPLICABLE");
  const skipped = all.filter(({ status }) => status === "SKIPPED");
  const applicable = all.filter(({ status }) => status === "APPLICABLE");
  const shown = applicable.length > 0 ? applicable : inapplicable;
  return {
    redeemables: mode === "ALL" ? all : shown,
    ...(skipped.length > 0 && { skipped_redeemables: skipped }),
    ...(inapplicable.length > 0 && { inapplicable_redeemables: inapplicable }),
  };
}

/** Everything that the decision took off the cart, minor units. */
export const totalApplied = (decision: Decision): number =>
  decision.outcomes.reduce(
    (total, outcome) =>
      outcome.status === "APPLICABLE" ? total + outcome.effect.order_discount : total,
    0,
  );
