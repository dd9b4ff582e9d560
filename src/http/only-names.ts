import { isRecord } from "../lib/json-value";

/** Under these names answers tell of people. */
const PEOPLE: ReadonlySet<string> = new Set(["customer", "referrer", "referee", "holder"]);

const isPerson = (name: string | null, value: Record<string, unknown>): boolean =>
  value.object === "customer" || (name !== null && PEOPLE.has(name));

/** The fields that name somebody; nothing else of a person is told. */
const named = ({ id, source_id, object }: Record<string, unknown>) => ({
  ...(id !== undefined && { id }),
  ...(source_id !== undefined && { source_id }),
  ...(object !== undefined && { object }),
});

/**
 * An answer as it is told to a caller without the permission `customers`: of each customer in it,
 * at whatever depth, the id and the source id.
 */
export function onlyNames(value: unknown, name: string | null = null): unknown {
  if (Array.isArray(value)) return value.map((each) => onlyNames(each, name));
  if (!isRecord(value)) return value;
  if (isPerson(name, value)) return named(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      // What a shop writes under metadata is its own.
      key === "metadata" ? inner : onlyNames(inner, key),
    ]),
  );
}
