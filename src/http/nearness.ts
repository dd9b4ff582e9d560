import type { Context } from "hono";
import { ApiError } from "../errors";
import type { AppEnv } from "./app-env";

const BOOKMARK = /^[0-9A-Za-z-]{1,128}$/;

/** What a request has seen of the database; a later one that brings it sees at least that. */
export const BOOKMARK_HEADER = "X-Vouchsafe-Bookmark";
const CONSISTENCY_HEADER = "X-Vouchsafe-Consistency";

/** The bookmark that a request brings, as the database writes them; null for anything else. */
export function bookmarkOf(c: Context<AppEnv>): string | null {
  const sent = c.req.header(BOOKMARK_HEADER) ?? "";
  return BOOKMARK.test(sent) ? sent : null;
}

/**
 * Where what only reads may begin: at the bookmark that is sent, else anywhere; null, which is the
 * primary, for `X-Vouchsafe-Consistency: strong` and for a bookmark that is none. Refuses another
 * consistency (invalid_payload; docs/behaviour.md, near reads).
 */
export function nearnessOf(c: Context<AppEnv>): string | null {
  const consistency = c.req.header(CONSISTENCY_HEADER);
  if (consistency !== undefined && consistency !== "strong") {
    throw new ApiError("invalid_payload", {
      details: `Header ${CONSISTENCY_HEADER} can only be strong`,
    });
  }
  if (consistency === "strong") return null;
  return c.req.header(BOOKMARK_HEADER) === undefined ? "first-unconstrained" : bookmarkOf(c);
}
