import * as z from "zod";
import { isRecord } from "../lib/json-value";

/** Own key/value pairs of the shop. Values are any JSON; `__proto__` is a key like any other. */
export const Metadata = z
  .custom<Record<string, unknown>>(isRecord, "must be object")
  .meta({ type: "object", additionalProperties: true });
export type Metadata = Record<string, unknown>;

/** The entries under these keys, which is all that others are shown of metadata. */
export const underKeys = (metadata: Metadata, keys: readonly string[]): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));

/**
 * Metadata after an update: sent keys replace, null removes, others stay. Plain entries keep a
 * hostile `__proto__` from becoming a prototype.
 */
export function mergeMetadata(current: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === undefined) return current;
  if (sent === null) return {};
  const merged = new Map([...Object.entries(current), ...Object.entries(sent)]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null));
}
