import type { Heard, Listener } from "../../events/listeners";
import type { Scope } from "../../scope/scope";
import { followSegments } from "./follow";
import { mayFollow } from "./standing-store";

const KINDS = [
  "customer.created",
  "customer.updated",
  "customer.referred",
  "customer.order.updated",
  "customer.order.paid",
  "customer.order.fulfilled",
  "customer.order.canceled",
  "redemption.succeeded",
  "redemption.failed",
  "redemption.rollback.succeeded",
  "redemption.rollback.failed",
  "voucher.published",
  "voucher.updated",
  "voucher.deleted",
  "voucher.gift.transaction.created",
  "voucher.loyalty_card.transaction.created",
] as const;
type Kind = (typeof KINDS)[number];

/**
 * Who holds the card or code of which it is, or whom it happened to. Of changes of a code only its
 * return out of the bin moves anybody: it alone happens to its holder.
 */
function personsOf({ kind, customer_id, data }: Heard<Kind>): string[] {
  const isOfCode = kind.startsWith("voucher.") && kind !== "voucher.updated" && "voucher" in data;
  const person = (isOfCode ? data.voucher?.holder_id : null) ?? customer_id;
  const referrer = kind === "customer.referred" && "referral" in data ? [data.referrer.id] : [];
  return person ? [person, ...referrer] : referrer;
}

async function follow(scope: Scope, events: readonly Heard<Kind>[]): Promise<void> {
  const ids = new Set(events.flatMap(personsOf));
  if (ids.size > 0) await followSegments(scope, [...ids]);
}

/**
 * Looks whether a customer has entered or left segments, after whatever moves what filters name.
 * How the customer stands now decides and not the event, so that events may come twice and in any
 * order.
 */
export const segmentMembership: Listener<Kind> = {
  name: "segments.membership",
  kinds: KINDS,
  statements: 10,
  sift: {
    ask: mayFollow,
    keeps: (event, answered) => answered.length > 0 && personsOf(event).length > 0,
  },
  // The events of segments carry the request that moved the customer.
  together: { of: "request", most: 100, statements: 10, react: follow },
  react: (scope, event) => follow(scope, [event]),
};
