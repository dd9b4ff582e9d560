import * as z from "zod";
import { isEmptyRecord, isRecord } from "../lib/json-value";

/**
 * The body of an operation on many entries. No body is an empty list, which is done at once
 * (reference service).
 */
export const bulkOf = <T extends z.ZodType>(entry: T, most: number) =>
  z.preprocess(
    (sent) => (sent === null || isEmptyRecord(sent) ? [] : sent),
    z.array(entry).max(most),
  );

const namesNone = (sent: unknown, name: string): boolean => {
  const names = isRecord(sent) ? (sent[name] ?? []) : null;
  return Array.isArray(names) && names.length === 0;
};

/** One metadata for many entries, which stand under a name; a body without them does nothing. */
export const metadataOf = <T extends z.ZodType>(name: string, body: T) =>
  z.preprocess((sent) => (namesNone(sent, name) ? { [name]: [], metadata: {} } : sent), body);
