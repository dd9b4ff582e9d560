/**
 * The function, which makes the answer for an object once and keeps it for as long as the object
 * itself is kept. For functions that depend on nothing else, and objects that nobody changes once
 * they were asked about: stored definitions, and the lines of an order that is being decided.
 */
export function memoised<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
