const decimals = new Map<string, number>();

/** How many decimals the currency has: 2 for most, 0 for yen. Making a format takes long. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  decimals.set(currency, found);
  return found;
}

/** An amount of minor units as people write it: 1999 of EUR is `19.99`, 500 of JPY `500`. */
export function majorUnits(amount: number | null, currency: string): string | null {
  if (amount === null) return null;
  const places = decimalsOf(currency);
  const digits = String(amount).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
