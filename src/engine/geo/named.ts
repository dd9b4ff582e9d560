// Decides which locations a definition names, and puts their shapes into it and out of it: who
// decides by a definition needs nothing beside it.
import { isRecord } from "../../lib/json-value";
import type { LocationShape } from "../../model/location";

/** Operators whose values are locations. */
export const LOCATED: ReadonlySet<string> = new Set(["$in_location", "$not_in_location"]);

/** A location as a definition that was located has it. */
export interface Located {
  id: string;
  shape: LocationShape;
}

/** The cast holds because definitions have no objects there before they are located. */
export const isLocated = (value: unknown): value is Located =>
  isRecord(value) && typeof value.id === "string" && isRecord(value.shape);

type Change = (value: unknown) => unknown;

/** The definition with the values of these operators changed; itself where it has none. */
function changed(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) {
    const list = value.map((each) => changed(each, change));
    return list.some((each, at) => each !== value[at]) ? list : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    LOCATED.has(key) && inner !== null ? [inner].flat().map(change) : changed(inner, change),
  ]);
  return entries.some(([key, inner]) => inner !== value[key]) ? Object.fromEntries(entries) : value;
}

/** A located value as it was sent, any other as it is. */
export const idOf = (value: unknown): unknown => (isLocated(value) ? value.id : value);

/** The ids of the locations that a definition names, each once. */
export function locationsNamed(definition: unknown): string[] {
  const ids = new Set<string>();
  changed(definition, (value) => {
    const id = idOf(value);
    if (typeof id === "string") ids.add(id);
    return value;
  });
  return [...ids];
}

/** The definition with shapes in place of ids; the cast holds because nothing else is changed. */
export const withShapes = <T>(definition: T, shapes: ReadonlyMap<string, LocationShape>): T =>
  changed(definition, (id) => {
    const shape = typeof id === "string" ? shapes.get(id) : undefined;
    return shape ? { id, shape } : id;
  }) as T;

/** The definition as it was sent; the cast holds because nothing else is changed. */
export const withoutShapes = <T>(definition: T): T => changed(definition, idOf) as T;
