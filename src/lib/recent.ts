interface Kept<T> {
  value: T;
  until: number;
}

/**
 * What an isolate remembers for a while: at most `size` values, each for `ttlMs`. The oldest leaves
 * first. Times are epoch milliseconds of the caller's clock.
 */
export class Recent<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #size: number;
  readonly #ttlMs: number;

  constructor(size: number, ttlMs: number) {
    this.#size = size;
    this.#ttlMs = ttlMs;
  }

  get(key: string, now: number): T | undefined {
    const kept = this.#kept.get(key);
    return kept && kept.until > now ? kept.value : undefined;
  }

  /** Whether the key is still kept, however old its value is. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  /** Keeps a value, for less than others where that is said. */
  set(key: string, value: T, now: number, ttlMs = this.#ttlMs): void {
    this.#kept.delete(key);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= this.#size && !oldest.done) this.#kept.delete(oldest.value);
    this.#kept.set(key, { value, until: now + ttlMs });
  }

  delete(key: string): void {
    this.#kept.delete(key);
  }

  /** Forgets every value that the test picks; what this isolate changed is then read anew. */
  forget(test: (value: T) => boolean): void {
    for (const [key, { value }] of this.#kept) if (test(value)) this.#kept.delete(key);
  }
}
