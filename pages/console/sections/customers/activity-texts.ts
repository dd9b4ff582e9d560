import { textsOf } from "../../../shared/texts";

/** What stands in a customer's activity, as the service names it. */
export const ACTIVITY = {
  "customer.created": { en: "First known", de: "Erstmals bekannt" },
  "customer.updated": { en: "Data changed", de: "Daten geändert" },
  "customer.deleted": { en: "Deleted", de: "Gelöscht" },
  "customer.custom_event": { en: "Event of your own", de: "Eigenes Ereignis" },
  "customer.order.created": { en: "Order placed", de: "Bestellung aufgegeben" },
  "customer.order.updated": { en: "Order changed", de: "Bestellung geändert" },
  "customer.order.paid": { en: "Order paid", de: "Bestellung bezahlt" },
  "customer.order.canceled": { en: "Order canceled", de: "Bestellung storniert" },
  "customer.order.fulfilled": { en: "Order fulfilled", de: "Bestellung ausgeführt" },
  "customer.validation.succeeded": { en: "Code accepted", de: "Code angenommen" },
  "customer.validation.failed": { en: "Code refused", de: "Code abgelehnt" },
  "customer.redemption.succeeded": { en: "Redeemed", de: "Eingelöst" },
  "customer.redemption.failed": { en: "Redemption refused", de: "Einlösung abgelehnt" },
  "customer.redemption.rollback.succeeded": {
    en: "Redemption rolled back",
    de: "Einlösung zurückgenommen",
  },
  "customer.redemption.rollback.failed": { en: "Rollback refused", de: "Rücknahme abgelehnt" },
  "customer.publication.succeeded": { en: "Code handed out", de: "Code ausgegeben" },
  "customer.publication.failed": { en: "Handing out failed", de: "Ausgabe gescheitert" },
  "customer.holder.assignment.created": { en: "Became holder of a code", de: "Code erhalten" },
  "customer.holder.assignment.deleted": {
    en: "No longer holder of a code",
    de: "Code abgegeben",
  },
  "customer.voucher.deleted": { en: "Code deleted", de: "Code gelöscht" },
  "customer.voucher.gift.balance_added": {
    en: "Credit of a gift card changed",
    de: "Guthaben einer Karte geändert",
  },
  "customer.voucher.loyalty_card.points_added": { en: "Points moved", de: "Punkte bewegt" },
  "customer.voucher.loyalty_card.points_expired": { en: "Points expired", de: "Punkte verfallen" },
  "customer.voucher.loyalty_card.points_transferred": {
    en: "Points transferred",
    de: "Punkte übertragen",
  },
  "customer.voucher.loyalty_card.pending_points.added": {
    en: "Pending points earned",
    de: "Ausstehende Punkte gesammelt",
  },
  "customer.voucher.loyalty_card.pending_points.updated": {
    en: "Pending points changed",
    de: "Ausstehende Punkte geändert",
  },
  "customer.voucher.loyalty_card.pending_points.activated": {
    en: "Pending points counted",
    de: "Ausstehende Punkte gutgeschrieben",
  },
  "customer.voucher.loyalty_card.pending_points.canceled": {
    en: "Pending points canceled",
    de: "Ausstehende Punkte verworfen",
  },
  "customer.loyalty.tier.joined": { en: "Tier reached", de: "Stufe erreicht" },
  "customer.loyalty.tier.upgraded": { en: "Tier went up", de: "Stufe gestiegen" },
  "customer.loyalty.tier.downgraded": { en: "Tier went down", de: "Stufe gesunken" },
  "customer.loyalty.tier.left": { en: "Tier left", de: "Stufe verlassen" },
  "customer.loyalty.tier.prolonged": { en: "Tier prolonged", de: "Stufe verlängert" },
  "customer.loyalty.tier.expiration.changed": {
    en: "End of a tier changed",
    de: "Ende einer Stufe geändert",
  },
  "customer.rewarded": { en: "Rewarded", de: "Belohnt" },
  "customer.rewarded.loyalty_points": { en: "Points earned", de: "Punkte gesammelt" },
  "customer.reward_redemptions.created": { en: "Reward asked for", de: "Prämie angefordert" },
  "customer.reward_redemptions.completed": { en: "Reward received", de: "Prämie erhalten" },
  "customer.reward_redemptions.rolledback": {
    en: "Reward taken back",
    de: "Prämie zurückgenommen",
  },
  "customer.referred": { en: "Referred by somebody", de: "Geworben" },
  "customer.segment.entered": { en: "Entered a segment", de: "In ein Segment gekommen" },
  "customer.segment.left": { en: "Left a segment", de: "Ein Segment verlassen" },
} as const;

export const useActivityText = textsOf(ACTIVITY);
