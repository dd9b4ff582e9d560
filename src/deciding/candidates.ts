import { rewardPrice } from "../engine/loyalty/reward-price";
import { isEnabled } from "../engine/stacking/check";
import { REDEEMABLE_KINDS } from "../engine/stacking/kinds";
import { USUAL_HIERARCHY } from "../engine/stacking/order";
import type { Candidate, RewardState } from "../engine/stacking/snapshot";
import type { UsageFacts } from "../engine/usage/facts";
import { NO_USAGE } from "../engine/usage/turn";
import { ApiError } from "../errors";
import { decimalsOf } from "../lib/currency";
import type { DecideRequest, RedeemableInput } from "../model/redeemable";
import { keyOf } from "../resources/vouchers/store";
import { isBrowser, type Scope } from "../scope/scope";
import { ownShare, type Purpose, usesLeftOut } from "./earlier-uses";
import type { Loaded } from "./load";
import { isTier, type RuledRedeemable, type RuledReward } from "./ruled";
import { usageBefore } from "./usage";

/**
 * How often a redeemable was used; read only where it has rules, since nothing else asks for it.
 */
const usageOf = (
  scope: Scope,
  loaded: Loaded,
  redeemable: RuledRedeemable,
  purpose: Purpose,
): UsageFacts =>
  redeemable.rules.length > 0
    ? usageBefore(scope, loaded, redeemable, usesLeftOut(loaded, purpose))
    : NO_USAGE;

/** What a request says of one redeemable, and what for. */
interface Asked {
  purpose: Purpose;
  input: RedeemableInput;
}

/** A reward as the holder's tier has it. */
const rewardState = ({ project }: Scope, assigned: RuledReward): RewardState => {
  const { id, stock, redeemed, parameters } = assigned.reward;
  const decimals = () => decimalsOf(project.currency);
  return {
    id,
    coin: "coin" in parameters ? { ...parameters.coin, decimals: decimals() } : null,
    points: rewardPrice(assigned, assigned.tier?.mapping),
    left: stock === null ? null : stock - redeemed,
  };
};

/** What a redeemable's category is: its own, or else that of its campaign. */
export const categoryIdOf = ({ category_id, campaign }: RuledRedeemable): string | null =>
  category_id ?? campaign?.category_id ?? null;

function categoryOf(loaded: Loaded, redeemable: RuledRedeemable): Candidate["category"] {
  const id = categoryIdOf(redeemable);
  if (id === null) return null;
  const known = loaded.categories.find((each) => each.id === id);
  return {
    id,
    hierarchy: known?.hierarchy ?? USUAL_HIERARCHY,
    stacking_rules_type: redeemable.category_type,
  };
}

/**
 * Whether the customer of the request holds the redeemable, null without a customer. Nobody holds a
 * tier, nor a voucher that was not given out.
 */
const isLinked = ({ identity, customer }: Loaded, redeemable: RuledRedeemable): boolean | null =>
  identity === null
    ? null
    : !isTier(redeemable) && customer !== null && redeemable.holder_id === customer.id;

/**
 * A referral code is for others than who gives it out (reference service, "Referrals"), and than
 * those by whom that one was referred.
 */
const isReferrer = (loaded: Loaded, redeemable: RuledRedeemable): boolean =>
  !isTier(redeemable) &&
  redeemable.is_referral_code &&
  (isLinked(loaded, redeemable) === true || redeemable.is_circular === true);

/** What is known of something that nothing is stored of. */
export const NOBODY: Omit<Candidate<RuledRedeemable>, "id" | "object"> = {
  redeemable: null,
  rules: [],
  credits: null,
  reward: null,
  own: { quantity: 0, credits: 0 },
  yielding: { quantity: 0, amount: 0 },
  usage: NO_USAGE,
  category: null,
  goods: [],
  is_linked: null,
  is_referrer: false,
  publication: null,
};

