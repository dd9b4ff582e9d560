/** What several measures come to, with the lowest and the highest. */
export interface Spread {
  usual: number;
  low: number;
  high: number;
}

const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** The lower quartile: whatever else the machine does can only add to a measure. */
export const usualOf = (values: readonly number[]): number =>
  ascending(values)[Math.floor((values.length - 1) / 4)] ?? Number.NaN;

/** The ratio of what two usually take, and the spread of those of two measures of one turn. */
export function ratioOf(these: readonly number[], those: readonly number[]): Spread {
  const pairs = ascending(these.map((value, turn) => value / (those[turn] ?? Number.NaN)));
  const [low = Number.NaN, high = Number.NaN] = [pairs[0], pairs.at(-1)];
  return { usual: usualOf(these) / usualOf(those), low, high };
}

/**
 * Measures each version once a turn, one right after the other, the order turned in each turn. The
 * first turn warms up and does not count.
 */
export async function interleavedTurns<V>(
  versions: readonly V[],
  turns: number,
  measure: (version: V) => number | Promise<number>,
): Promise<number[][]> {
  const measured = versions.map((): number[] => []);
  for (let turn = 0; turn <= turns; turn++) {
    const entries = [...versions.entries()];
    for (const [at, version] of turn % 2 ? entries.reverse() : entries) {
      const value = await measure(version);
      if (turn > 0) measured[at]?.push(value);
    }
  }
  return measured;
}
