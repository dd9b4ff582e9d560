import type { RuledRedeemable } from "../../deciding/ruled";
import { amountLeft, type Cart } from "../../engine/cart";
import { lineShares } from "../../engine/redemption/plan";
import type { RulesTrace, RuleTrace } from "../../engine/rules/trace";
import type { Applied, Outcome, Traces } from "../../engine/stacking/decide";
import { discountOf, lacksLines } from "../../engine/stacking/effect";
import { calculationBase } from "../../engine/stacking/limits";
import { groupOf } from "../../engine/stacking/order";
import type { ProjectStackingRules } from "../../model/stacking-rules";
import type { Explanation } from "./schema";

type Rules = Explanation["rules"][number]["rules"];

const viewRule = (rule: RuleTrace): Rules[number] => ({
  rule: rule.rule,
  name: rule.name,
  ...(rule.property !== null && { property: rule.property }),
  actual: rule.actual ?? null,
  conditions: rule.conditions.map(({ operator, expected, verdict }) => ({
    operator,
    expected: [...expected],
    verdict,
  })),
  verdict: rule.verdict,
  ...(rule.missing !== null && { missing: rule.missing }),
  ...(rule.nested && { rules: viewTree(rule.nested) }),
});

const viewTree = ({ logic, verdict, rules }: RulesTrace) => ({
  ...(logic !== null && { logic }),
  verdict,
  rules: rules.map(viewRule),
});

const viewTraces = (traces: Traces): Explanation["rules"] =>
  traces.map(({ rule_id, trace }) => ({ id: rule_id, ...viewTree(trace) }));

const total = (cart: Cart | null): number | null => cart && amountLeft(cart);

/** A percentage is given once for each bundle, which few expect (docs/deciding.md, "Bundles"). */
function viewBundles({ bundle, discount }: Applied["effect"]) {
  if (bundle === null) return {};
  const { quantity } = bundle;
  const isMultiplied = quantity > 1 && discount !== null && "percent_off" in discount;
  return {
    bundles: quantity,
    ...(isMultiplied && {
      note: `The percentage is given once for each of the ${quantity} bundles. For a percentage off the goods of each bundle, use a FIXED discount of items with fixed_amount_formula, such as ORDER_ITEM_PRICE * 0.9 for 10% off.`,
    }),
  };
}

/**
 * What the turn did to the order, with the split of an order discount over the lines. Minor units.
 */
function viewStep({ effect, before, after }: Applied) {
  const { taking } = effect;
  const shares = taking.order_discount > 0 ? lineShares(before, taking.order_discount) : null;
  return {
    ...(effect.discount && {
      effect: String(effect.discount.effect),
      ...(lacksLines(effect.discount, before) && { missing: "order.items" }),
    }),
    ...viewBundles(effect),
    amount_before: total(before),
    discount_amount: taking.order_discount,
    items_discount_amount: discountOf(taking) - taking.order_discount,
    amount_after: total(after),
    ...(shares && { line_shares: shares }),
    ...(taking.lines.length > 0 && {
      lines: taking.lines.map(({ index, discount }) => ({ index, discount_amount: discount })),
    }),
  };
}

function viewStanding(outcome: Outcome) {
  if (outcome.status === "APPLICABLE") return viewStep(outcome);
  if (outcome.status === "SKIPPED") return { skipped: outcome.reason };
  return {
    amount_before: total(outcome.before),
    discount_amount: 0,
    items_discount_amount: 0,
    amount_after: total(outcome.before),
  };
}

/**
 * Why a redeemable came out as it did: every rule with the value it saw, and its turn with the
 * order before and after (docs/deciding.md, "Explanations"). `turn` counts from 1.
 */
export const explain = (
  outcome: Outcome<RuledRedeemable>,
  turn: number,
  stacking: ProjectStackingRules,
): Explanation => ({
  rules: outcome.status === "SKIPPED" ? [] : viewTraces(outcome.traces),
  stacking: {
    turn,
    group: groupOf(outcome.candidate, stacking),
    discount_calculation_mode: calculationBase(outcome.candidate, stacking),
    ...viewStanding(outcome),
  },
});
