type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const ELIDED = "...";

/** A bare `...` becomes a member or an element that JSON can say; what stands in a text stays. */
function quoted(pattern: string): string {
  const open: string[] = [];
  return pattern.replace(/"(?:[^"\\]|\\.)*"|\.\.\.|[{}[\]]/g, (token) => {
    if (token === "{" || token === "[") open.push(token);
    if (token === "}" || token === "]") open.pop();
    if (token !== ELIDED) return token;
    return open.at(-1) === "{" ? '"...": "..."' : '"..."';
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a text is as a pattern says, in which `...` stands for anything. */
export const isLike = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split(ELIDED).map(escaped).join("[^]*")}$`).test(text);

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const shown = (value: Json | undefined): string =>
  value === undefined ? "nothing" : JSON.stringify(value).slice(0, 300);

function differenceOfObjects(
  wanted: { [name: string]: Json },
  actual: { [name: string]: Json },
  place: string,
): string | null {
  const { [ELIDED]: rest, ...named } = wanted;
  const extra = Object.keys(actual).find((name) => !Object.hasOwn(named, name));
  if (rest === undefined && extra !== undefined) return `${place} also has ${extra}`;
  return firstOf(Object.keys(named), (name) =>
    difference(named[name], actual[name], `${place}.${name}`),
  );
}

function differenceOfLists(wanted: Json[], actual: Json[], place: string): string | null {
  const isOpen = wanted.at(-1) === ELIDED;
  const named = isOpen ? wanted.slice(0, -1) : wanted;
  if (!isOpen && actual.length !== named.length) {
    return `${place} has ${actual.length} elements, not ${named.length}`;
  }
  return firstOf([...named.keys()], (at) => difference(named[at], actual[at], `${place}[${at}]`));
}

function firstOf<Key>(keys: Key[], of: (key: Key) => string | null): string | null {
  for (const key of keys) {
    const found = of(key);
    if (found !== null) return found;
  }
  return null;
}

function difference(
  wanted: Json | undefined,
  actual: Json | undefined,
  place: string,
): string | null {
  if (isObject(wanted) && isObject(actual)) return differenceOfObjects(wanted, actual, place);
  if (Array.isArray(wanted) && Array.isArray(actual)) {
    return differenceOfLists(wanted, actual, place);
  }
  const isEqual =
    typeof wanted === "string" && typeof actual === "string"
      ? isLike(wanted, actual)
      : wanted === actual;
  return isEqual ? null : `${place} is ${shown(actual)}, not ${shown(wanted)}`;
}

/**
 * Where JSON differs from a pattern of it, in which `...` stands for the members of an object that
 * are left out, for the rest of a list, or for a part of a text; null where it does not.
 */
export const jsonDifference = (pattern: string, text: string): string | null =>
  difference(JSON.parse(quoted(pattern)), JSON.parse(text), "the answer");
