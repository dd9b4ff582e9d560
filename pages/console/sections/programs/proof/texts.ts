import { textsOf } from "../../../../shared/texts";

export const useProofText = textsOf({
  title: { en: "Ledger proof", de: "Buchprobe" },
  lead: {
    en: "Every entry of every card is added up anew, and held against all that is kept of it.",
    de: "Jede Buchung jeder Karte wird neu addiert und mit allem verglichen, was davon vermerkt ist.",
  },
  at: { en: "As of (empty: now)", de: "Stand (leer: jetzt)" },
  again: { en: "Prove again", de: "Neu prüfen" },
  good: { en: "It adds up", de: "Es geht auf" },
  "good.text": {
    en: "{entries} entries on {cards} cards, worked out at {when}. All sums are equal.",
    de: "{entries} Buchungen auf {cards} Karten, Stand {when}. Alle Summen sind gleich.",
  },
  bad: { en: "It does not add up", de: "Es geht nicht auf" },
  "bad.text": {
    en: {
      one: "{n} card of {cards} has sums that differ, as of {when}.",
      other: "{n} cards of {cards} have sums that differ, as of {when}.",
    },
    de: {
      one: "Bei {n} Karte von {cards} weichen Summen ab, Stand {when}.",
      other: "Bei {n} Karten von {cards} weichen Summen ab, Stand {when}.",
    },
  },
  sum: { en: "What adds up to what", de: "Was was ergibt" },
  kind: { en: "Entries", de: "Buchungen" },
  points: { en: "Points", de: "Punkte" },
  owed: { en: "Owed to members", de: "Den Mitgliedern geschuldet" },
  opening: { en: "Opening", de: "Anfangsbestand" },
  "sum.none": {
    en: "No entries yet: nothing is owed",
    de: "Noch keine Buchungen: nichts geschuldet",
  },
  checks: { en: "Held against each other, card by card", de: "Karte für Karte verglichen" },
  "check.entries": { en: "The sum of a card’s entries", de: "Die Summe der Buchungen einer Karte" },
  "check.last": {
    en: "is the balance its last entry shows",
    de: "ist das Guthaben nach der letzten",
  },
  "check.buckets": { en: "is what lies in its buckets", de: "ist der Inhalt ihrer Töpfe" },
  "check.balance": { en: "is what the card says of itself", de: "ist, was die Karte selbst sagt" },
  "check.past": { en: "only of now, not of the past", de: "nur für jetzt, nicht für früher" },
  equal: { en: "Equal", de: "Gleich" },
  differ: {
    en: { one: "{n} differs", other: "{n} differ" },
    de: { one: "{n} weicht ab", other: "{n} weichen ab" },
  },
  money: { en: "What that is in money", de: "Was das in Geld ist" },
  "money.line": {
    en: "{points} points at {pack} for {ratio} pay {amount}",
    de: "{points} Punkte zu {pack} für {ratio} bezahlen {amount}",
  },
  differences: { en: "Cards that differ", de: "Karten, die abweichen" },
  card: { en: "Card", de: "Karte" },
  last: { en: "Last entry", de: "Letzte Buchung" },
  buckets: { en: "Buckets", de: "Töpfe" },
  balance: { en: "Card says", de: "Karte sagt" },
  hash: { en: "Fingerprint of all balances", de: "Fingerabdruck aller Guthaben" },
  "hash.text": {
    en: "SHA-256. The same cards with the same balances give the same one.",
    de: "SHA-256. Dieselben Karten mit denselben Guthaben ergeben denselben.",
  },
});
