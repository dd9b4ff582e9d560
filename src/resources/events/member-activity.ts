import { load } from "../../commit/load";
import { notFound } from "../../errors";
import type { CursorPage } from "../../http/page";
import type { Scope } from "../../scope/scope";
import { refuseOther } from "../vouchers/loyalty-card";
import {
  byNames,
  campaignOfNamed,
  decodeVoucher,
  holderOfNamed,
  idOfNamed,
  pick,
} from "../vouchers/store";
import { acrossArchives, activityReads } from "./activity";
import { ACTIVITY_KINDS } from "./activity-kinds";
import { aboutCard } from "./activity-store";
import type { Activity, MemberActivityQuery } from "./schema";

/** What of a customer's activity may be about its card (reference 2.15, "Member"). */
const OF_MEMBERS = [
  "customer.loyalty.tier.",
  "customer.publication.",
  "customer.redemption.",
  "customer.rewarded",
  "customer.reward_redemptions.",
  "customer.voucher.deleted",
  "customer.voucher.loyalty_card.",
];

const KINDS = Array.from(ACTIVITY_KINDS).flatMap(([name, kind]) =>
  OF_MEMBERS.some((start) => name.startsWith(start)) ? [kind] : [],
);

/**
 * A page of what happened to a card and to its holder in its program, the newest first unless asked
 * otherwise. Refuses what is no card of the program (not_found).
 */
export async function listMemberActivity(
  scope: Scope,
  called: { name: string; program: string | null },
  query: MemberActivityQuery,
): Promise<CursorPage<Activity>> {
  const { name } = called;
  const watched = {
    customer: holderOfNamed(scope, name),
    kinds: KINDS,
    about: aboutCard(idOfNamed(scope, name), campaignOfNamed(scope, name)),
  };
  const { cards, ...found } = await load(scope, {
    cards: byNames(scope, [name]),
    ...activityReads(scope, query, watched),
  });
  const card = pick(scope, cards.map(decodeVoucher), name);
  if (!card) throw notFound("voucher", name);
  refuseOther(card, called);
  return acrossArchives(scope, found, { query, watched, customerId: card.holder_id ?? "" });
}
