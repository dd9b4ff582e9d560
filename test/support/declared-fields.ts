import type * as z from "zod";
import { operations } from "../../src/api/operations";
import { openApiDocument } from "../../src/http/openapi-document";
import components from "./shapes/components.json";
import shapes from "./shapes/operations.json";

type Schema = z.core.JSONSchema.JSONSchema;
type Named = Record<string, Schema>;

interface Documented {
  parameters: { name?: string; $ref?: string }[];
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

// What is read here is JSON, of which the compiler knows no more than texts and lists.
const document = openApiDocument(operations) as unknown as {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Named; parameters: Record<string, { name: string }> };
};
const THEIRS = components as Named;
const ANSWERS = shapes as Record<string, { status: number; answer?: Schema }>;

/** The names of the path's parameters are ours. */
const bare = (operation: string): string => operation.replace(/:\w+|\{\w+\}/g, ":");

const documented = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      bare(`${method.toUpperCase()} ${path}`),
      operation,
    ]),
  ),
);

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split("/").pop();

/** A schema's alternatives, references and what they lead to resolved. */
function alternatives(schema: Schema, named: Named): Schema[] {
  const name = nameOf(schema);
  if (name !== undefined) return alternatives(named[name] ?? {}, named);
  const below = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Schema[] | undefined;
  return below ? below.flatMap((each) => alternatives(each, named)) : [schema];
}

const oneOf = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: [...schemas] };

/** What stands in each property, item or value of any of the alternatives. */
function within(schemas: readonly Schema[]): Map<string, Schema> {
  const found = new Map<string, Schema[]>();
  const note = (name: string, schema: unknown) => {
    if (typeof schema === "object") {
      found.set(name, [...(found.get(name) ?? []), schema as Schema]);
    }
  };
  for (const { properties, items, additionalProperties } of schemas) {
    for (const [name, schema] of Object.entries(properties ?? {})) note(name, schema);
    note("[]", items);
    note("*", additionalProperties);
  }
  return new Map([...found].map(([name, all]) => [name, oneOf(all)]));
}

/** Whether the schema says nothing of what it holds. */
const isOpen = ({ type, properties, items, additionalProperties }: Schema): boolean =>
  (type === undefined || type === "object") &&
  properties === undefined &&
  items === undefined &&
  typeof additionalProperties !== "object";

/** The places of their schema that ours does not declare, named by the nearest component. */
function compare(theirs: Schema, ours: Schema, at: string, seen: Set<string>): string[] {
  const place = nameOf(theirs) ?? at;
  const known = `${place} ${JSON.stringify(ours).slice(0, 2000)}`;
  if (seen.has(known)) return [];
  seen.add(known);
  const wanted = within(alternatives(theirs, THEIRS));
  const own = alternatives(ours, document.components.schemas);
  const had = within(own);
  if (wanted.size > 0 && own.some(isOpen)) return [place];
  return [...wanted].flatMap(([name, schema]) => {
    const below = had.get(name) ?? had.get("*");
    return below ? compare(schema, below, `${place}.${name}`, seen) : [`${place}.${name}`];
  });
}

/** The operations of the shapes, written as in `operations.ts`. */
export const SHAPED = Object.keys(ANSWERS);

export const isDocumented = (operation: string): boolean => documented.has(bare(operation));

/** The names of the parameters that our document has of the operation. */
export const parametersOf = (operation: string): string[] =>
  documented.get(bare(operation))?.parameters.map((parameter) => {
    const shared = document.components.parameters[nameOf(parameter) ?? ""];
    return String((shared ?? parameter).name);
  }) ?? [];

/** The fields of an operation's answer in the shapes that our document does not have. */
export function undeclaredIn(operation: string): string[] {
  const { answer } = ANSWERS[operation] ?? {};
  const { responses = {} } = documented.get(bare(operation)) ?? {};
  const [, done] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const ours = Object.values(done?.content ?? {})[0]?.schema;
  return answer && ours ? compare(answer, ours, operation, new Set()) : [];
}
