import type { Heard, Listener } from "../../../events/listeners";
import type { Scope } from "../../../scope/scope";
import { hasMembers } from "./member-store";
import { moveMembers } from "./move";

type Kind = "voucher.loyalty_card.transaction.created" | "voucher.published";

async function follow(scope: Scope, events: readonly Heard<Kind>[]): Promise<void> {
  await moveMembers(scope, [...new Set(events.map(({ entity_id }) => entity_id))]);
}

/**
 * Brings the holder of a card into the tier of its points, when they have moved and when it was
 * given the card. What the event says does not count but the ledger, so that it may be heard twice
 * and in any order.
 */
export const followPoints: Listener<Kind> = {
  name: "loyalty-tiers.follow-points",
  kinds: ["voucher.loyalty_card.transaction.created", "voucher.published"],
  statements: 16,
  sift: { ask: hasMembers, keeps: ({ data }) => Boolean(data.voucher?.loyalty_card) },
  // The events of tiers carry the request that moved the points.
  together: { of: "request", most: 100, statements: 16, react: follow },
  react: (scope, event) => follow(scope, [event]),
};
