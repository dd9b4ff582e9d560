import type { Listener } from "../../../events/listeners";
import { moveMembers } from "./move";

/**
 * Brings the holder of a card into the tier of its points, when they have moved and when it was
 * given the card. What the event says does not count but the ledger, so that it may be heard twice
 * and in any order.
 */
export const followPoints: Listener<
  "voucher.loyalty_card.transaction.created" | "voucher.published"
> = {
  name: "loyalty-tiers.follow-points",
  kinds: ["voucher.loyalty_card.transaction.created", "voucher.published"],
  statements: 16,
  react: async (scope, { data, entity_id }) => {
    if (data.voucher?.loyalty_card) await moveMembers(scope, [entity_id]);
  },
};
