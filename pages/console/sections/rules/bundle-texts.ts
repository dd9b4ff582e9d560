import { textsOf } from "../../../shared/texts";

export const useBundleText = textsOf({
  title: { en: "Which goods make a bundle?", de: "Welche Artikel bilden ein Paket?" },
  hint: {
    en: "With nothing named here the order needs no bundle. A bundle is whole when each of its goods finds its units; the discount is given once for each.",
    de: "Ist hier nichts genannt, braucht die Bestellung kein Paket. Ein Paket ist vollständig, wenn alle seine Artikel ihre Stückzahl finden; den Rabatt gibt es je Paket einmal.",
  },
  percent: {
    en: "A percentage is given once for each bundle: 10% on two pairs is 20%. For 10% off each pair, use a fixed price of items with the formula ORDER_ITEM_PRICE * 0.9.",
    de: "Ein Prozentsatz gilt je Paket einmal: 10 % auf zwei Paare sind 20 %. Für 10 % auf jedes Paar nimm einen Festpreis für Artikel mit der Formel ORDER_ITEM_PRICE * 0.9.",
  },
  add: { en: "Add goods", de: "Artikel hinzufügen" },
  part: { en: "Goods {key}", de: "Artikel {key}" },
  drop: { en: "Take goods {key} away", de: "Artikel {key} entfernen" },
  goods: { en: "Any of these", de: "Eines davon" },
  "goods.wrong": { en: "Name at least one", de: "Nenne mindestens eines" },
  units: { en: "Units", de: "Stück" },
  "units.wrong": { en: "A whole number from 1", de: "Eine ganze Zahl ab 1" },
  join: { en: "What makes a bundle", de: "Was ein Paket ausmacht" },
  "join.and": { en: "All goods", de: "Alle Artikel" },
  "join.or": { en: "Any goods", de: "Ein Artikel" },
  "join.own": { en: "Expression", de: "Ausdruck" },
  own: { en: "Expression over the numbers", de: "Ausdruck über die Nummern" },
  "own.hint": { en: "Such as 1 and (2 or 3)", de: "Etwa 1 and (2 or 3)" },
  limit: { en: "Bundles at most", de: "Pakete höchstens" },
  "limit.hint": { en: "Empty: as many as fit", de: "Leer: so viele wie passen" },
  "limit.wrong": { en: "From 1 to 100, or empty", de: "Von 1 bis 100, oder leer" },
  none: { en: "No whole bundle on the sample cart", de: "Kein ganzes Paket im Beispielkorb" },
  some: {
    en: { one: "{n} bundle on the sample cart", other: "{n} bundles on the sample cart" },
    de: { one: "{n} Paket im Beispielkorb", other: "{n} Pakete im Beispielkorb" },
  },
  missing: { en: "Missing: {what}", de: "Es fehlt: {what}" },
});
