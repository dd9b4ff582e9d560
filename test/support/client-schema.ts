import * as z from "zod";
import components from "./shapes/components.json";
import type { Exception } from "./shapes/exception";
import { EXCEPTIONS, OTHERWISE } from "./shapes/exceptions";
import operations from "./shapes/operations.json";

type Schema = z.core.JSONSchema.JSONSchema;

interface Answer {
  status: number;
  answer?: Schema;
}

// The files are JSON, of which the compiler knows no more than texts and lists.
const ANSWERS = operations as Record<string, Answer>;
const SHAPES = components as Record<string, Schema>;

/** Whether the shapes have the operation; others are of this service or of older clients. */
export const isShaped = (operation: string): boolean => operation in ANSWERS;

/** The schema itself, or the one of its alternatives that is not null. */
const bare = (schema: Schema): Schema =>
  schema.anyOf?.length === 2 && schema.anyOf.some((each) => bareType(each) === "null")
    ? (schema.anyOf.find((each): each is Schema => bareType(each) !== "null") ?? schema)
    : schema;
const bareType = (schema: unknown): unknown => (schema as Schema).type;

/** The object that names the last property of a path like `Voucher.gift.amount`. */
function holderOf(defs: Record<string, Schema>, at: string): { holder: Schema; name: string } {
  const [component = "", ...path] = at.split(".");
  const name = path.pop() ?? "";
  const holder = path.reduce<Schema | undefined>((schema, step) => {
    const within = /^\d+$/.test(step)
      ? schema?.anyOf?.[Number(step)]
      : step === "[]"
        ? schema?.items
        : step === "*"
          ? schema?.additionalProperties
          : schema?.properties?.[step];
    return within === undefined ? undefined : bare(within as Schema);
  }, defs[component]);
  if (!holder) throw new Error(`no such place: ${at}`);
  return { holder, name };
}

/** A property as another component has it. */
function propertyAt(defs: Record<string, Schema>, at: string): Schema {
  const { holder, name } = holderOf(defs, at);
  const schema = (holder.properties as Record<string, Schema> | undefined)?.[name];
  if (!schema) throw new Error(`no such property: ${at}`);
  return schema;
}

/** A property as the exception has it instead of the shape's own. */
function otherwise(
  defs: Record<string, Schema>,
  place: string,
  { known, may }: { known: Schema | undefined; may: Exclude<Exception["may"], "be absent"> },
): Schema {
  if (may === "be more") return {};
  if (typeof may === "object" && "more" in may) {
    return { anyOf: [{ type: may.more }, { type: "null" }] };
  }
  if (typeof may === "object" && "like" in may) return { $ref: `#/$defs/${may.like}` };
  if (typeof may === "object" && "as" in may) {
    return propertyAt(defs, place.replace(/^\w+/, may.as));
  }
  if (!known) throw new Error(`no such property: ${place}`);
  return { anyOf: [known, may === "be null" ? { type: "null" } : may] };
}

/** Lets the shapes differ as the exception says. */
export function except(defs: Record<string, Schema>, { at, may }: Exception): void {
  for (const place of at) {
    if (may === "be more" && !place.includes(".")) {
      defs[place] = {};
      continue;
    }
    if (typeof may === "object" && "like" in may && !place.includes(".")) {
      defs[place] = { $ref: `#/$defs/${may.like}` };
      continue;
    }
    const { holder, name } = holderOf(defs, place);
    const properties: Record<string, Schema> = { ...(holder.properties as Record<string, Schema>) };
    const known = properties[name];
    holder.properties = properties;
    if (may !== "be absent") properties[name] = otherwise(defs, place, { known, may });
    else if (known) holder.required = (holder.required ?? []).filter((each) => each !== name);
    else throw new Error(`no such property: ${place}`);
  }
}

/** Objects that list their properties have no others. */
export function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const within = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  );
  const isOpen = "additionalProperties" in within || typeof within.properties !== "object";
  return (
    isOpen || within.type !== "object" ? within : { ...within, additionalProperties: false }
  ) as T;
}

