import type { Heard, Listener } from "../../events/listeners";
import type { Scope } from "../../scope/scope";
import { type Cause, convert } from "./convert";

type Kind = "redemption.succeeded" | "customer.custom_event";

/** What may have converted a referral; null where nothing of the event tells of one. */
function causeOf(heard: Heard<Kind>): Cause | null {
  const { kind, data, customer_id: refereeId, entity_id } = heard;
  if (refereeId === null) return null;
  const at = Date.parse(heard.created_at);
  if (kind === "redemption.succeeded") {
    const { voucher } = data;
    if (!voucher?.is_referral_code) return null;
    const redeemed = { code: voucher.id, referrerId: null, event: null, schema: null };
    return { ...redeemed, refereeId, at, id: entity_id, type: "redemption" };
  }
  const { event, event_schema: schema } = data;
  if (!event.referral) return null;
  const { code, referrer_id } = event.referral;
  return {
    ...{ code, referrerId: referrer_id ?? null, event, schema },
    ...{ refereeId, at, id: event.id, type: "custom_event" },
  };
}

/** Converts referrals by redemptions of their codes, and by events that name one. */
export const referralConversion: Listener<Kind> = {
  name: "referrals.conversion",
  kinds: ["redemption.succeeded", "customer.custom_event"],
  statements: 24,
  sift: { keeps: (event) => causeOf(event) !== null },
  react: async (scope: Scope, event) => {
    const cause = causeOf(event);
    if (cause) await convert(scope, cause);
  },
};
