import type { Place } from "../db/walk";
import { BEGINNING } from "../db/walk";
import { ApiError } from "../errors";

/** A place as the text that a list answers as `more_starting_after`. */
export const textOf = ({ behind, skipped }: Place): string =>
  Buffer.from(JSON.stringify([behind, skipped])).toString("base64url");

function read(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

const isSorted = (value: unknown): value is string | number | null =>
  value === null || typeof value === "string" || typeof value === "number";

const isBehind = (value: unknown): value is Place["behind"] =>
  value === null ||
  (Array.isArray(value) &&
    value.length === 2 &&
    isSorted(value[0]) &&
    typeof value[1] === "string");

/** The place that was sent as `starting_after_id`; refuses what no list has answered. */
export function placeOf(text: string | undefined): Place {
  if (text === undefined) return BEGINNING;
  const sent = read(text);
  const [behind, skipped] = Array.isArray(sent) ? sent : [];
  if (Number.isSafeInteger(skipped) && skipped >= 0 && isBehind(behind)) {
    return { behind, skipped };
  }
  throw new ApiError("invalid_query_params", {
    details: "Property .starting_after_id must be what a list answered as more_starting_after",
  });
}
