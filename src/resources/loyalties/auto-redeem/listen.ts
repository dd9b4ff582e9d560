import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { dayOf, endOfDay } from "../../../engine/loyalty/expiration";
import type { Heard, Listener } from "../../../events/listeners";
import { assert } from "../../../lib/assert";
import type { Scope } from "../../../scope/scope";
import { markCards, redeemsByItself } from "./store";

/** The instant (ISO) of the first midnight of the project's calendar after another (epoch ms). */
export const nextNight = ({ project: { timezone } }: Pick<Scope, "project">, at: number): string =>
  endOfDay(dayOf(at, timezone), timezone).due_at;

type Kind =
  | "voucher.loyalty_card.transaction.created"
  | "voucher.published"
  | "customer.loyalty.tier.joined"
  | "customer.loyalty.tier.left"
  | "customer.loyalty.tier.upgraded"
  | "customer.loyalty.tier.downgraded";

/** Whether its card may pay from now on what it could not pay before. */
function isFind({ data }: Heard<Kind>): boolean {
  if ("balance" in data && data.balance.points <= 0) return false;
  return !("voucher" in data) || Boolean(data.voucher?.loyalty_card);
}

async function mark(scope: Scope, events: readonly Heard<Kind>[]): Promise<void> {
  const cards = events.map(({ entity_id, created_at }) => ({
    id: entity_id,
    due_at: nextNight(scope, Date.parse(created_at)),
  }));
  const result = await commit(scope, { statements: [markCards(scope, cards)], answer: DONE });
  assert(result.ok, "a mark breaks no constraint");
}

/**
 * Finds the cards that may pay the reward of their program that is redeemed by itself: those that
 * got points, that were given to somebody, or whose holder pays another price from now on. The
 * night after the event looks at them; it says what the card can really pay.
 */
export const markPayingCards: Listener<Kind> = {
  name: "loyalties.auto-redeem",
  kinds: [
    "voucher.loyalty_card.transaction.created",
    "voucher.published",
    "customer.loyalty.tier.joined",
    "customer.loyalty.tier.left",
    "customer.loyalty.tier.upgraded",
    "customer.loyalty.tier.downgraded",
  ],
  statements: 1,
  sift: { ask: redeemsByItself, keeps: isFind },
  together: { of: "project", most: 200, statements: 1, react: mark },
  react: (scope, event) => mark(scope, [event]),
};
