import { useSyncExternalStore } from "preact/compat";

/** A value that all parts of a page share, kept where `store` says. */
export interface Setting<T> {
  get: () => T;
  set: (value: T) => void;
  use: () => T;
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

export function setting<T>({ name, store, read, write }: Kept<T>): Setting<T> {
  const key = `vouchsafe.${name}`;
  const listeners = new Set<() => void>();
  let value = read(store?.getItem(key) ?? null);
  const get = () => value;
  return {
    get,
    set: (next) => {
      value = next;
      const text = write(next);
      if (text === null) store?.removeItem(key);
      else store?.setItem(key, text);
      for (const listener of listeners) listener();
    },
    use: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      }, get),
  };
}
