import { BEGINNING, type Place, type Sorted } from "../db/walk";

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

/** The place that was sent as `starting_after_id`; null where no list has answered it. */
export function findPlace(text: string | undefined): Place | null {
  if (text === undefined) return BEGINNING;
  const sent = read(text);
  const [behind, shown, until] = Array.isArray(sent) ? sent : [];
  return isBehind(behind) && isShown(shown) && isBehind(until) ? { behind, shown, until } : null;
}

/** The same, where what no list has answered counts as not sent. */
export const placeOf = (text: string | undefined): Place => findPlace(text) ?? BEGINNING;
