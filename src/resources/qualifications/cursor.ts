import { instantOfKey, type Next, secondOfKey } from "../../engine/qualification/page";
import { Instant } from "../../model/instant";

// Where pages of a qualification end and begin, as dates that every client can hold: of
// milliseconds, since most types of dates hold no more. What is made at once gets moments of its
// own as it is made (migration 0068), and a page ends with the whole of one.

/** Where a page begins. */
export interface PageStart {
  /** Keys below this text. */
  below: string;
  /** By deal: how many of the candidates there the pages before have shown. */
  shown: number;
  /** By deal: the last one that was shown, where no count tells it. */
  after: string | null;
  /** The second that a client has cut the date to: it is shown again, rather than lost. */
  second: string | null;
}

const KEY = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{13}Z$/;
const WHOLE_SECOND = /T[\d:]+(?:Z|[+-][\d:]+)?$/;

const isKey = (text: string): boolean => KEY.test(text);

export const isStart = (text: string): boolean =>
  Instant.safeParse(text).success || text.split("/").every(isKey);

/** No digit of a key is as great, so that this comes right behind all that begins so. */
const justBehind = (text: string): string => `${text}~`;

/** Pages by deal tell in the century how many were shown: no offer is that old, or that young. */
const CENTURY = 100;
const FIRST_YEAR = 2000;
const LAST_YEAR = 9999;

const inYear = (instant: string, year: number): string =>
  `${String(year).padStart(4, "0")}${instant.slice(4)}`;

function startOfDate(text: string): PageStart {
  const iso = Instant.parse(text);
  const year = Number(iso.slice(0, 4));
  const shown = Math.max(0, Math.floor((year - FIRST_YEAR) / CENTURY));
  const instant = inYear(iso, year - shown * CENTURY).slice(0, -1);
  if (WHOLE_SECOND.test(text)) {
    const second = instant.slice(0, "2026-01-01T00:00:00".length);
    return { below: justBehind(second), shown, after: null, second };
  }
  const below = shown > 0 ? justBehind(instant) : instant;
  return { below, shown, after: null, second: null };
}

/** Where the page begins that a client asks for (docs/deciding.md, "Qualification"). */
export function startOf(text: string): PageStart {
  const [first = "", second] = text.split("/").map((part) => part.slice(0, -1));
  const rest = { shown: 0, second: null };
  if (second !== undefined) return { ...rest, below: justBehind(first), after: second };
  return isKey(text) ? { ...rest, below: first, after: null } : startOfDate(text);
}

/** The last moment of the second before: clients that cut it go on with that one. */
const beforeSecond = (second: string): string =>
  new Date(Date.parse(`${second}.000Z`) - 1).toISOString();

/** As `starting_after` takes it. Only where a moment is shared by hundreds has it more decimals. */
export function cursorOf(next: Next, second: string | null): string {
  const { from, after, shown, isWhole, isWholeSecond } = next;
  if (isWholeSecond) return beforeSecond(secondOfKey(after));
  if (from !== null) {
    const instant = instantOfKey(from);
    const year = Number(instant.slice(0, 4)) + shown * CENTURY;
    return isWhole && year <= LAST_YEAR ? `${inYear(instant, year)}Z` : `${from}Z/${after}Z`;
  }
  if (second !== null && after.startsWith(second)) return beforeSecond(second);
  return isWhole ? `${instantOfKey(after)}Z` : `${after}Z`;
}
