import { load } from "../../../commit/load";
import { isCut } from "../../../db/page";
import { canBeHad } from "../../../engine/loyalty/reward-price";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { theCard } from "../../loyalties/members/cards";
import { decodeTier, tierOfCard } from "../../loyalties/tiers/store";
import { byNames, campaignOfNamed, idOfNamed } from "../../vouchers/store";
import { type AssignedReward, decodeAssigned, rewardsOfProgram } from "./store";

/**
 * The rewards of the program that a card is of, newest first; with `isAffordable` those that are
 * left and that the card's points, but for those that are held, can pay at its holder's tier.
 */
export async function rewardsOfMember(
  scope: Scope,
  name: string,
  isAffordable: boolean,
): Promise<Page<AssignedReward>> {
  const { cards, rewards, tiers } = await load(scope, {
    cards: byNames(scope, [name]),
    rewards: rewardsOfProgram(scope, campaignOfNamed(scope, name)),
    tiers: tierOfCard(scope, idOfNamed(scope, name)),
  });
  const card = theCard(scope, cards, { name, program: null });
  const points = (card.balance ?? 0) - card.held_amount;
  const [tier] = tiers.map(decodeTier);
  const all = rewards.map(decodeAssigned);
  const items = isAffordable
    ? all.filter((each) => canBeHad(each, tier?.rewards[each.id], points))
    : all;
  return {
    items,
    total: isAffordable ? items.length : Number(rewards[0]?.page_rows ?? 0),
    has_more: isCut(rewards),
  };
}
