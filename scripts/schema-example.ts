import * as z from "zod";

type Json = z.core.JSONSchema.JSONSchema;
type Defs = Record<string, Json>;

const isSchema = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Texts that more than their type is asked of, by the name of their property. */
const TEXTS: Record<string, string> = {
  currency: "EUR",
  timezone: "UTC",
  url: "https://example.com/",
};

function textOf({ format, pattern }: Json, name: string): string {
  if (format === "date-time" || /_at$|_date$/.test(name)) return "2026-01-01T12:00:00.000Z";
  if (format === "date" || pattern?.includes("\\d{4}-")) return "2026-01-01";
  return TEXTS[name] ?? (name === "id" || name.endsWith("_id") ? "..." : name);
}

const least = ({ minimum, exclusiveMinimum }: Json): number =>
  minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 0);

/** The smallest value that a schema takes: what may be null is, what may be absent is. */
function exampleIn(schema: Json, defs: Defs, name: string): unknown {
  const { $ref, anyOf, oneOf, allOf, type, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return exampleIn(defs[$ref.replace(/^.*\//, "")] ?? {}, defs, name);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = (anyOf ?? oneOf ?? []).filter(isSchema);
  if (choices.some((each) => each.type === "null") || Array.isArray(type)) return null;
  if (choices[0]) return exampleIn(choices[0], defs, name);
  if (allOf)
    return Object.assign({}, ...allOf.filter(isSchema).map((each) => exampleIn(each, defs, name)));
  if (type === "object") {
    const fields = required.map((field) => {
      const inner = properties[field];
      return [field, isSchema(inner) ? exampleIn(inner, defs, field) : {}];
    });
    return Object.fromEntries(fields);
  }
  if (type === "array") return [];
  if (type === "integer" || type === "number") return least(schema);
  if (type === "boolean") return true;
  return type === "null" ? null : textOf(schema, name);
}

/** An example of what a schema takes, as small as it can be. */
export function exampleOf(schema: z.ZodType): unknown {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  return exampleIn(own, $defs as Defs, "");
}
