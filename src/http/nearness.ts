import type { Context } from "hono";
import type { Trail } from "../db/client";
import { ApiError } from "../errors";
import type { AppEnv } from "./app-env";

/** A place, and a bookmark as its database writes them. */
const BOOKMARK = /^(DB(?:_\d{1,6})?):([0-9A-Za-z-]{1,128})$/;

/** What a request has seen of the database; a later one that brings it sees at least that. */
export const BOOKMARK_HEADER = "X-Vouchsafe-Bookmark";
/** Asks for the newest there is, by `strong`. */
export const CONSISTENCY_HEADER = "X-Vouchsafe-Consistency";

/** The bookmark that an answer carries; null where nothing was read. */
export const bookmarkIn = ({ place, bookmark }: Trail): string | null =>
  bookmark === null ? null : `${place}:${bookmark}`;

/** Whether a request brings a bookmark, of whatever kind. */
export const bringsBookmark = (c: Context<AppEnv>): boolean =>
  c.req.header(BOOKMARK_HEADER) !== undefined;

/**
 * Where what only reads may begin in each place: at the bookmark that is sent, else anywhere; null,
 * which is the primary, for `X-Vouchsafe-Consistency: strong`, for a bookmark that is none, for one
 * of another place, and where no replicas follow. Refuses another consistency (invalid_payload;
 * docs/behaviour.md, near reads).
 */
export function nearnessOf(c: Context<AppEnv>): (place: string) => string | null {
  const consistency = c.req.header(CONSISTENCY_HEADER);
  if (consistency !== undefined && consistency !== "strong") {
    throw new ApiError("invalid_payload", {
      details: `Header ${CONSISTENCY_HEADER} can only be strong`,
    });
  }
  if (consistency === "strong" || !c.get("settings").hasReplicas) return () => null;
  const sent = c.req.header(BOOKMARK_HEADER);
  if (sent === undefined) return () => "first-unconstrained";
  const [, of, bookmark = null] = BOOKMARK.exec(sent) ?? [];
  return (place) => (of === place ? bookmark : null);
}
