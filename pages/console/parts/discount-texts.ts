import { textsOf } from "../../shared/texts";

export const useDiscountText = textsOf({
  type: { en: "What it takes off", de: "Was es abzieht" },
  "type.PERCENT": { en: "A percentage", de: "Einen Prozentsatz" },
  "type.AMOUNT": { en: "An amount", de: "Einen Betrag" },
  "type.FIXED": { en: "All but a fixed price", de: "Alles bis auf einen Festpreis" },
  "type.UNIT": { en: "Free items", de: "Gratisartikel" },
  percent: { en: "Percent", de: "Prozent" },
  "percent.hint": { en: "0 to 100, up to 4 decimals", de: "0 bis 100, bis zu 4 Nachkommastellen" },
  limit: { en: "At most (optional)", de: "Höchstens (freiwillig)" },
  "limit.hint": { en: "In {currency}; a cap on one use", de: "In {currency}; Grenze je Einlösung" },
  amount: { en: "Amount off", de: "Abzug" },
  price: { en: "Fixed price", de: "Festpreis" },
  "money.hint": { en: "In {currency}, such as {sample}", de: "In {currency}, etwa {sample}" },
  units: { en: "How many", de: "Wie viele" },
  unit: { en: "Of what", de: "Wovon" },
  "unit.hint": {
    en: "ID of a product or SKU, such as prod_0a1b",
    de: "ID eines Produkts oder einer SKU, etwa prod_0a1b",
  },
  effect: { en: "Where it counts", de: "Wofür es gilt" },
  "effect.APPLY_TO_ORDER": { en: "The whole order", de: "Die ganze Bestellung" },
  "effect.APPLY_TO_ITEMS": {
    en: "Items that the rules name",
    de: "Artikel, die die Regeln nennen",
  },
  "effect.APPLY_TO_ITEMS_PROPORTIONALLY": {
    en: "Named items, shared by their worth",
    de: "Genannte Artikel, nach Wert verteilt",
  },
  "effect.APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY": {
    en: "Named items, shared by worth, for each unit",
    de: "Genannte Artikel, nach Wert verteilt, je Stück",
  },
  "effect.APPLY_TO_ITEMS_BY_QUANTITY": {
    en: "Each unit of named items",
    de: "Jedes Stück genannter Artikel",
  },
  "effect.ADD_MISSING_ITEMS": { en: "Put in what is missing", de: "Fehlendes dazulegen" },
  "effect.ADD_NEW_ITEMS": { en: "Always put in more", de: "Immer welche dazulegen" },
  "effect.ADD_SAME_ITEMS": { en: "More of the named items", de: "Mehr von genannten Artikeln" },
  "effect.ADD_MANY_ITEMS": { en: "Several items at once", de: "Mehrere Artikel zugleich" },
  "effect.REPLACE_ITEMS": { en: "In place of what is there", de: "Statt vorhandener Artikel" },
  formula: { en: "By a formula (optional)", de: "Nach einer Formel (freiwillig)" },
  "formula.hint": {
    en: "Worked out for each order, such as ORDER_AMOUNT / 10; takes the place of the number",
    de: "Je Bestellung berechnet, etwa ORDER_AMOUNT / 10; gilt anstelle der Zahl",
  },
  kept: {
    en: "This discount has parts that are not shown here. They stay as they are.",
    de: "Dieser Rabatt hat Teile, die hier nicht gezeigt werden. Sie bleiben, wie sie sind.",
  },
  "wrong.percent": { en: "Enter a number from 0 to 100", de: "Gib eine Zahl von 0 bis 100 ein" },
  "wrong.money": {
    en: "Enter an amount such as {sample}",
    de: "Gib einen Betrag wie {sample} ein",
  },
  "wrong.units": { en: "Enter a whole number from 1 on", de: "Gib eine ganze Zahl ab 1 ein" },
  "wrong.unit": { en: "Name a product or SKU", de: "Nenne ein Produkt oder eine SKU" },
});
