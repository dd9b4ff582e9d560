import * as z from "zod";
import { closed, except, told } from "./client-schema";
import { EVENT_EXCEPTIONS } from "./shapes/event-exceptions";
import shapes from "./shapes/events.json";

type Schema = z.core.JSONSchema.JSONSchema;

// The file is JSON, of which the compiler knows no more than texts and lists.
const KINDS = shapes.kinds as Record<string, string>;
const COMPONENTS = shapes.components as Record<string, Schema>;

/**
 * What a client must be ready to miss may be null: of what is not set our objects say null, and
 * the catalogue says of each field whether it can be.
 */
function unsetIsNull(schema: Schema): Schema {
  const { properties, required = [] } = schema;
  if (properties === undefined) return schema;
  const told = Object.entries(properties).map(([name, value]) => {
    const within = unsetIsNull(value as Schema);
    return [name, required.includes(name) ? within : { anyOf: [within, { type: "null" }] }];
  });
  return { ...schema, properties: Object.fromEntries(told) };
}

/** The shapes with what events tell otherwise on purpose. */
function shapesOfEvents(): Record<string, Schema> {
  const defs = structuredClone(COMPONENTS);
  for (const exception of EVENT_EXCEPTIONS) except(defs, exception);
  for (const [name, shape] of Object.entries(defs)) defs[name] = unsetIsNull(shape);
  return closed(defs);
}

const NAMES = [...new Set(Object.values(KINDS))];

/** All shapes at once: what they have in common is read once. */
const SHAPES = z.fromJSONSchema({
  type: "object",
  properties: Object.fromEntries(NAMES.map((name) => [name, { $ref: `#/$defs/${name}` }])),
  required: NAMES,
  $defs: shapesOfEvents(),
}) as z.ZodObject<Record<string, z.ZodType>>;

/** Kinds of which the shape of the payload is known. */
export const SHAPED_KINDS = Object.keys(KINDS);

/** Some kinds are written with one "d" here, as webhooks ask for them. */
const shapeOf = (kind: string): string | undefined => KINDS[kind.replace(/aded$/, "added")];

/** Where a strict client of the reference fails with the data of an event; nothing where not. */
export function eventComplaints(kind: string, data: unknown): string[] {
  const shape = shapeOf(kind);
  if (shape === undefined) return [];
  const issues = SHAPES.shape[shape]?.safeParse(data).error?.issues ?? [];
  return issues.flatMap((issue) => told(issue, [])).map((text) => `${kind}.${text}`);
}
