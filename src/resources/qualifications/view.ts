import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import type { Bundle } from "../../engine/bundles/bundle";
import type { Taking } from "../../engine/cart";
import { withEffect } from "../../engine/discounts/index";
import type { OmittedRules } from "../../engine/qualification/qualify";
import type { Applied } from "../../engine/stacking/decide";
import { touchedEntries } from "../../engine/targets/touched";
import { inlineList } from "../../model/list";
import type { ProjectStackingRules } from "../../model/stacking-rules";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { stackingCategory } from "../categories/view";
import { type OrderIdentity, viewCart } from "../orders/view";
import { totalTaken, viewBundle, viewDiscount } from "../validations/view";
import type { Found, FoundOne } from "./candidates";
import type { Decided, DecidedOne, DecidedStack } from "./decide";

/** How entries are shown. */
export interface EntryView {
  identity: OrderIdentity;
  expand: readonly string[];
  /** Whether a session was named: what others hold of a card is told then. */
  isLocking: boolean;
  stacking: ProjectStackingRules;
}

/** Credits that sessions hold, those that lapsed left out. */
const lockedOf = ({ held_amount, yielding }: RuledRedeemable): number =>
  Math.max(0, held_amount - yielding.amount);

function viewCard({ redeemable }: FoundOne, credits: number | null, { isLocking }: EntryView) {
  if (isTier(redeemable)) return {};
  const { unit } = VOUCHER_KINDS[redeemable.type];
  if (unit === null) return {};
  const balance = redeemable.balance ?? 0;
  if (unit === "points") return { loyalty_card: { points: redeemable.amount ?? 0, balance } };
  return {
    gift: {
      balance,
      credits: credits ?? 0,
      ...(isLocking && { locked_credits: lockedOf(redeemable) }),
    },
  };
}

/** A discount that has nothing to act on yet is shown as it is kept. */
function viewResult(
  found: FoundOne,
  applied: Applied<RuledRedeemable>,
  view: EntryView,
  unmet: Bundle | null,
) {
  const { credits, discount, bundle } = applied.effect;
  const kept = found.redeemable.discount;
  const shown = discount ?? (kept && withEffect(kept, false));
  const shownBundle = unmet ?? bundle;
  return {
    ...(shown && { discount: viewDiscount(shown, found.redeemable.goods) }),
    ...viewCard(found, credits, view),
    ...(shownBundle && { bundle: viewBundle(shownBundle) }),
  };
}

const campaignOf = (found: FoundOne) =>
  found.object === "campaign"
    ? { id: found.redeemable.id, name: found.name ?? "" }
    : found.redeemable.campaign;

function viewNotes(found: Found) {
  const one = found.object === "promotion_stack" ? found.tiers[0] : found;
  const campaign = one ? campaignOf(one) : null;
  const banner =
    one && one === found && "tier" in one.redeemable ? one.redeemable.tier.banner : null;
  return {
    metadata: one && one === found ? one.redeemable.metadata : {},
    ...(banner !== null && { banner }),
    ...(found.name !== null && { name: found.name }),
    ...(campaign && { campaign_name: campaign.name, campaign_id: campaign.id }),
  };
}

function viewAssignments({ assigned }: Found, omitted: OmittedRules) {
  const assignments = assigned.map((assignment) => {
    const left = omitted.get(assignment.rule_id) ?? [];
    return {
      ...assignment,
      validation_status: left.length > 0 ? ("PARTIALLY_VALID" as const) : ("VALID" as const),
      validation_omitted_rules: [...left],
      object: "validation_rules_assignment" as const,
    };
  });
  return assignments.length > 0 ? { validation_rules_assignments: inlineList(assignments) } : {};
}

const viewCategories = ({ category }: Found, { stacking }: EntryView) =>
  category ? [stackingCategory(category, stacking)] : [];

const viewExpanded = (found: Found, omitted: OmittedRules, view: EntryView) => ({
  ...(view.expand.includes("redeemable") && viewNotes(found)),
  ...(view.expand.includes("category") && { categories: viewCategories(found, view) }),
  ...(view.expand.includes("validation_rules") && viewAssignments(found, omitted)),
});

function viewOne(decided: DecidedOne, view: EntryView) {
  const { found, applied, bundle, omitted } = decided;
  const { effect, after } = applied;
  const { included, excluded } = touchedEntries(effect.targets);
  const rule = found.redeemable.rules[0]?.id;
  return {
    id: found.id,
    object: found.object,
    created_at: found.created_at,
    result: viewResult(found, applied, view, bundle),
    order: viewCart(after, effect.taking, view.identity),
    ...(rule !== undefined && { validation_rule_id: rule }),
    applicable_to: inlineList<unknown>(included),
    inapplicable_to: inlineList<unknown>(excluded),
    ...viewExpanded(found, omitted, view),
  };
}

/**
 * A stack shows the order after all of its tiers, and each tier that applies with the order after
 * it.
 */
function viewStack({ found, decision, omitted }: DecidedStack, view: EntryView) {
  const tiers = decision.outcomes.flatMap((outcome) => {
    if (outcome.status !== "APPLICABLE") return [];
    const tier = found.tiers.find(({ id }) => id === outcome.redeemable.id);
    return tier ? [viewOne({ found: tier, applied: outcome, bundle: null, omitted }, view)] : [];
  });
  return {
    id: found.id,
    object: found.object,
    created_at: found.created_at,
    result: {},
    order: viewCart(decision.cart, totalTaken(decision), view.identity),
    applicable_to: inlineList<unknown>([]),
    inapplicable_to: inlineList<unknown>([]),
    ...viewExpanded(found, omitted, view),
    redeemables: tiers,
  };
}

/** What a candidate would take off the order. */
export const takingOf = (decided: Decided): Taking =>
  "decision" in decided ? totalTaken(decided.decision) : decided.applied.effect.taking;

/** One entry of the answer (reference service, qualification). */
export const viewQualified = (decided: Decided, view: EntryView) =>
  "decision" in decided ? viewStack(decided, view) : viewOne(decided, view);
