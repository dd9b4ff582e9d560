import { textsOf } from "../../../../shared/texts";

export const useRewardText = textsOf({
  title: { en: "Rewards", de: "Prämien" },
  lead: {
    en: "What members can spend their points on.",
    de: "Wofür Mitglieder ihre Punkte ausgeben können.",
  },
  reward: { en: "Reward", de: "Prämie" },
  kind: { en: "Kind", de: "Art" },
  "kind.CAMPAIGN": { en: "A code or a card", de: "Ein Code oder eine Karte" },
  "kind.COIN": { en: "Pay with points", de: "Mit Punkten zahlen" },
  "kind.MATERIAL": { en: "A product", de: "Ein Produkt" },
  price: { en: "Price", de: "Preis" },
  points: {
    en: { one: "{n} point", other: "{n} points" },
    de: { one: "{n} Punkt", other: "{n} Punkte" },
  },
  coin: {
    en: { one: "{n} point pays {amount}", other: "{n} points pay {amount}" },
    de: { one: "{n} Punkt bezahlt {amount}", other: "{n} Punkte bezahlen {amount}" },
  },
  auto: { en: "Redeemed by itself", de: "Wird von selbst eingelöst" },
  stock: { en: "Left", de: "Übrig" },
  unlimited: { en: "Any number", de: "Beliebig viele" },
  since: { en: "Since", de: "Seit" },
  deeds: { en: "Actions", de: "Aktionen" },
  empty: { en: "No rewards yet", de: "Noch keine Prämien" },
  "empty.text": {
    en: "Until there is one, members collect points for nothing.",
    de: "Bis es eine gibt, sammeln Mitglieder Punkte für nichts.",
  },
  all: { en: "All rewards", de: "Alle Prämien" },
  "assign.new": { en: "Make a new one", de: "Neue anlegen" },
  assign: { en: "Add a reward", de: "Prämie aufnehmen" },
  "assign.deed": { en: "Add", de: "Aufnehmen" },
  assigned: { en: "{name} can be had for points", de: "{name} gibt es jetzt für Punkte" },
  "assign.none": { en: "There are no rewards yet", de: "Es gibt noch keine Prämien" },
  "assign.none.text": {
    en: "Make one, then it can be added to the program.",
    de: "Lege eine an, dann lässt sie sich in das Programm aufnehmen.",
  },
  "assign.which": { en: "Which reward", de: "Welche Prämie" },
  "assign.points": { en: "Price in points", de: "Preis in Punkten" },
  "assign.points.wrong": { en: "Enter a whole number from 1", de: "Gib eine ganze Zahl ab 1 ein" },
  "assign.auto": {
    en: "Redeem it by itself as soon as a member can pay",
    de: "Von selbst einlösen, sobald ein Mitglied sie bezahlen kann",
  },
  remove: { en: "Take out", de: "Herausnehmen" },
  "remove.title": { en: "Take out {name}?", de: "{name} herausnehmen?" },
  "remove.text": {
    en: "Members can no longer have it. It can be added again.",
    de: "Mitglieder können sie nicht mehr bekommen. Sie lässt sich wieder aufnehmen.",
  },
  removed: { en: "{name} is out of the program", de: "{name} ist nicht mehr im Programm" },
});
