import { textsOf } from "../shared/texts";

/** Why a code did nothing, by the key of the service. */
const REASONS = {
  not_found: { en: "There is no such code.", de: "Diesen Code gibt es nicht." },
  voucher_expired: { en: "This code has expired.", de: "Dieser Code ist abgelaufen." },
  voucher_not_active: { en: "This code does not work yet.", de: "Dieser Code gilt noch nicht." },
  voucher_not_active_now: {
    en: "This code does not work now.",
    de: "Dieser Code gilt gerade nicht.",
  },
  voucher_disabled: { en: "This code is switched off.", de: "Dieser Code ist abgeschaltet." },
  quantity_exceeded: {
    en: "This code is used up, or somebody is just paying with it.",
    de: "Dieser Code ist aufgebraucht, oder jemand bezahlt gerade damit.",
  },
  gift_amount_exceeded: {
    en: "Nothing is left on this card.",
    de: "Auf dieser Karte ist nichts mehr.",
  },
  loyalty_card_points_exceeded: {
    en: "You do not have so many points.",
    de: "So viele Punkte hast du nicht.",
  },
  order_rules_violated: {
    en: "This cart does not meet its terms.",
    de: "Dieser Korb erfüllt die Bedingungen nicht.",
  },
  customer_rules_violated: {
    en: "This code is for other shoppers.",
    de: "Dieser Code ist für andere.",
  },
  redemption_rules_violated: { en: "Its limit is reached.", de: "Die Grenze ist erreicht." },
  missing_customer_token: { en: "Sign in to use it.", de: "Melde dich an, um ihn zu nutzen." },
  missing_customer: { en: "Sign in to use it.", de: "Melde dich an, um ihn zu nutzen." },
  invalid_customer: { en: "This belongs to somebody else.", de: "Das gehört jemand anderem." },
  missing_order_items: {
    en: "It needs something in the cart.",
    de: "Dafür muss etwas im Korb sein.",
  },
  referrer_not_permitted_to_redeem: {
    en: "This is your own code: it is for your friends.",
    de: "Das ist dein eigener Code: Er ist für deine Freunde.",
  },
  exclusion_rules_not_met: {
    en: "It cannot be combined with the other code.",
    de: "Er lässt sich mit dem anderen Code nicht kombinieren.",
  },
  applicable_redeemables_limit_exceeded: {
    en: "There are enough codes in this cart.",
    de: "In diesem Korb sind genug Codes.",
  },
  promotion_inactive: { en: "This offer is over.", de: "Dieses Angebot ist vorbei." },
  promotion_not_active_now: {
    en: "This offer is not on now.",
    de: "Dieses Angebot gilt gerade nicht.",
  },
  preceding_validation_failed: {
    en: "Another code is in its way.",
    de: "Ein anderer Code steht im Weg.",
  },
  no_effect: { en: "It would take nothing off.", de: "Er würde nichts abziehen." },
  too_many_requests: {
    en: "Too many tries. Wait a minute.",
    de: "Zu viele Versuche. Warte eine Minute.",
  },
} as const;

const useReasonText = textsOf(REASONS);

const isReason = (key: string): key is keyof typeof REASONS => Object.hasOwn(REASONS, key);

/** A key's text in the shopper's language; of a key that is not known here the service's own. */
export function useReason() {
  const t = useReasonText();
  return (key: string, otherwise: string): string => (isReason(key) ? t(key) : otherwise);
}