/** Every list says whether more stands behind it, also those whose shape does not. */
function tellMore(schema: Schema): void {
  const { properties } = schema;
  if (properties?.data_ref && properties.object) {
    schema.properties = { ...properties, has_more: { type: "boolean" } };
  }
}

/** The shapes with what we answer otherwise on purpose, but for one of those exceptions. */
export function shapesBut(left: Exception | null): Record<string, Schema> {
  const defs = structuredClone(SHAPES);
  for (const exception of EXCEPTIONS) if (exception !== left) except(defs, exception);
  for (const schema of Object.values(defs)) tellMore(schema);
  return closed(defs);
}

const SHOWN = shapesBut(null);
const made = new WeakMap<object, Map<string, z.ZodType>>();

function schemaOf(operation: string, answer: Schema, shapes: Record<string, Schema>): z.ZodType {
  const known = made.get(shapes) ?? new Map<string, z.ZodType>();
  const schema = known.get(operation) ?? z.fromJSONSchema({ ...closed(answer), $defs: shapes });
  made.set(shapes, known.set(operation, schema));
  return schema;
}

/** Whether an answer of the operation can hold the component. */
function reaches(operation: string, component: string): boolean {
  const seen = new Set<string>();
  const namesIn = (schema: unknown): string[] =>
    [...JSON.stringify(schema).matchAll(/#\/\$defs\/(\w+)/g)].map(([, name]) => name ?? "");
  const open = namesIn(theAnswer(operation));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (!seen.has(name)) open.push(...namesIn(SHAPES[name]));
    seen.add(name);
  }
  return seen.has(component);
}

function theAnswer(operation: string): Answer {
  const known = ANSWERS[operation];
  if (!known) throw new Error(`no shape of ${operation}`);
  const { isList = false, status = known.status } = OTHERWISE[operation] ?? {};
  const { answer } = known;
  if (!answer) return { status };
  return { status, answer: isList ? { type: "array", items: answer } : answer };
}

/** Where a strict client of the reference fails with this value; nothing where it does not. */
export function complaints(
  operation: string,
  { status, body }: { status: number; body: unknown },
  shapes: Record<string, Schema> = SHOWN,
): string[] {
  const { status: wanted, answer } = theAnswer(operation);
  if (status !== wanted) return [`${operation}: ${status} ${JSON.stringify(body)}`];
  if (!answer) return body === "" ? [] : [`${operation}: a body`];
  const { error } = schemaOf(operation, answer, shapes).safeParse(body);
  return (error?.issues ?? [])
    .flatMap((issue) => told(issue, []))
    .map((text) => `${operation}: ${text}`);
}

/** The exceptions without which a strict client would read all of these answers just as well. */
export function idle(
  exceptions: readonly Exception[],
  answered: readonly { operation: string; status: number; body: unknown }[],
): Exception["at"][] {
  const size = ({ body }: { body: unknown }) => JSON.stringify(body).length;
  const all = answered.toSorted((a, b) => size(a) - size(b));
  const isNeeded = (exception: Exception) => {
    const shapes = shapesBut(exception);
    const [component = ""] = exception.at[0]?.split(".") ?? [];
    return all.some(
      ({ operation, ...reply }) =>
        reaches(operation, component) && complaints(operation, reply, shapes).length > 0,
    );
  };
  return exceptions.filter((each) => !isNeeded(each)).map(({ at }) => at);
}

/** Of alternatives, what the one says that came furthest. */
export function told(issue: z.core.$ZodIssue, above: PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  if (issue.code !== "invalid_union") return [`${path.join(".")}: ${issue.message}`];
  const alternatives = issue.errors
    .map((issues) => issues.flatMap((each) => told(each, path)))
    .filter((each) => !each.some((text) => /expected null/.test(text)));
  const own = `${[...path, "type"].join(".")}: `;
  const isOther = (texts: string[]) => texts.some((text) => text.startsWith(own));
  const distance = (texts: string[]) => texts.length + (isOther(texts) ? 1000 : 0);
  const [nearest] = alternatives.sort((a, b) => distance(a) - distance(b));
  return nearest ?? [`${path.join(".")}: none of them`];
}
