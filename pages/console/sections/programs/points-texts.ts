import { textsOf } from "../../../shared/texts";

/** Entries of the ledger, and points that are yet to come. */
export const usePointsText = textsOf({
  transactions: { en: "Transactions", de: "Buchungen" },
  "transactions.none": { en: "No points moved yet", de: "Noch keine Punkte bewegt" },
  when: { en: "When", de: "Wann" },
  card: { en: "Card", de: "Karte" },
  "card.filter": { en: "ID of the card", de: "ID der Karte" },
  points: { en: "Points", de: "Punkte" },
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
