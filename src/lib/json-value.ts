const NUMERIC = /^-?\d{1,15}(\.\d{1,10})?$/;

/** A finite number, or a text that is nothing but one; else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : null;
}

/** A JSON object: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON object with nothing in it. */
export const isEmptyRecord = (value: unknown): boolean =>
  isRecord(value) && Object.keys(value).length === 0;

/** An own property that is a text, or null. */
export const ownText = (value: Record<string, unknown>, key: string): string | null => {
  const text = Object.hasOwn(value, key) ? value[key] : null;
  return typeof text === "string" ? text : null;
};

/** The same without fields that are null, at any depth. */
export function withoutNulls(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(withoutNulls);
  if (!isRecord(sent)) return sent;
  const own = Object.entries(sent).filter(([, value]) => value !== null);
  return Object.fromEntries(own.map(([name, value]) => [name, withoutNulls(value)]));
}
