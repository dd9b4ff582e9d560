import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

const HAS_PARAMETER = /[:*{]/;

/**
 * Hono's own search, which remembers where the paths without parameters lead. It remembers declared
 * routes alone, so that no caller can make it grow.
 */
export class RememberingRouter<T> implements Router<T> {
  readonly name = "RememberingRouter";
  readonly #searched = new TrieRouter<T>();
  readonly #declared = new Set<string>();
  readonly #found = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    if (!HAS_PARAMETER.test(path)) this.#declared.add(`${method} ${path}`);
    this.#found.clear();
    this.#searched.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`;
    const known = this.#found.get(key);
    if (known) return known;
    const found = this.#searched.match(method, path);
    if (this.#declared.has(key)) this.#found.set(key, found);
    return found;
  }
}
