import type { CategoryRow } from "../../db/tables/catalogue";
import { categoryIdOf } from "../../deciding/candidates";
import type { Loaded } from "../../deciding/load";
import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import type { Bundle } from "../../engine/bundles/bundle";
import type { Taking } from "../../engine/cart";
import type { FreeGoods } from "../../engine/discounts/effect";
import type { Applied, Decision, Outcome } from "../../engine/stacking/decide";
import type { SkipReason } from "../../engine/stacking/refusal";
import { touchedEntries } from "../../engine/targets/touched";
import { errorBody } from "../../errors";
import { refusalError } from "../../errors/refusal";
import type { Discount } from "../../model/discount";
import { inlineList } from "../../model/list";
import type { DecideRequest } from "../../model/redeemable";
import type { LineTaking } from "../../model/redemption";
import type { ProjectStackingRules, StackingRules } from "../../model/stacking-rules";
import type { Scope } from "../../scope/scope";
import { stackingCategory, viewCategory } from "../categories/view";
import type { Display } from "../orders/display";
import { type OrderIdentity, shownWith, viewCart } from "../orders/view";
import { explain } from "./explain";

const SKIPPED: Record<SkipReason, string> = {
  preceding_validation_failed: "A redeemable before this one cannot be applied",
  exclusion_rules_not_met: "An exclusive redeemable is applied",
  applicable_redeemables_limit_exceeded: "The limit of applicable redeemables is reached",
  applicable_redeemables_per_category_limit_exceeded:
    "The limit of applicable redeemables of this category is reached",
  applicable_exclusive_redeemables_limit_exceeded:
    "The limit of applicable exclusive redeemables is reached",
  applicable_exclusive_redeemables_per_category_limit_exceeded:
    "The limit of applicable exclusive redeemables of this category is reached",
  no_effect: "The redeemable takes nothing off the order",
};

/** Whose an order is. The name of one proves nothing: a browser is told whom it named itself. */
const ownerOf = ({ actor }: Scope, { customer, order }: Loaded): string | null =>
  customer?.id ?? (actor.family === "client" ? null : (order?.customer_id ?? null));

/** What a request's order is called on the wire, stored or not, and what its lines are of. */
export const orderIdentity = (
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  display: Display,
): OrderIdentity => ({
  id: loaded.order?.id ?? null,
  source_id: loaded.order?.source_id ?? request.order?.source_id ?? null,
  status: loaded.order?.status ?? null,
  customer_id: ownerOf(scope, loaded),
  referrer_id: loaded.order?.referrer_id ?? null,
  shown: shownWith(display),
});

/** The free units of a discount with what the catalogue calls them, as far as it knows them. */
function namedUnits<U extends { unit_type?: string | undefined }>(
  unit: U,
  goods: readonly FreeGoods[],
): U {
  const given = goods.find(({ id }) => id === unit.unit_type);
  if (!given) return unit;
  const { id, source_id, name } = given;
  return {
    ...unit,
    [given.object]: {
      id,
      ...(source_id !== null && { source_id }),
      ...(name !== null && { name }),
    },
  };
}

/** A discount as an answer shows it: with its effect and the goods that it gives, never dynamic. */
export function viewDiscount(discount: Discount, goods: readonly FreeGoods[]) {
  if (discount.type !== "UNIT") return { ...discount, is_dynamic: false };
  return {
    ...namedUnits(discount, goods),
    ...(discount.units && { units: discount.units.map((unit) => namedUnits(unit, goods)) }),
    is_dynamic: false,
  };
}

/** A card's balance is shown as the decision saw it: what this order took before is still there. */
function viewResult({ candidate, redeemable, effect }: Applied<RuledRedeemable>) {
  const { credits, points, discount, bundle } = effect;
  const balance = (redeemable.balance ?? 0) + candidate.own.credits;
  return {
    ...(credits !== null && { gift: { balance, credits } }),
    ...(points !== null && { loyalty_card: { points } }),
    ...(discount && { discount: viewDiscount(discount, candidate.goods) }),
    ...(bundle && { bundle: viewBundle(bundle) }),
  };
}

/** What the order holds of the bundle, and what it would still need. */
export const viewBundle = ({ quantity, limit, identified, missing }: Bundle) => ({
  quantity,
  limit,
  identified: [...identified],
  missing: [...missing],
});

/** Its own category or else that of its campaign; one that was deleted is none. */
const viewCategoriesOf = (redeemable: RuledRedeemable, { categories, stacking }: View) =>
  categories
    .filter(({ id }) => id === categoryIdOf(redeemable))
    .map((row) => stackingCategory(viewCategory(row), stacking));

/** What is shown of a redeemable only where the request asks for it. */
const viewRedeemable = (redeemable: RuledRedeemable) => ({
  metadata: redeemable.metadata,
  ...(redeemable.campaign && {
    campaign_name: redeemable.campaign.name,
    campaign_id: redeemable.campaign.id,
  }),
  ...(isTier(redeemable) && {
    name: redeemable.tier.name,
    ...(redeemable.tier.banner !== null && { banner: redeemable.tier.banner }),
  }),
});

