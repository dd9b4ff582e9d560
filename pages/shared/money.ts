import type { Language } from "./language";

/** How the reader's own region writes dates and numbers in the language that the page speaks. */
const localeOf = (spoken: Language): string =>
  navigator.languages.find((locale) => locale.startsWith(spoken)) ?? spoken;

interface Format {
  format: (major: number) => string;
  /** Decimals of the currency: 2 for EUR, 0 for JPY. */
  digits: number;
}

const formats = new Map<string, Format>();

/** The first one of a page costs some 20 ms on a phone: the platform reads its tables for it. */
function formatOf(currency: string, spoken: Language): Format {
  const key = `${spoken} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(localeOf(spoken), { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = made.resolvedOptions();
  const format = { format: (major: number) => made.format(major), digits };
  formats.set(key, format);
  return format;
}

/** Minor units as people write money: 1250 of EUR is "€12.50", "12,50 €". */
export function money(minor: number, currency: string, spoken: Language): string {
  const { format, digits } = formatOf(currency, spoken);
  return format(minor / 10 ** digits);
}

/** What a point is worth, in major units: down to a millionth. */
export const rate = (major: number, currency: string, spoken: Language): string =>
  major.toLocaleString(localeOf(spoken), {
    style: "currency",
    currency,
    maximumFractionDigits: 6,
  });

/** A moment in the reader's own time zone. */
export const moment = (iso: string, spoken: Language): string =>
  new Date(iso).toLocaleString(localeOf(spoken), { dateStyle: "medium", timeStyle: "short" });

/** The day of an instant where the reader is; one of a calendar, without a time, is the same everywhere. */
export const day = (iso: string, spoken: Language): string =>
  new Date(iso).toLocaleDateString(localeOf(spoken), {
    dateStyle: "medium",
    ...(!iso.includes("T") && { timeZone: "UTC" }),
  });

/** A day that comes soon, as people say it. */
export const dayAhead = (iso: string, spoken: Language): string =>
  new Date(iso).toLocaleDateString(localeOf(spoken), { day: "numeric", month: "long" });

/** A day without its year, as the axis of a chart has room for it. */
export const shortDay = (date: Date, spoken: Language): string =>
  date.toLocaleDateString(localeOf(spoken), { day: "numeric", month: "numeric" });
