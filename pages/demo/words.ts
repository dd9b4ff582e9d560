/**
 * What the shop itself says of its offers and rules. The service keeps one text of each, the English
 * one; the storefront says the same in the shopper's language.
 */
export const SHOP_WORDS = {
  from30: {
    en: "Spend 30.00 or more to use this code.",
    de: "Diesen Code gibt es ab einem Einkauf von 30,00.",
  },
  goldOnly: {
    en: "This code is for members of our club with gold.",
    de: "Dieser Code ist für Gold-Mitglieder unseres Clubs.",
  },
  once: {
    en: "You have used this code before. It works once for everybody.",
    de: "Du hast diesen Code schon benutzt. Er gilt für jede Person einmal.",
  },
  five: { en: "5.00 off from 50.00", de: "5,00 Rabatt ab 50,00" },
  ten: { en: "10 % off from 90.00", de: "10 % Rabatt ab 90,00" },
  desk: { en: "Three for the desk, 20 % off them", de: "Drei für den Schreibtisch, 20 % darauf" },
  tea: {
    en: "Teapot and mug: the mug at half price",
    de: "Kanne und Becher: Becher zum halben Preis",
  },
  winter: { en: "Winter sale: 15 % off everything", de: "Winterschlussverkauf: 15 % auf alles" },
} as const;

const byText = new Map<string, { en: string; de: string }>(
  Object.values(SHOP_WORDS).map((words) => [words.en, words]),
);

/** The shop's text in the shopper's language; one that is not known here stays as it is. */
export const inLanguage = (text: string, language: "en" | "de"): string =>
  byText.get(text)?.[language] ?? text;
