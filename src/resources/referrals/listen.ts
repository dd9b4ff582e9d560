import type { Heard, Listener } from "../../events/listeners";
import type { WaitingReferral } from "../../model/referral";
import type { Scope } from "../../scope/scope";
import { type Cause, convert } from "./convert";

const KINDS = [
  "redemption.succeeded",
  "customer.custom_event",
  "customer.order.created",
  "customer.order.updated",
  "customer.order.paid",
  "customer.order.fulfilled",
] as const;
type Kind = (typeof KINDS)[number];

const OF_REDEMPTION = { referrerId: null, event: null, schema: null, type: "redemption" } as const;

/** The redemptions of browsers whose order is paid by this. */
function paidBy({ created_at, data }: Heard<Kind>): Cause[] {
  const referrals: readonly WaitingReferral[] =
    "referrals" in data && data.referrals ? data.referrals : [];
  return referrals.map(({ redemption, code, referee }) => ({
    ...{ ...OF_REDEMPTION, code, refereeId: referee, id: redemption },
    ...{ at: Date.parse(created_at), byBrowser: false },
  }));
}

/** What may have converted a referral by itself; null where nothing of the event tells of one. */
function causeOf(heard: Heard<Kind>): Cause | null {
  const { kind, data, customer_id: refereeId, entity_id, by_browser: byBrowser } = heard;
  if (refereeId === null) return null;
  const at = Date.parse(heard.created_at);
  if (kind === "redemption.succeeded") {
    const { voucher } = data;
    if (!voucher?.is_referral_code) return null;
    return { ...OF_REDEMPTION, code: voucher.id, refereeId, at, id: entity_id, byBrowser };
  }
  if (kind !== "customer.custom_event") return null;
  const { event, event_schema: schema } = data;
  if (!event.referral) return null;
  const { code, referrer_id } = event.referral;
  return {
    ...{ code, referrerId: referrer_id ?? null, event, schema },
    ...{ refereeId, at, id: event.id, type: "custom_event", byBrowser },
  };
}

const causesOf = (heard: Heard<Kind>): Cause[] => {
  const own = causeOf(heard);
  return own ? [own, ...paidBy(heard)] : paidBy(heard);
};

/** One after the other: two codes of one campaign convert once. */
async function convertAll(scope: Scope, [next, ...left]: readonly Cause[]): Promise<void> {
  if (!next) return;
  await convert(scope, next);
  await convertAll(scope, left);
}

/**
 * Converts referrals by redemptions of their codes, by events that name one, and by the payment of
 * orders that browsers redeemed their codes on.
 */
export const referralConversion: Listener<Kind> = {
  name: "referrals.conversion",
  kinds: KINDS,
  // An order with two codes; each further one sends eight more.
  statements: 40,
  sift: { keeps: (event) => causesOf(event).length > 0 },
  react: async (scope: Scope, event) => {
    await convertAll(scope, causesOf(event));
  },
};
