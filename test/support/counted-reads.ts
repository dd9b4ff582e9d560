/** What is read of a value while it is worked on: a measure of work that no clock distorts. */
export interface CountedReads<T> {
  value: T;
  /** Reads of properties of the value and of all that it holds, so far. */
  reads: () => number;
}

/** The value, with each read of one of its properties, entries or nested properties counted. */
export function countedReads<T extends object>(value: T): CountedReads<T> {
  let reads = 0;
  const known = new WeakMap<object, object>();
  const counting = <U extends object>(target: U): U => {
    const before = known.get(target);
    if (before !== undefined) return before as U;
    const proxy = new Proxy(target, {
      get(from, name, receiver) {
        reads += 1;
        const found: unknown = Reflect.get(from, name, receiver);
        const isPlain =
          Array.isArray(found) || Object.getPrototypeOf(found ?? 0) === Object.prototype;
        return isPlain ? counting(found as object) : found;
      },
    });
    known.set(target, proxy);
    return proxy;
  };
  return { value: counting(value), reads: () => reads };
}