/** The same and its categories; nothing of what was not found. */
const viewExpanded = (redeemable: RuledRedeemable | null, view: View) =>
  redeemable && {
    ...(view.expand.includes("redeemable") && viewRedeemable(redeemable)),
    ...(view.expand.includes("category") && { categories: viewCategoriesOf(redeemable, view) }),
  };

/** Entries as they touched the order; where nothing was sent, they are not strict. */
const viewTouched = (entries: ReturnType<typeof touchedEntries>["included"]) =>
  inlineList(entries.map((entry) => ({ ...entry, strict: entry.strict ?? false })));

/** The order after a turn: without lines for who wants nothing expanded. */
function viewTurn({ effect, after }: Applied<RuledRedeemable>, { expand, identity }: View) {
  const cart = expand.length === 0 && after ? { ...after, lines: [] } : after;
  return viewCart(cart, effect.taking, identity);
}

function viewApplied(outcome: Applied<RuledRedeemable>, view: View) {
  const { candidate, redeemable, effect } = outcome;
  const { included, excluded } = touchedEntries(effect.targets);
  return {
    status: "APPLICABLE" as const,
    id: candidate.id,
    object: candidate.object,
    order: viewTurn(outcome, view),
    result: viewResult(outcome),
    applicable_to: viewTouched(included),
    inapplicable_to: viewTouched(excluded),
    ...viewExpanded(redeemable, view),
  };
}

type View = {
  requestId: string;
  identity: OrderIdentity;
  expand: readonly string[];
  categories: readonly CategoryRow[];
  stacking: ProjectStackingRules;
};

function viewOutcome(outcome: Outcome<RuledRedeemable>, view: View) {
  if (outcome.status === "APPLICABLE") return viewApplied(outcome, view);
  const { id, object, redeemable } = outcome.candidate;
  const expanded = viewExpanded(redeemable, view);
  if (outcome.status === "SKIPPED") {
    const details = { message: SKIPPED[outcome.reason], key: outcome.reason };
    return { status: "SKIPPED" as const, id, object, result: { details }, ...expanded };
  }
  const { key, facts } = refusalError(outcome.refusal);
  const error = errorBody(key, facts, view.requestId);
  const details = { message: error.message, key };
  return { status: "INAPPLICABLE" as const, id, object, result: { error, details }, ...expanded };
}

/**
 * The three lists of an answer. ALL shows every entry with its status; PARTIAL shows those that
 * apply or, where none does, those that cannot (docs/behaviour.md).
 */
export function viewOutcomes(
  scope: Scope,
  decision: Decision<RuledRedeemable>,
  view: Omit<View, "requestId" | "stacking">,
) {
  const { stacking } = scope;
  const isExplained = view.expand.includes("explanation");
  const all = decision.outcomes.map((outcome, at) => ({
    ...viewOutcome(outcome, { ...view, requestId: scope.request_id, stacking }),
    ...(isExplained && { explanation: explain(outcome, at + 1, stacking) }),
  }));
  const inapplicable = all.filter(({ status }) => status === "INAPPLICABLE");
  const skipped = all.filter(({ status }) => status === "SKIPPED");
  const applicable = all.filter(({ status }) => status === "APPLICABLE");
  const shown = applicable.length > 0 ? applicable : inapplicable;
  return {
    redeemables: stacking.redeemables_application_mode === "ALL" ? all : shown,
    ...(skipped.length > 0 && { skipped_redeemables: skipped }),
    ...(inapplicable.length > 0 && { inapplicable_redeemables: inapplicable }),
  };
}

const plus = (a: number | undefined, b: number | undefined): number => (a ?? 0) + (b ?? 0);

/** The sum of what two redeemables did to one line. */
const together = (one: LineTaking, more: LineTaking): LineTaking => ({
  ...one,
  discount: one.discount + more.discount,
  discount_quantity: plus(one.discount_quantity, more.discount_quantity),
  added_quantity: plus(one.added_quantity, more.added_quantity),
  added_amount: plus(one.added_amount, more.added_amount),
});

/** Everything that the decision took off the cart and put into it, minor units. */
export function totalTaken(decision: Decision): Taking {
  const lines = new Map<number, LineTaking>();
  let order_discount = 0;
  for (const outcome of decision.outcomes) {
    if (outcome.status !== "APPLICABLE") continue;
    const { taking } = outcome.effect;
    order_discount += taking.order_discount;
    for (const line of taking.lines) {
      const before = lines.get(line.index);
      lines.set(line.index, before ? together(before, line) : line);
    }
  }
  return { order_discount, lines: [...lines.values()] };
}

/** The stacking rules as an answer tells them (contract, "POST /v1/validations"). */
export const viewStackingRules = (stacking: ProjectStackingRules): StackingRules => {
  const {
    discount_calculation_mode: _,
    initial_amount_mode_categories: __,
    discounted_amount_mode_categories: ___,
    ...rules
  } = stacking;
  return rules;
};
