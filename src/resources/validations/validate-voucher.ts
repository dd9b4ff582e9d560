import type * as z from "zod";
import { isTier, type RuledVoucher } from "../../deciding/ruled";
import { errorBody } from "../../errors";
import { assert } from "../../lib/assert";
import { datesOf } from "../../model/window-fields";
import type { Scope } from "../../scope/scope";
import type { ValidateOne } from "./schema";
import type { viewForShopper } from "./shopper";
import { type Decided, type Validated, validate } from "./validate";

/** A card in full, with the credits that are to be taken from it. */
const viewGift = ({ amount, gift_effect }: RuledVoucher, credits: { balance: number }) => ({
  amount: amount ?? 0,
  ...credits,
  ...(gift_effect && { effect: gift_effect }),
});

/** What a card is to be spent on, and for how many points. */
const viewReward = ({ reward }: RuledVoucher, points: number) => ({
  loyalty: { points_cost: points },
  ...(reward && { reward: { id: reward.reward.id, assignment_id: reward.id, points } }),
});

/**
 * The answer for the one code; where it is passed over because it takes nothing off, it is shown as
 * one that does not apply.
 */
export function flat(scope: Scope, answer: Validated | ReturnType<typeof viewForShopper>) {
  const entry = answer.redeemables[0] ?? answer.skipped_redeemables?.[0];
  assert(entry, "one redeemable has one outcome");
  const { tracking_id, session } = answer;
  const { metadata } = entry;
  const shared = {
    ...(tracking_id && { tracking_id }),
    ...(session && { session }),
    ...(metadata && { metadata }),
  };
  if (entry.status === "INAPPLICABLE") {
    const { error } = entry.result;
    return { valid: false, ...shared, reason: error.message, error };
  }
  if (entry.status === "SKIPPED") {
    const facts = { details: entry.result.details.message };
    const error = errorBody("no_applicable_redeemables", facts, scope.request_id);
    return { valid: false, ...shared, reason: error.message, error };
  }
  const { result, applicable_to, inapplicable_to } = entry;
  return {
    valid: true,
    ...shared,
    ...result,
    applicable_to,
    inapplicable_to,
    order: answer.order,
  };
}

interface Shown {
  valid: boolean;
  gift?: { balance: number };
  loyalty_card?: { points: number };
}

/** What older clients read of the voucher beside that: of one that does not apply, for whom. */
function ofVoucher({ loaded: { customer }, decision }: Decided, { gift, loyalty_card }: Shown) {
  const [outcome] = decision.outcomes;
  if (outcome?.status !== "APPLICABLE") return customer ? { customer_id: customer.id } : {};
  const { redeemable } = outcome;
  if (isTier(redeemable)) return {};
  const { campaign } = redeemable;
  return {
    ...(campaign && { campaign: campaign.name, campaign_id: campaign.id }),
    ...datesOf(redeemable),
    ...(gift && { gift: viewGift(redeemable, gift) }),
    ...(loyalty_card && viewReward(redeemable, loyalty_card.points)),
  };
}

/** The same with what is told of the voucher itself. */
export function flatVoucher(scope: Scope, answer: Parameters<typeof flat>[1], decided: Decided) {
  const shown = flat(scope, answer);
  return { ...shown, ...ofVoucher(decided, shown) };
}

/**
 * The validation of one code, flat: what applies and what it does, or the error that keeps it from
 * it.
 */
export const validateVoucher = (
  scope: Scope,
  code: string,
  { gift, reward, ...request }: z.infer<typeof ValidateOne>,
) =>
  validate(
    scope,
    {
      ...request,
      options: { ...request.options, expand: ["redeemable"] },
      redeemables: [{ object: "voucher", id: code, gift, reward }],
    },
    (answer, decided) => ({ code, metadata: {}, ...flatVoucher(scope, answer, decided) }),
  );
