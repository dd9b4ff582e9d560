/** Who goes, or waits to; past this moment (epoch milliseconds) it counts as cut off. */
export interface Entry {
  until: number;
}

interface Line {
  going: Set<Entry>;
  /** Those that came first are the first. */
  waiting: Set<Entry>;
}

/** What goes on for longer (milliseconds) keeps no other waiting: it may have been cut off. */
const GOES_MS = 10_000;
/** Who waits and has not looked for so long (milliseconds) was cut off. */
const LOOKED_MS = 1_000;
/** How long one waits before it looks again (milliseconds): so much for each that waits. */
const LOOK_MS = 3;
const LOOK_AT_MOST_MS = 100;
/** A line that is longer takes nobody. */
const LONGEST_LINE = 500;

interface Asked {
  /** How many go at a time; asked each time that one looks. */
  most: () => number;
  /** How long one waits at most (milliseconds). */
  waitMs: number;
  sleep: (ms: number) => Promise<void>;
}

/** Takes out the first ones that were cut off: those behind them came or looked later. */
export function dropCutOff(entries: Set<Entry>, now: number): void {
  for (const entry of entries) {
    if (entry.until > now) return;
    entries.delete(entry);
  }
}

function isTurn({ going, waiting }: Line, entry: Entry, most: number): boolean {
  const now = Date.now();
  entry.until = now + LOOKED_MS;
  dropCutOff(going, now);
  dropCutOff(waiting, now);
  const [first = entry] = waiting;
  return going.size < most && (first === entry || most === Number.POSITIVE_INFINITY);
}

/**
 * Lets so many go at a time of those that give the same name, in the order in which they came.
 * Nobody is woken, since in the workers' runtime one request cannot wake another: each looks by
 * itself whether its turn has come.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();

  #lineOf(name: string): Line {
    const line = this.#lines.get(name) ?? { going: new Set(), waiting: new Set() };
    this.#lines.set(name, line);
    return line;
  }

  /** Waits for a turn; answers what ends it, or null where it did not come in time. */
  async take(name: string, { most, waitMs, sleep }: Asked): Promise<(() => void) | null> {
    const until = Date.now() + waitMs;
    const entry = { until: 0 };
    let line = this.#lineOf(name);
    while (!isTurn(line, entry, most())) {
      const isFull = line.waiting.size >= LONGEST_LINE && !line.waiting.has(entry);
      if (isFull || Date.now() >= until) {
        line.waiting.delete(entry);
        return null;
      }
      line.waiting.add(entry);
      await sleep(Math.min(LOOK_AT_MOST_MS, LOOK_MS * line.waiting.size));
      line = this.#lineOf(name);
    }
    line.waiting.delete(entry);
    entry.until = Date.now() + GOES_MS;
    line.going.add(entry);
    return () => {
      line.going.delete(entry);
      const isOver = line.going.size + line.waiting.size === 0;
      // By now others may stand in a new line of this name.
      if (isOver && this.#lines.get(name) === line) this.#lines.delete(name);
    };
  }
}
