// Decides when two values are the same and when they can be ordered: types first, never by coercion to text.
import type { Truth } from "./logic";

const NUMERIC = /^-?\d{1,15}(\.\d{1,10})?$/;

/** A finite number, or a text that is nothing but one; else null. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : null;
}

/** A JSON object: neither null nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ownText = (value: Record<string, unknown>, key: string): string | null => {
  const text = Object.hasOwn(value, key) ? value[key] : null;
  return typeof text === "string" ? text : null;
};

/** A reference such as `{"object":"product","id":"prod_1"}`: needs an `id` or a `source_id`. */
export const isReference = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && (ownText(value, "id") ?? ownText(value, "source_id")) !== null;

/** Who belongs to a collection is not among the facts, so comparing with one has no answer. */
export const isCollection = (value: unknown): boolean =>
  isRecord(value) && ownText(value, "object") === "products_collection";

/** Two texts are compared as they stand ("007" is not "7"); a text and a number as numbers. */
function sameScalar(actual: unknown, expected: unknown): boolean {
  if (typeof actual === typeof expected) return actual === expected;
  if (typeof actual === "boolean") return String(actual) === expected;
  if (typeof expected === "boolean") return String(expected) === actual;
  const left = toNumber(actual);
  return left !== null && left === toNumber(expected);
}

/** Whether a value is the expected scalar or the thing an expected reference points at. */
export function same(actual: unknown, expected: unknown): Truth {
  if (!isRecord(expected)) return !isRecord(actual) && sameScalar(actual, expected);
  if (isCollection(expected)) return null;
  const id = ownText(expected, "id");
  const sourceId = ownText(expected, "source_id");
  return (id !== null && actual === id) || (sourceId !== null && actual === sourceId);
}

/** As `same`, where the actual value may be a list: one fitting element is enough. */
export function sameAny(actual: unknown, expected: unknown): Truth {
  if (!Array.isArray(actual)) return same(actual, expected);
  let result: Truth = false;
  for (const element of actual) {
    const truth = same(element, expected);
    if (truth === true) return true;
    if (truth === null) result = null;
  }
  return result;
}
