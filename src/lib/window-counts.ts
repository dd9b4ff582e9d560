/**
 * Counts in windows of the clock, all of one length: what an isolate saw of each key in the current
 * one. Earlier windows are forgotten. Times are epoch milliseconds.
 */
export class WindowCounts {
  readonly #windowMs: number;
  #window = -1;
  #counts = new Map<string, number>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts one more, and answers how many that makes. */
  add(key: string, now: number): number {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) this.#counts.clear();
    this.#window = window;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  /** When the window ends that the instant is in. */
  endAfter(now: number): number {
    return (Math.floor(now / this.#windowMs) + 1) * this.#windowMs;
  }
}
