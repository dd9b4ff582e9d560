import { Recent } from "./recent";

/**
 * The function, which answers what it answered before for the last `size` texts that it was asked
 * about. Only for one that depends on nothing else.
 */
export function remembered<T>(size: number, make: (text: string) => T): (text: string) => T {
  const known = new Recent<T>(size, Number.POSITIVE_INFINITY);
  return (text) => {
    const found = known.get(text, 0);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(text, made, 0);
    return made;
  };
}
