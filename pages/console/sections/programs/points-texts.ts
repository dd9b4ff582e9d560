import { textsOf } from "../../../shared/texts";

/** Entries of the ledger, and points that are yet to come. */
export const usePointsText = textsOf({
  transactions: { en: "Transactions", de: "Buchungen" },
  "transactions.none": { en: "No points moved yet", de: "Noch keine Punkte bewegt" },
  when: { en: "When", de: "Wann" },
  what: { en: "What", de: "Was" },
  card: { en: "Card", de: "Karte" },
  "card.filter": { en: "ID of the card", de: "ID der Karte" },
  points: { en: "Points", de: "Punkte" },
  after: { en: "Balance after", de: "Guthaben danach" },
  reason: { en: "Reason", de: "Grund" },
  "type.POINTS_ACCRUAL": { en: "Earned", de: "Gesammelt" },
  "type.POINTS_ADDITION": { en: "Added", de: "Gutgeschrieben" },
  "type.POINTS_REMOVAL": { en: "Taken away", de: "Abgezogen" },
  "type.POINTS_REDEMPTION": { en: "Spent", de: "Ausgegeben" },
  "type.POINTS_REFUND": { en: "Given back", de: "Zurückgegeben" },
  "type.POINTS_EXPIRATION": { en: "Expired", de: "Verfallen" },
  "type.POINTS_TRANSFER_IN": { en: "Transferred here", de: "Hierher übertragen" },
  "type.POINTS_TRANSFER_OUT": { en: "Transferred away", de: "Wegübertragen" },
  "type.PENDING_POINTS_ACTIVATION": {
    en: "Pending points counted",
    de: "Ausstehende gutgeschrieben",
  },
  "type.CREDITS_ADDITION": { en: "Credit added", de: "Guthaben gutgeschrieben" },
  "type.CREDITS_REMOVAL": { en: "Credit taken away", de: "Guthaben abgezogen" },
  "type.CREDITS_REDEMPTION": { en: "Credit spent", de: "Guthaben ausgegeben" },
  "type.CREDITS_REFUND": { en: "Credit given back", de: "Guthaben zurückgegeben" },
  pending: { en: "Pending points", de: "Ausstehende Punkte" },
  "pending.none": { en: "No points are pending", de: "Keine Punkte stehen aus" },
  "pending.none.text": {
    en: "Points wait here that an earning rule lets count only some days later.",
    de: "Hier warten Punkte, die laut Sammelregel erst Tage später zählen.",
  },
  from: { en: "Count from", de: "Zählen ab" },
  order: { en: "Order", de: "Bestellung" },
  deeds: { en: "Actions", de: "Aktionen" },
  activate: { en: "Count now", de: "Jetzt zählen" },
  activated: {
    en: { one: "{n} point counts now", other: "{n} points count now" },
    de: { one: "{n} Punkt zählt jetzt", other: "{n} Punkte zählen jetzt" },
  },
  cancel: { en: "Cancel", de: "Verwerfen" },
  "cancel.title": {
    en: { one: "Cancel {n} point?", other: "Cancel {n} points?" },
    de: { one: "{n} Punkt verwerfen?", other: "{n} Punkte verwerfen?" },
  },
  "cancel.text": {
    en: "They will never count. The API has no way back; give points by hand instead.",
    de: "Sie zählen nie. Die API kennt keinen Weg zurück; gib dann Punkte von Hand.",
  },
  canceled: {
    en: { one: "{n} point was canceled", other: "{n} points were canceled" },
    de: { one: "{n} Punkt wurde verworfen", other: "{n} Punkte wurden verworfen" },
  },
});
