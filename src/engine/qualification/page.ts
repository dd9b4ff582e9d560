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
 * from `from` on once more, and the page goes on behind that one in the order of their deals.
 */
export interface Next {
  from: string | null;
  after: string;
}

interface Asked {
  limit: number;
  sorting: SortingRule;
  /** Whether there are candidates behind those that were looked at. */
  isCut: boolean;
  /** Sorted by deal: the last one that an earlier page of the same candidates showed. */
  after: string | null;
}

type Found<T> = Examined<T> & { item: T };

const isFound = <T>(each: Examined<T>): each is Found<T> => each.item !== null;

const newest = <T>(a: Found<T>, b: Found<T>): number =>
  a.key < b.key ? 1 : a.key > b.key ? -1 : 0;

function inOrder<T>(found: readonly Found<T>[], { sorting, after }: Asked): readonly Found<T>[] {
  if (sorting === "DEFAULT") return found;
  const sign = sorting === "LEAST_DEAL" ? 1 : -1;
  const sorted = found.toSorted((a, b) => sign * (a.discount - b.discount) || newest(a, b));
  return sorted.slice(sorted.findIndex(({ key }) => key === after) + 1);
}

/**
 * One page (reference service, qualification). In: candidates, newest first. By deal, the best or
 * the least of those looked at come first, page after page; only then are others looked at.
 */
export function pageOf<T>(examined: readonly Examined<T>[], asked: Asked): QualifiedPage<T> {
  const { limit, sorting, isCut } = asked;
  const left = inOrder(examined.filter(isFound), asked);
  const taken = left.slice(0, limit);
  const isFull = left.length > limit;
  const after = (isFull ? taken : examined).at(-1)?.key;
  const from = isFull && sorting !== "DEFAULT" ? (examined[0]?.key ?? null) : null;
  const has_more = isFull || isCut;
  return {
    items: taken.map(({ item }) => item),
    has_more,
    next: has_more && after !== undefined ? { from, after } : null,
  };
}
