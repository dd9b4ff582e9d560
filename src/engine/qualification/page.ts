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
  /** The key behind which the next page begins. */
  next: string | null;
}

interface Asked {
  limit: number;
  sorting: SortingRule;
  /** Whether there are candidates behind those that were looked at. */
  isCut: boolean;
}

type Found<T> = Examined<T> & { item: T };

const isFound = <T>(each: Examined<T>): each is Found<T> => each.item !== null;

const newest = <T>(a: Found<T>, b: Found<T>): number =>
  a.key < b.key ? 1 : a.key > b.key ? -1 : 0;

/**
 * One page (reference service, qualification). In: candidates, newest first. By deal, the best or
 * the least of those looked at are taken; what is passed over does not come again on the next page.
 */
export function pageOf<T>(examined: readonly Examined<T>[], asked: Asked): QualifiedPage<T> {
  const { limit, sorting, isCut } = asked;
  const found = examined.filter(isFound);
  const sign = sorting === "LEAST_DEAL" ? 1 : -1;
  const sorted =
    sorting === "DEFAULT"
      ? found
      : found.toSorted((a, b) => sign * (a.discount - b.discount) || newest(a, b));
  const taken = sorted.slice(0, limit);
  const isFull = sorting === "DEFAULT" && found.length > limit;
  const last = isFull ? taken.at(-1) : examined.at(-1);
  const has_more = isFull || isCut;
  return {
    items: taken.map(({ item }) => item),
    has_more,
    next: has_more ? (last?.key ?? null) : null,
  };
}