/** What a card is to be spent on; in a list of redeemables it pays a part of the order. */
function askedReward(
  scope: Scope,
  redeemable: RuledRedeemable,
  { purpose, input }: Asked,
): Candidate["reward"] {
  const { reward: asked } = input;
  if (!asked?.id) return null;
  const found = isTier(redeemable) ? null : redeemable.reward;
  return {
    id: asked.id,
    points: asked.points ?? null,
    found: found ? rewardState(scope, found) : null,
    is_payment: purpose !== "reward",
  };
}

/** A redeemable that was found, as the engine decides on it. */
export function candidateFor(
  scope: Scope,
  loaded: Loaded,
  redeemable: RuledRedeemable,
  asked: Asked,
): Candidate<RuledRedeemable> {
  const { purpose, input } = asked;
  return {
    id: input.id,
    object: REDEEMABLE_KINDS[redeemable.type].object,
    redeemable,
    rules: redeemable.rules,
    credits: input.gift?.credits ?? null,
    reward: askedReward(scope, redeemable, asked),
    own: ownShare(loaded, redeemable, purpose),
    yielding: redeemable.yielding,
    usage: usageOf(scope, loaded, redeemable, purpose),
    category: categoryOf(loaded, redeemable),
    goods: redeemable.goods,
    is_linked: isLinked(loaded, redeemable),
    is_referrer: isReferrer(loaded, redeemable),
    publication: redeemable.publication,
  };
}

/** To a browser a disabled code looks exactly like one that does not exist (docs/behaviour.md). */
function visible(scope: Scope, loaded: Loaded, { id }: RedeemableInput) {
  const voucher = loaded.vouchers.get(keyOf(scope, id)) ?? null;
  return voucher && isBrowser(scope) && !isEnabled(voucher) ? null : voucher;
}

/** A stack stands for its tiers, in their order; one that was deleted meanwhile is not found. */
function expanded(scope: Scope, loaded: Loaded, input: RedeemableInput, purpose: Purpose) {
  const { stack, tiers } = loaded;
  if (!stack) return [{ ...NOBODY, id: input.id, object: "promotion_stack" }];
  return stack.tiers.ids.map((id) => {
    const tier = tiers.get(id);
    const named = { object: "promotion_tier" as const, id };
    return tier
      ? candidateFor(scope, loaded, tier, { purpose, input: named })
      : { ...NOBODY, ...named };
  });
}

/** The candidates of a request in its order; a stack expands into its tiers. */
export const candidatesOf = (
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  purpose: Purpose,
): Candidate<RuledRedeemable>[] =>
  request.redeemables.flatMap((input) => {
    if (input.object === "promotion_stack") return expanded(scope, loaded, input, purpose);
    const isVoucher = input.object !== "promotion_tier";
    const found = isVoucher ? visible(scope, loaded, input) : loaded.tiers.get(input.id);
    if (found) return [candidateFor(scope, loaded, found, { purpose, input })];
    return [{ ...NOBODY, id: input.id, object: isVoucher ? "voucher" : input.object }];
  });

const DUPLICATED = "Duplicated redeemables detected in one redemption";
const STACK_ALONE = "Promotion Stack cannot be use with other redeemables";

/**
 * Refuses a request that names one redeemable twice, by its code or by its id, a stack beside
 * others, and more redeemables than the project allows.
 */
export function refuseRedeemables(scope: Scope, request: DecideRequest, loaded: Loaded): void {
  const names = request.redeemables.map((input) => {
    const voucher = loaded.vouchers.get(keyOf(scope, input.id));
    return voucher && !input.object.startsWith("promotion_")
      ? voucher.id
      : `${input.object}:${keyOf(scope, input.id)}`;
  });
  if (new Set(names).size < names.length) {
    throw new ApiError("duplicated_redeemables", { details: DUPLICATED });
  }
  if (names.length > 1 && request.redeemables.some(({ object }) => object === "promotion_stack")) {
    throw new ApiError("invalid_redeemables", { details: STACK_ALONE });
  }
  const { redeemables_limit: most } = scope.stacking;
  const count = loaded.stack ? loaded.stack.tiers.ids.length : names.length;
  if (count > most) {
    throw new ApiError("invalid_redeemables", {
      details: `Property .redeemables must NOT have more than ${most} items`,
    });
  }
}
