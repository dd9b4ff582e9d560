import { BEGINNING, type Place, type Sorted } from "../db/walk";
import { ApiError } from "../errors";

/** A place as the text that a list answers as `more_starting_after`. */
export const textOf = ({ behind, shown, until }: Place): string =>
  Buffer.from(JSON.stringify([behind, shown, until])).toString("base64url");

function read(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

const isSorted = (value: unknown): value is Sorted =>
  value === null || typeof value === "string" || typeof value === "number";

const isBehind = (value: unknown): value is Place["behind"] =>
  value === null ||
  (Array.isArray(value) &&
    value.length === 2 &&
    isSorted(value[0]) &&
    typeof value[1] === "string");

const isShown = (value: unknown): value is Place["shown"] =>
  value === null || (Array.isArray(value) && isSorted(value[0]) && isBehind(value.slice(1)));

/** The place that was sent as `starting_after_id`; refuses what no list has answered. */
export function placeOf(text: string | undefined): Place {
  if (text === undefined) return BEGINNING;
  const sent = read(text);
  const [behind, shown, until] = Array.isArray(sent) ? sent : [];
  if (isBehind(behind) && isShown(shown) && isBehind(until)) return { behind, shown, until };
  throw new ApiError("invalid_query_params", {
    details: "Property .starting_after_id must be what a list answered as more_starting_after",
  });
}
