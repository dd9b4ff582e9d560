import { isRecord } from "./json-value";

/**
 * The conditions of a field: under `conditions`, or in its place, as the reference service's
 * documents also show them. Null where there are none.
 */
export function conditionsOf(node: unknown): Record<string, unknown> | null {
  if (!isRecord(node)) return null;
  const names = Object.keys(node);
  if (names.length > 0 && names.every((name) => name.startsWith("$"))) return node;
  return names.length === 1 && isRecord(node.conditions) ? node.conditions : null;
}
