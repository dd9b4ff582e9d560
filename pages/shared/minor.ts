const known = new Map<string, number>();

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
function digitsOf(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  known.set(currency, digits);
  return digits;
}

/**
 * What somebody wrote, with a comma or a point, in minor units: "12,5" of EUR is 1250; null where it
 * is no amount, or finer than the currency.
 */
export function minorOf(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = "", part = ""] = match ?? [];
  if (!match || part.length > digits) return null;
  return Number(whole + part.padEnd(digits, "0"));
}

/** The same of an amount that may be below zero. */
export function signedMinorOf(text: string, currency: string): number | null {
  const [, sign, amount = ""] = /^([+-]?)(.*)$/.exec(text.trim()) ?? [];
  const minor = minorOf(amount, currency);
  return minor !== null && sign === "-" ? -minor : minor;
}

/** Minor units as somebody would write them into a field: 1250 of EUR is "12.50". */
export const written = (minor: number, currency: string): string => {
  const digits = digitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
};
