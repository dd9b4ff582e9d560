// Decides when values are numbers or references: types first, never by coercion to text.

const NUMERIC = /^-?\d{1,15}(\.\d{1,10})?$/;

/** A finite number, or a text that is nothing but one; else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : null;
}

/** A JSON object: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An own property that is a text, or null. */
export const ownText = (value: Record<string, unknown>, key: string): string | null => {
  const text = Object.hasOwn(value, key) ? value[key] : null;
  return typeof text === "string" ? text : null;
};

/**
 * A reference such as `{"object":"product","id":"prod_1"}`: needs an `id` or a `source_id`. A
 * collection is known by its `id` alone.
 */
export const isReference = (value: unknown): value is Record<string, unknown> => {
  if (!isRecord(value)) return false;
  if (ownText(value, "object") === "products_collection") return !!ownText(value, "id");
  return (ownText(value, "id") ?? ownText(value, "source_id")) !== null;
};
