import * as z from "zod";
import { isRecord } from "../lib/json-value";

type Part = Record<string, unknown>;
type Change = (schema: Part, path: readonly string[]) => Part;

/** A shorter schema is read more easily where it stands. */
const WORTH = 120;

const LISTS = ["anyOf", "oneOf", "prefixItems"];
const SINGLE = ["items", "additionalProperties", "contains", "not"];

const pascal = (text: string): string =>
  text.replace(/(^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, _between, first) => first.toUpperCase());

/** What many have, and what says nothing alone. */
const COMMON = new Set(["answer", "body", "data", "details", "items", "parameters", "result"]);

/** The shortest end of the path that is a name of its own; the whole path is numbered at last. */
function nameFor(path: readonly string[], isTaken: (name: string) => boolean): string {
  const whole = path.map(pascal);
  const least = COMMON.has(path.at(-1) ?? "") ? 2 : 1;
  const ends = whole.map((_, at) => whole.slice(-least - at).join(""));
  const free = ends.find((name) => !isTaken(name));
  for (let number = 2; free === undefined; number++) {
    const numbered = `${whole.join("")}${number}`;
    if (!isTaken(numbered)) return numbered;
  }
  return free;
}

/** The schema with each of those within it changed; `path` are the names that lead to it. */
function mapWithin(schema: Part, path: readonly string[], change: Change): Part {
  const at = (value: unknown, name?: string): unknown =>
    isRecord(value) ? change(value, name === undefined ? path : [...path, name]) : value;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (LISTS.includes(key) && Array.isArray(value)) return [key, value.map((each) => at(each))];
      if (SINGLE.includes(key)) return [key, at(value)];
      if (key !== "properties" || !isRecord(value)) return [key, value];
      const own = Object.entries(value).map(([name, each]) => [name, at(each, name)]);
      return [key, Object.fromEntries(own)];
    }),
  );
}

/** Schemas that stand in a document more than once, each written once among its components. */
class SharedSchemas {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #components: Record<string, Part>;

  /** `components` are those that have names already; what is shared joins them. */
  constructor(components: Record<string, Part>) {
    this.#components = components;
    for (const [name, schema] of Object.entries(components)) {
      this.#names.set(JSON.stringify(schema), name);
      this.count(schema);
    }
  }

  /** Counts a schema and what is in it; what is in one that stands there again counts once. */
  count(schema: Part): Part {
    const text = JSON.stringify(schema);
    const before = this.#counts.get(text) ?? 0;
    this.#counts.set(text, before + 1);
    return before > 0 ? schema : mapWithin(schema, [], (within) => this.count(within));
  }

  /** The schema with what it shares, or a reference to it; `path` says whose it is. */
  share(schema: Part, path: readonly string[]): Part {
    const text = JSON.stringify(schema);
    const isShared = text.length >= WORTH && (this.#counts.get(text) ?? 0) > 1;
    if (!isShared) return this.within(schema, path);
    const name = this.#names.get(text) ?? this.#add(schema, text, path);
    return { $ref: `#/components/schemas/${name}` };
  }

  within(schema: Part, path: readonly string[]): Part {
    return mapWithin(schema, path, (within, own) => this.share(within, own));
  }

  #add(schema: Part, text: string, path: readonly string[]): string {
    const name = nameFor(path, (each) => each in this.#components);
    this.#names.set(text, name);
    this.#components[name] = {};
    this.#components[name] = this.within(schema, path);
    return name;
  }
}

/** A part of an operation with the schemas of its parameters, bodies and answers changed. */
function mapSchemas(part: unknown, path: readonly string[], change: Change): unknown {
  if (Array.isArray(part)) return part.map((each) => mapSchemas(each, path, change));
  if (!isRecord(part)) return part;
  const { schema, name, in: place, operationId } = part;
  const below =
    typeof operationId === "string" ? [operationId] : place ? [`${name}-${place}`] : path;
  if (isRecord(schema)) return { ...part, schema: change(schema, below) };
  return Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, mapSchemas(each, namedBy(key, below), change)]),
  );
}

const PLACES: Record<string, string> = { requestBody: "body", responses: "answer" };

const namedBy = (key: string, path: readonly string[]): readonly string[] => {
  const place = PLACES[key];
  return place === undefined ? path : [...path, place];
};

/** The paths of a document, whose repeated schemas join its components. */
export function withSharedSchemas(
  paths: unknown,
  components: Record<string, Part>,
): { paths: unknown; schemas: Part } {
  const schemas = { ...components };
  const shared = new SharedSchemas(schemas);
  mapSchemas(paths, [], (schema) => shared.count(schema));
  const before = Object.entries(components);
  for (const [name, schema] of before) schemas[name] = shared.within(schema, [name]);
  return { paths: mapSchemas(paths, [], (schema, path) => shared.share(schema, path)), schemas };
}

const Operation = z.looseObject({ parameters: z.array(z.looseObject({ name: z.string() })) });
const Paths = z.record(z.string(), z.record(z.string(), Operation));

/** The paths of a document with each parameter that stands there three times written once. */
export function withSharedParameters(paths: unknown): { paths: Part; shared: Part } {
  const operations = Paths.parse(paths);
  const all = Object.values(operations).flatMap((each) => Object.values(each));
  const counts = new Map<string, number>();
  for (const text of all.flatMap(({ parameters }) =>
    parameters.map((one) => JSON.stringify(one)),
  )) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared: Part = {};
  const names = new Map<string, string>();
  const share = (parameter: z.infer<typeof Operation>["parameters"][number]): Part => {
    const text = JSON.stringify(parameter);
    if ((counts.get(text) ?? 0) < 3) return parameter;
    const name = names.get(text) ?? nameFor([parameter.name], (each) => each in shared);
    names.set(text, name);
    shared[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  const mapped = Object.entries(operations).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        { ...operation, parameters: operation.parameters.map(share) },
      ]),
    ),
  ]);
  return { paths: Object.fromEntries(mapped), shared };
}
