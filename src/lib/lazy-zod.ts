// Zod, whose schemas are made when they are first used: an isolate declares six thousand at its
// start and needs a few. The build puts this file in zod's place (scripts/bundle.ts, `ALIASES`), so
// that sources, types and tests know zod alone.

import * as zod from "zod/v4";

export { globalRegistry, NEVER } from "zod/v4";

type Callable = Parameters<typeof Reflect.apply>[0];

/** A schema that zod makes when somebody first asks it for anything. */
class LazySchema {
  #make: (() => unknown) | null;
  #schema: object = {};

  constructor(make: () => unknown) {
    this.#make = make;
  }

  get schema(): object {
    if (this.#make) {
      this.#schema = Object(this.#make());
      this.#make = null;
    }
    return this.#schema;
  }

  /** Zod's own part of a schema, by which schemas that hold this one read with it. */
  get _zod(): unknown {
    return Reflect.get(this.schema, "_zod");
  }

  /** The schemas of an object's members, each of which is taken from it when it is used. */
  get shape(): object {
    const shape = () => Reflect.get(this.schema, "shape");
    return new Proxy(
      {},
      {
        get: (_, name) => new LazySchema(() => Reflect.get(shape(), name)),
        has: (_, name) => Reflect.has(shape(), name),
        ownKeys: () => Reflect.ownKeys(shape()),
        getOwnPropertyDescriptor: (_, name) => {
          const found = Reflect.getOwnPropertyDescriptor(shape(), name);
          return found && { ...found, configurable: true };
        },
      },
    );
  }

  parse(...args: unknown[]): unknown {
    return call(this.schema, "parse", args);
  }

  safeParse(...args: unknown[]): unknown {
    return call(this.schema, "safeParse", args);
  }
}

const call = (schema: object, method: string, args: readonly unknown[]) =>
  Reflect.apply(Reflect.get(schema, method), schema, args.map(made));

/** Methods that answer another schema, which is made later too. */
const CHAINED = [
  ["and", "array", "brand", "catch", "catchall", "check", "default", "describe", "email", "extend"],
  [
    "int",
    "keyof",
    "length",
    "loose",
    "max",
    "meta",
    "min",
    "multipleOf",
    "nonempty",
    "nonnegative",
  ],
  ["nullable", "nullish", "omit", "optional", "or", "overwrite", "partial", "pick", "pipe"],
  ["positive", "prefault", "readonly", "refine", "regex", "required", "strict", "superRefine"],
  ["toLowerCase", "transform", "trim", "unwrap"],
].flat();

for (const name of CHAINED) {
  Object.defineProperty(LazySchema.prototype, name, {
    value(this: LazySchema, ...args: unknown[]) {
      return new LazySchema(() => call(this.schema, name, args));
    },
  });
}

/** All else that a schema has is asked of the schema itself. */
const others = new Proxy(
  {},
  {
    get: (_, name, lazy: LazySchema) => {
      const value = Reflect.get(lazy.schema, name);
      return typeof value === "function" ? value.bind(lazy.schema) : value;
    },
  },
);
Object.setPrototypeOf(LazySchema.prototype, others);

/** The members of a shape; one that is a getter stays one, since it names what comes after it. */
function madeMembers(shape: object): object {
  const members = Object.entries(Object.getOwnPropertyDescriptors(shape));
  if (!members.some(([, { value, get }]) => get || value instanceof LazySchema)) return shape;
  return Object.defineProperties(
    {},
    Object.fromEntries(
      members.map(([name, { value, get, ...how }]) => [
        name,
        get ? { ...how, get: () => made(get.call(shape)) } : { ...how, value: made(value) },
      ]),
    ),
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** What zod is given: schemas that are made, also within lists and shapes. */
function made(value: unknown): unknown {
  if (value instanceof LazySchema) return value.schema;
  if (Array.isArray(value)) return value.map(made);
  return isPlain(value) ? madeMembers(value) : value;
}

const later =
  (make: Callable) =>
  (...args: unknown[]): LazySchema =>
    new LazySchema(() => Reflect.apply(make, undefined, args.map(made)));

export const array = later(zod.array);
export const boolean = later(zod.boolean);
export const coerce = { number: later(zod.coerce.number) };
export const custom = later(zod.custom);
export const discriminatedUnion = later(zod.discriminatedUnion);
export const email = later(zod.email);
export const int = later(zod.int);
export const intersection = later(zod.intersection);
export const iso = { date: later(zod.iso.date), datetime: later(zod.iso.datetime) };
export const literal = later(zod.literal);
export const looseObject = later(zod.looseObject);
export const never = later(zod.never);
export const number = later(zod.number);
export const object = later(zod.object);
export const preprocess = later(zod.preprocess);
export const record = later(zod.record);
export const strictObject = later(zod.strictObject);
export const string = later(zod.string);
export const stringbool = later(zod.stringbool);
export const tuple = later(zod.tuple);
export const union = later(zod.union);
export const unknown = later(zod.unknown);
export const url = later(zod.url);
const choice = later(zod.enum);
const nothing = later(zod.null);

export { choice as enum, nothing as null };

export const toJSONSchema = (schema: zod.ZodType, ...how: unknown[]) =>
  Reflect.apply(zod.toJSONSchema, undefined, [made(schema), ...how]);
