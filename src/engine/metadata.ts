// Decides whether metadata fits the schema of its kind of object.
import { isRecord } from "../lib/json-value";
import type { MetadataProperty } from "../model/metadata-schema";
import { pointOf } from "./geo/point";
import { isDate } from "./rules/dates";

/** Definitions of events say nothing of arrays. */
type Property = Omit<MetadataProperty, "array"> & { array?: boolean };

/** What a kind of object may carry. */
export interface MetadataRules {
  allow_defined_only: boolean;
  properties: Readonly<Record<string, Property>>;
}
type Schemas = ReadonlyMap<string, MetadataRules>;

/** The first property that does not fit: its path, what it must be, and what it is. */
export interface MetadataDefect {
  field: string;
  requirement: string;
  value: unknown;
}

/** Schemas may name each other; objects nested deeper than this are not checked. */
const MOST_NESTED = 8;

const isText = (value: unknown): value is string => typeof value === "string";

const isWebAddress = (value: unknown): boolean =>
  isText(value) && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);

const isDay = (value: unknown): boolean => isText(value) && value.length === 10 && isDate(value);
const isMoment = (value: unknown): boolean => isText(value) && value.includes("T") && isDate(value);

/** Type -> what it asks for, and whether a value is that. */
const TYPES: Record<MetadataProperty["type"], [string, (value: unknown) => boolean]> = {
  string: ["a string", isText],
  number: ["a number", Number.isFinite],
  boolean: ["a boolean", (value) => typeof value === "boolean"],
  date: ["a date (YYYY-MM-DD)", isDay],
  datetime: ["a date and time (ISO 8601)", isMoment],
  geopoint: ["a geopoint (latitude,longitude)", (value) => pointOf(value) !== null],
  image_url: ["an image URL", isWebAddress],
  object: ["an object", isRecord],
};

const numeric = (value: unknown): number => Number(value);
const lengthOf = (value: unknown): number => [...String(value)].length;

/** The first limit of the definition that a value of the right type breaks. */
function brokenLimit(property: Property, value: unknown): string | null {
  const { eq, ne, lt, lte, gt, gte, minLength, maxLength, exactLength } = property;
  const isListed = (list: readonly unknown[]) => list.includes(value);
  if (eq && !isListed(eq)) return `equal to one of [ ${eq.join(", ")} ]`;
  if (ne && isListed(ne)) return `none of [ ${ne.join(", ")} ]`;
  if (lt !== undefined && numeric(value) >= lt) return `less than ${lt}`;
  if (lte !== undefined && numeric(value) > lte) return `at most ${lte}`;
  if (gt !== undefined && numeric(value) <= gt) return `greater than ${gt}`;
  if (gte !== undefined && numeric(value) < gte) return `at least ${gte}`;
  if (minLength !== undefined && lengthOf(value) < minLength)
    return `${minLength} characters or more`;
  if (maxLength !== undefined && lengthOf(value) > maxLength)
    return `${maxLength} characters or fewer`;
  if (exactLength !== undefined && lengthOf(value) !== exactLength)
    return `${exactLength} characters long`;
  return null;
}

/** Where a value stands: its path from the outside, and how deep that is. */
interface Place {
  field: string;
  depth: number;
}

function elementDefect(
  property: Property,
  value: unknown,
  schemas: Schemas,
  { field, depth }: Place,
): MetadataDefect | null {
  const [name, fits] = TYPES[property.type];
  if (!fits(value)) return { field, requirement: name, value };
  const limit = brokenLimit(property, value);
  if (limit !== null) return { field, requirement: limit, value };
  const inner = schemas.get(property.object_type ?? "");
  if (!inner || !isRecord(value)) return null;
  if (depth === MOST_NESTED) return { field, requirement: "nested less deeply", value };
  return defectAt(inner, value, schemas, { field: `${field}.`, depth: depth + 1 });
}

function valueDefect(
  property: Property,
  value: unknown,
  schemas: Schemas,
  place: Place,
): MetadataDefect | null {
  const { field, depth } = place;
  const [name] = TYPES[property.type];
  const requirement = property.array ? `an array, each ${name}` : name;
  if (value === undefined || value === null) {
    return property.optional ? null : { field, requirement, value };
  }
  if (!property.array) return elementDefect(property, value, schemas, place);
  if (!Array.isArray(value)) return { field, requirement, value };
  for (const [at, element] of value.entries()) {
    const found = elementDefect(property, element, schemas, { field: `${field}[${at}]`, depth });
    if (found) return found;
  }
  return null;
}

/** The first property of an object that does not fit; `place.field` is the path to the object. */
function defectAt(
  rules: MetadataRules,
  metadata: Readonly<Record<string, unknown>>,
  schemas: Schemas,
  place: Place,
): MetadataDefect | null {
  const { field: before, depth } = place;
  for (const [name, property] of Object.entries(rules.properties)) {
    if (property.deleted) continue;
    const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
    const found = valueDefect(property, value, schemas, { field: `${before}${name}`, depth });
    if (found) return found;
  }
  if (!rules.allow_defined_only) return null;
  const unknown = Object.keys(metadata).find((name) => !Object.hasOwn(rules.properties, name));
  if (unknown === undefined) return null;
  return {
    field: `${before}${unknown}`,
    requirement: "defined in the schema",
    value: metadata[unknown],
  };
}

/**
 * What is first wrong with metadata, or null. Defined properties must be of their type and within
 * their limits, required ones must be there; others may stand beside them unless the schema allows
 * only what it defines. An `object` follows the schema that its definition names.
 */
export const metadataDefect = (
  rules: MetadataRules,
  metadata: Readonly<Record<string, unknown>>,
  schemas: Schemas,
): MetadataDefect | null => defectAt(rules, metadata, schemas, { field: "", depth: 0 });
