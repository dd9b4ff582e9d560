/** The middle of several measures, with the lowest and the highest. */
export interface Spread {
  middle: number;
  low: number;
  high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const half = (sorted.length - 1) / 2;
  return {
    middle: (at(Math.floor(half)) + at(Math.ceil(half))) / 2,
    low: at(0),
    high: at(sorted.length - 1),
  };
}

/** The spread of ratios, each of two measures of one turn. */
export const ratioOf = (these: readonly number[], those: readonly number[]): Spread =>
  spreadOf(these.map((value, turn) => value / (those[turn] ?? Number.NaN)));

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
