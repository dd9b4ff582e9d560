// Decides which of the candidates that were looked at make up a page, and where the next one
// begins.
import type { SortingRule } from "../../model/scenario";

/** A candidate that was looked at; `item` is null where it does not qualify. */
export interface Examined<T> {
  /** Its place among all candidates, the newest of which has the greatest. */
  key: string;
  item: T | null;
  /** What it takes off the order, minor units. */
  discount: number;
}

export interface QualifiedPage<T> {
  items: T[];
  has_more: boolean;
  next: Next | null;
}

/**
 * Behind what the next page begins: the candidate of this key. Sorted by deal these are the ones
 * from `from` on once more, of which so many were `shown` in the order of their deals.
 */
export interface Next {
  from: string | null;
  after: string;
  shown: number;
  /** Nothing else is of the last one's moment, which tells where the page ends then. */
  isWhole: boolean;
  /** Nothing else is of the last one's second: clients that cut the date go on before it. */
  isWholeSecond?: boolean;
}

interface Asked {
  limit: number;
  sorting: SortingRule;
  /** Whether there are candidates behind those that were looked at. */
  isCut: boolean;
  /** Whether those that were looked at end with all of their moment. */
  isWhole: boolean;
  /** Sorted by deal: how many of the same candidates earlier pages showed. */
  shown: number;
  /** Sorted by deal: the last one that they showed, where no count tells it. */
  after: string | null;
  /** What begins so is shown again, and something older with it. */
  second: string | null;
}

type Found<T> = Examined<T> & { item: T };

const MOMENT = "2026-01-01T00:00:00.000".length;
const SECOND = "2026-01-01T00:00:00".length;

/** The second of a candidate's moment. */
export const secondOfKey = (key: string): string => key.slice(0, SECOND);

/** The moment under which a candidate is found: the beginning of its key. */
export const instantOfKey = (key: string): string => key.slice(0, MOMENT);

const isFound = <T>(each: Examined<T>): each is Found<T> => each.item !== null;

const newest = <T>(a: Found<T>, b: Found<T>): number =>
  a.key < b.key ? 1 : a.key > b.key ? -1 : 0;

/** The newest first, as many as a page has, and what else is of the last one's moment. */
function newestOf<T>(found: readonly Found<T>[], { limit, second }: Asked): Found<T>[] {
  const again = second === null ? [] : found.filter(({ key }) => key.startsWith(second));
  const least = again.length === 0 ? limit : Math.max(limit, again.length + 1);
  const last = found[Math.min(least, found.length) - 1];
  return found.filter(
    ({ key }, at) => at < least || instantOfKey(key) === instantOfKey(last?.key ?? ""),
  );
}

function sortedByDeal<T>(found: readonly Found<T>[], { sorting }: Asked): Found<T>[] {
  const sign = sorting === "LEAST_DEAL" ? 1 : -1;
  return found.toSorted((a, b) => sign * (a.discount - b.discount) || newest(a, b));
}

/** The best or the least deals of those that earlier pages have not shown. */
function byDeal<T>(found: readonly Found<T>[], asked: Asked): Found<T>[] {
  const { shown, after } = asked;
  const sorted = sortedByDeal(found, asked);
  return sorted.slice(after === null ? shown : sorted.findIndex(({ key }) => key === after) + 1);
}

/**
 * The page by deal of a client that cuts dates to seconds: all of the newest second, since its
 * cursor cannot tell where within one a page ends. A second that was looked at in part comes next,
 * from its end on.
 */
function secondByDeal<T>(
  examined: readonly Examined<T>[],
  found: readonly Found<T>[],
  asked: Asked,
): QualifiedPage<T> {
  const last = examined.at(-1)?.key;
  const second = secondOfKey(found[0]?.key ?? last ?? "");
  const isBehind = examined.some(({ key }) => secondOfKey(key) < second);
  const isWholeSecond = isBehind || !asked.isCut || second === asked.second;
  const shown = isWholeSecond ? found.filter(({ key }) => key.startsWith(second)) : [];
  const has_more = isBehind || asked.isCut;
  const after = examined.findLast(({ key }) => key.startsWith(second))?.key;
  return {
    items: sortedByDeal(shown, asked).map(({ item }) => item),
    has_more,
    next:
      has_more && after !== undefined
        ? { from: null, after, shown: 0, isWhole: true, isWholeSecond }
        : null,
  };
}

/**
 * One page (reference service, qualification). In: candidates, newest first. A page ends with the
 * whole of a moment, so that it may be longer than its limit. By deal, the best or the least of
 * those looked at come first, page after page; only then are others looked at.
 */
export function pageOf<T>(examined: readonly Examined<T>[], asked: Asked): QualifiedPage<T> {
  const { limit, sorting, isCut } = asked;
  const found = examined.filter(isFound);
  const isByDeal = sorting !== "DEFAULT";
  if (isByDeal && asked.second !== null) return secondByDeal(examined, found, asked);
  const left = isByDeal ? byDeal(found, asked) : found;
  const taken = isByDeal ? left.slice(0, limit) : newestOf(found, asked);
  const isFull = left.length > taken.length;
  const after = (isFull ? taken : examined).at(-1)?.key;
  const from = isFull && isByDeal ? (examined[0]?.key ?? null) : null;
  const shown = from === null ? 0 : found.length - left.length + taken.length;
  // What is found within those looked at is of whole moments but for the last.
  const isWhole = asked.isWhole || (!isByDeal && isFull);
  const has_more = isFull || isCut;
  return {
    items: taken.map(({ item }) => item),
    has_more,
    next: has_more && after !== undefined ? { from, after, shown, isWhole } : null,
  };
}
