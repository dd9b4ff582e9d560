/** What has a place: a smaller hierarchy comes first. */
interface Placed {
  id: string;
  hierarchy: number;
}

/** A list with one entry moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

interface Step {
  id: string;
  hierarchy: number;
}

/**
 * What is to be written, in this order, so that the tiers stand as after `moved`. A tier that is
 * given a hierarchy moves those from there on down by one, so one step is enough; where several
 * share a hierarchy it says nothing between them, and each comes to the front in turn.
 */
export function stepsOf(tiers: readonly Placed[], from: number, to: number): Step[] {
  const [tier, at] = [tiers[from], tiers[to]];
  if (!tier || !at || from === to) return [];
  const isStrict = tiers.every(
    (each, n) => n === 0 || each.hierarchy > (tiers[n - 1]?.hierarchy ?? 0),
  );
  if (isStrict) return [{ id: tier.id, hierarchy: at.hierarchy + (to > from ? 1 : 0) }];
  return moved(tiers, from, to)
    .toReversed()
    .map(({ id }) => ({ id, hierarchy: 1 }));
}
