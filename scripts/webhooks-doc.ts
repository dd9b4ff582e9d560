import { writeFileSync } from "node:fs";
import * as z from "zod";
import { catalogue, kindOf, timeFieldOf } from "../src/events/catalogue";
import { SUBSCRIBABLE } from "../src/model/webhook-kinds";
import { OPERATIONS } from "./event-operations";
import { exampleOf } from "./schema-example";

type Json = z.core.JSONSchema.JSONSchema;

const HEAD = `# Kinds of events

For those who receive webhooks: what each kind carries. How to receive them is in [the guide](guides/webhooks.md), how they are
set up and tried again in [behaviour.md](behaviour.md). Made from the catalogue of events by \`npm run docs\`; a test keeps
both equal.

## Kinds
`;

const referred = (schema: Json): string => schema.$ref?.replace(/^.*\//, "") ?? "";

/** The type of a field in short: the name of its schema in the OpenAPI document where it has one. */
function typeOf(schema: Json): string {
  if (schema.$ref) return `\`${referred(schema)}\``;
  const choices = (schema.anyOf ?? []) as Json[];
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf((schema.items ?? {}) as Json)}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
}

function fieldsOf(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: "output",
    unrepresentable: "any",
  });
  return Object.entries(properties)
    .map(([name, type]) => {
      const text = `\`${name}\`: ${typeOf(type as Json)}`;
      return required.includes(name) ? text : `${text}, if any`;
    })
    .join("; ");
}

const kinds = Object.entries(catalogue).sort(([a], [b]) => (a < b ? -1 : 1));
const isAskedFor = (kind: string): boolean => SUBSCRIBABLE.includes(kind);

const section = ([kind, { data: own }]: (typeof kinds)[number]): string => {
  const at = timeFieldOf(kindOf({ kind }));
  const data: z.ZodObject = at === undefined ? own : z.object({ ...own.shape, [at]: z.string() });
  return [
    `### ${kind}`,
    "",
    ...(isAskedFor(kind) ? [] : ["In the feed and in activities only.", ""]),
    `Caused by ${Object.entries(OPERATIONS).find(([name]) => name === kind)?.[1]}.`,
    "",
    `Data: ${fieldsOf(data)}.`,
    "",
    "```json",
    JSON.stringify(exampleOf(data)),
    "```",
    "",
  ].join("\n");
};

/** `docs/webhooks.md`, its kinds made from the catalogue of events. */
export const webhooksDocument = (): string => [HEAD, ...kinds.map(section)].join("\n");

if (process.argv[1]?.endsWith("webhooks-doc.ts"))
  writeFileSync("docs/webhooks.md", webhooksDocument());
