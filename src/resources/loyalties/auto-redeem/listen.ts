import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { dayOf, endOfDay } from "../../../engine/loyalty/expiration";
import type { Listener } from "../../../events/listeners";
import { assert } from "../../../lib/assert";
import type { Scope } from "../../../scope/scope";
import { markCards } from "./store";

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
  react: async (scope, { data, entity_id, created_at }) => {
    if ("balance" in data && data.balance.points <= 0) return;
    if ("voucher" in data && !data.voucher?.loyalty_card) return;
    const dueAt = nextNight(scope, Date.parse(created_at));
    const result = await commit(scope, {
      statements: [markCards(scope, [entity_id], dueAt)],
      answer: DONE,
    });
    assert(result.ok, "a mark breaks no constraint");
  },
};
