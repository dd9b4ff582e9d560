import type { Answer } from "../../commit/answer";
import { retried } from "../../commit/retry";
import type { Loaded } from "../../deciding/load";
import { snapshotOf } from "../../deciding/snapshot";
import { decide } from "../../engine/stacking/decide";
import { present } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { isUsedUp, NO_CODES, type PublishRefusal } from "../publications/refuse";
import { voucherRow } from "../vouchers/store";
import { atOnce } from "./at-once";
import { fail, failForNothing } from "./fail";
import { carryOut } from "./redeem";
import { planGift } from "./reward-gift";
import { loadRewardRedemption, type MemberNamed } from "./reward-load";
import { rewardOf } from "./rewards";
import type { RewardRedemption } from "./schema";
import { onlyOf } from "./shopper";

/** The reward that the card is spent on, which the decision has found. */
export const spentOn = ({ vouchers }: Loaded) => {
  const [card] = vouchers.values();
  return present(card && rewardOf(card), "the reward of a decision that is valid");
};

/**
 * A member's card is spent on a reward of its program: on goods, on a code, on credits or points of
 * another campaign, or on a part of an order. The one who redeems is the holder of the card. Two
 * round trips.
 */
export async function redeemReward(
  scope: Scope,
  member: MemberNamed,
  { reward, ...sent }: RewardRedemption,
): Promise<Answer> {
  const redeemables = [{ object: "loyalty_card" as const, id: member.name, reward }];
  const request = { ...sent, redeemables };
  const own = atOnce(scope, sent.order);
  const step = async (attempt: number): Promise<Answer | null> => {
    const { loaded, things } = await loadRewardRedemption(scope, request, member, attempt);
    own.refuseTwice(loaded);
    const decision = decide(snapshotOf(scope, request, loaded, "reward"));
    if (!decision.valid) return fail(scope, request, loaded, decision);
    const failFor = (cause: PublishRefusal) =>
      failForNothing(scope, request, loaded, { decision, cause });
    const gift = planGift(scope, { loaded, things, reward: spentOn(loaded) });
    if (!gift.ok) return failFor(gift.error);
    const context = { scope, request, loaded, decision, gift: gift.value, atOnce: own };
    return carryOut(context, onlyOf, async (conflict) =>
      isUsedUp(conflict, attempt) ? failFor(NO_CODES) : null,
    );
  };
  try {
    return await retried(scope, step, [voucherRow(scope, member.name)]);
  } finally {
    own.end();
  }
}
