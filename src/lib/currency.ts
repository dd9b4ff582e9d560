const formats = new Map<string, number>();

/** How many decimals the currency has: 2 for most, 0 for yen. Making a format takes long. */
export function decimalsOf(currency: string): number {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  formats.set(currency, found);
  return found;
}

/** An amount of minor units as people write it: 1999 of EUR is `19.99`, 500 of JPY `500`. */
export function majorUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(amount).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
