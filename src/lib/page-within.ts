interface Asked {
  limit: number;
  page: number;
  /** Bytes that one page holds; an entry that has more by itself stands alone. */
  mostBytes: number;
}

/**
 * Which entries of a list, whose sizes these are, stand on a page: each begins where the one before
 * ended.
 */
export function pageWithin(sizes: readonly number[], { limit, page, mostBytes }: Asked) {
  let [from, to] = [0, 0];
  for (let at = 1; at <= page; at++) {
    from = to;
    for (let bytes = 0; to < sizes.length && to - from < limit; to++) {
      bytes += sizes[to] ?? 0;
      if (bytes > mostBytes && to > from) break;
    }
  }
  return { from, to };
}
