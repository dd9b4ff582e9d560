import * as z from "zod";
import { fitsBytes } from "../lib/bytes";
import { isRecord } from "../lib/json-value";

const SHOWN = { type: "object", additionalProperties: true } as const;
const record = z.custom<Record<string, unknown>>(isRecord, "must be object");

/** Own key/value pairs of the shop. Values are any JSON; `__proto__` is a key like any other. */
export const Metadata = record.meta(SHOWN);
export type Metadata = Record<string, unknown>;

const MOST_NOTED = 300_000;

/**
 * Metadata of an entry of the ledger. An event is read with its entry as one text, within which
 * quotation marks of JSON take twice their room, beside all that the entry took of its order.
 */
export const EntryMetadata = record
  .refine(
    (metadata) => fitsBytes(JSON.stringify(metadata), MOST_NOTED),
    `must NOT be larger than ${MOST_NOTED} bytes`,
  )
  .meta(SHOWN);

/** The entries under these keys, which is all that others are shown of metadata. */
export const underKeys = (metadata: Metadata, keys: readonly string[]): Metadata =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));

/** Metadata of something new: null means absent. */
export const newMetadata = (sent: Metadata | null | undefined): Metadata =>
  mergeMetadata({}, sent ?? {});

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
