// Decides what stands for a parameter of a query that older clients write otherwise.

import type * as z from "zod";
import { isRecord } from "../lib/json-value";

type Issue = z.core.$ZodIssue;

/** Where a list begins and in which order: what is none of the list's own counts as not sent. */
const isDropped = (name: string, { code }: Issue): boolean =>
  (name === "order" && code === "invalid_value") ||
  (name === "starting_after_id" && (code === "invalid_format" || code === "too_big"));

/** The value of an enumeration that was sent in other letters. */
function inItsLetters(values: readonly unknown[], sent: unknown): unknown {
  if (typeof sent !== "string") return undefined;
  const lower = sent.toLowerCase();
  return values.find((value) => typeof value === "string" && value.toLowerCase() === lower);
}

/** The query without what no list could mean, and what that was. */
export interface LenientQuery {
  query: unknown;
  dropped: string[];
}

/**
 * In: a query, and what its schema objects to. Out: the query with words of enumerations in their
 * own letters, and without an order or a cursor that the list does not know; null where nothing
 * can be read so.
 */
export function readLeniently(query: unknown, issues: readonly Issue[]): LenientQuery | null {
  if (!isRecord(query)) return null;
  const next: Record<string, unknown> = { ...query };
  const dropped: string[] = [];
  let isChanged = false;
  for (const issue of issues) {
    const [name, ...inside] = issue.path;
    if (typeof name !== "string" || inside.length > 0 || !(name in next)) continue;
    const word = issue.code === "invalid_value" && inItsLetters(issue.values, next[name]);
    if (word) next[name] = word;
    else if (isDropped(name, issue)) {
      delete next[name];
      dropped.push(name);
    } else continue;
    isChanged = true;
  }
  return isChanged ? { query: next, dropped } : null;
}
