import { ServiceError } from "@vouchsafe/client";

/** What fails on the way, and what is said of it. */
const BROKEN: Readonly<Record<string, string>> = {
  "fetch failed": "Nothing answers there. Is the service running?",
  terminated: "The answer broke off.",
};

/** What is said of a way that broke; null for any other error. */
export const brokenOf = (error: unknown): string | null =>
  (error instanceof TypeError && BROKEN[error.message]) || null;

/** What is said of a failure that may pass by itself; null for one that stays. */
export function passingOf(error: unknown): string | null {
  if (!(error instanceof ServiceError)) return brokenOf(error);
  return error.status === 429 || error.status >= 500 ? error.message : null;
}
