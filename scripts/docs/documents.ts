/** A text of the pages' frame, in each language that they speak. */
export interface Both {
  en: string;
  de: string;
}

export interface Document {
  file: string;
  /** Its place below `/docs`. */
  slug: string;
  tells: Both;
}

const guide = (slug: string, en: string, de: string): Document => ({
  file: `docs/guides/${slug}.md`,
  slug,
  tells: { en, de },
});
const other = (slug: string, file: string, en: string, de: string): Document => ({
  file: `docs/${file}.md`,
  slug,
  tells: { en, de },
});

/** Guides for who builds a shop, in the order in which they are read. */
export const GUIDES: readonly Document[] = [
  guide(
    "start",
    "A code, asked about, taken and given back, in five minutes.",
    "Ein Code, gefragt, eingelöst und zurückgegeben, in fünf Minuten.",
  ),
  guide(
    "storefront",
    "What pages ask: codes, holds, wallets, and what to tell a shopper.",
    "Was Seiten fragen: Codes, Reservierungen, Guthaben, und was Kunden lesen.",
  ),
  guide(
    "back-end",
    "Campaigns, publications, redemptions, referrals, tokens, safe retries.",
    "Kampagnen, Vergabe, Einlösung, Empfehlungen, Tokens, sichere Wiederholung.",
  ),
  guide(
    "rules",
    "When something applies, to which goods, how often.",
    "Wann etwas gilt, für welche Ware, wie oft.",
  ),
  guide(
    "formulas",
    "Discounts that are worked out from the cart and the customer.",
    "Rabatte, die aus Warenkorb und Kunde berechnet werden.",
  ),
  guide(
    "stacking",
    "Several codes on one cart: turns, groups, and why.",
    "Mehrere Codes auf einem Warenkorb: Reihenfolge, Gruppen, Gründe.",
  ),
  guide(
    "loyalty",
    "Points, tiers, rewards, and what a program owes.",
    "Punkte, Stufen, Prämien, und was ein Programm schuldet.",
  ),
  guide("webhooks", "What happened, told to you, signed.", "Was geschah, dir gemeldet, signiert."),
  guide(
    "moving",
    "From the reference service: clients, codes, cards, the switch.",
    "Vom Referenzdienst hierher: Clients, Codes, Karten, der Wechsel.",
  ),
];

/** What holds everywhere, to look things up in. */
export const DETAILS: readonly Document[] = [
  other(
    "deciding",
    "deciding",
    "Discounts, rules and turns at their edges.",
    "Rabatte, Regeln und Reihenfolge an ihren Rändern.",
  ),
  other("rounding", "rounding", "Every amount, to the cent.", "Jeder Betrag, auf den Cent."),
  other("behaviour", "behaviour", "What else holds, and gaps.", "Was sonst gilt, und Lücken."),
  other(
    "benchmarks",
    "benchmarks",
    "CPU, statements and rows of each operation.",
    "CPU, Anweisungen und Zeilen jeder Operation.",
  ),
  other("scale", "scale", "What grows, and what it costs.", "Was wächst, und was es kostet."),
  other(
    "operations",
    "operations",
    "What to watch in a deployment, and what to do.",
    "Worauf im Betrieb zu achten ist, und was zu tun ist.",
  ),
  other(
    "permissions",
    "permissions",
    "What a key or a token with each one reaches.",
    "Was ein Schlüssel oder Token mit jeder erreicht.",
  ),
  other("errors", "errors", "Each key, and what to do.", "Jeder Schlüssel, und was zu tun ist."),
  other(
    "events",
    "events",
    "Points, codes, referrals: once for each event.",
    "Punkte, Codes, Empfehlungen: einmal je Ereignis.",
  ),
  other("kinds", "webhooks", "What webhooks carry.", "Was Webhooks mitbringen."),
  other("adding", "adding", "For who changes the service.", "Für alle, die den Dienst ändern."),
];

export const DOCUMENTS: readonly Document[] = [...GUIDES, ...DETAILS];
