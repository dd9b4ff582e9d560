import { useSyncExternalStore } from "preact/compat";

/** A value that all parts of a page share. */
export interface Shared<T> {
  get: () => T;
  set: (value: T) => void;
  use: () => T;
}

/** One for as long as the page is there. */
export function shared<T>(first: T): Shared<T> {
  const listeners = new Set<() => void>();
  let value = first;
  const get = () => value;
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      }, get),
  };
}

interface Kept<T> {
  name: string;
  store: Storage | null;
  read: (text: string | null) => T;
  write: (value: T) => string | null;
}

/** Storage of the browser, which a person may have forbidden. */
export function storage(kind: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/** One that is kept where `store` says. */
export function setting<T>({ name, store, read, write }: Kept<T>): Shared<T> {
  const key = `vouchsafe.${name}`;
  const value = shared(read(store?.getItem(key) ?? null));
  return {
    ...value,
    set: (next) => {
      const text = write(next);
      if (text === null) store?.removeItem(key);
      else store?.setItem(key, text);
      value.set(next);
    },
  };
}
