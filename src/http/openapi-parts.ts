import * as z from "zod";
import type { Mounted } from "./mount";

type Part = Record<string, unknown>;

const refTo = (id: string): string => `"#/$defs/${id}"`;

/**
 * JSON Schemas of the document; what has an id is a component, written once for all. What a request
 * may leave out and an answer never does makes two components of one schema: the request's is
 * called `...Input`. So answers come first.
 */
export class Schemas {
  readonly components: Record<string, unknown> = {};

  of(schema: z.ZodType, io: "input" | "output"): Part {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    const texts = new Map(Object.entries($defs).map(([id, each]) => [id, JSON.stringify(each)]));
    const others = this.#differing(texts);
    const named = (text: string): string =>
      [...others].reduce((all, id) => all.replaceAll(refTo(id), refTo(`${id}Input`)), text);
    for (const [id, text] of texts) {
      this.components[others.has(id) ? `${id}Input` : id] = JSON.parse(named(text));
    }
    return JSON.parse(named(JSON.stringify(own)));
  }

  /** Ids whose component says something else, by itself or by what it refers to. */
  #differing(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
    const others = new Set<string>();
    for (let known = -1; known < others.size; ) {
      known = others.size;
      for (const [id, text] of texts) {
        const before = this.components[id];
        const isOther = before !== undefined && JSON.stringify(before) !== text;
        if (isOther || [...others].some((other) => text.includes(refTo(other)))) others.add(id);
      }
    }
    return others;
  }
}

const Members = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
});

/** The members of an object as parameters; objects in a query are written `created_at[before]=`. */
export function parameters(place: "path" | "query", schema: Part): Part[] {
  const { properties, required } = Members.parse(schema);
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    in: place,
    name,
    schema: rest,
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    ...(rest.type === "object" && { style: "deepObject", explode: true }),
  }));
}

const TEXT = { type: "string" };

/** The parameters of the path: texts, but for those that the operation has a schema for. */
export function pathParameters({ path, params }: Mounted, schemas: Schemas): Part[] {
  const declared = params ? parameters("path", schemas.of(params, "input")) : [];
  const texts = [...path.matchAll(/:(\w+)/g)]
    .filter(([, name]) => declared.every((each) => each.name !== name))
    .map(([, name]) => ({ in: "path", name, schema: TEXT, required: true }));
  return [...declared, ...texts];
}

const FILE = { type: "string", contentMediaType: "text/csv" };
const ANYTHING = { type: "object", additionalProperties: true };
const UPLOADS = {
  csv: {
    "multipart/form-data": {
      schema: { type: "object", properties: { file: FILE }, required: ["file"] },
    },
    "text/csv": { schema: FILE },
  },
  json: { "application/json": { schema: { type: "array", items: ANYTHING } } },
};

const Wanted = z.object({ required: z.array(z.string()).min(1) });

/**
 * The body; files and arrays are always sent. One of which no property is required may stay away:
 * no body is an empty object.
 */
export function requestBody(operation: Mounted, schemas: Schemas): Part | null {
  const { body, upload, form, example } = operation;
  if (upload) return { required: true, content: UPLOADS[upload] };
  if (!body) return null;
  const schema = schemas.of(body, "input");
  const required = schema.type === "array" || Wanted.safeParse(schema).success;
  const asForm = { "application/x-www-form-urlencoded": { schema } };
  return {
    required,
    content: { ...(form && asForm), "application/json": { schema, ...(example && { example }) } },
  };
}

const SUCCESS = { 200: "Done", 202: "Begun; see the async action" } as const;

export function success({ answer, file, status }: Mounted, schemas: Schemas): Part {
  if (file) {
    return { "200": { description: file.description, content: { [file.type]: { schema: TEXT } } } };
  }
  if (!answer) return { "204": { description: "Done; no body" } };
  const content = { "application/json": { schema: schemas.of(answer, "output") } };
  const possible = typeof status === "function" ? ([200, 202] as const) : [status];
  return Object.fromEntries(
    possible.map((each) => [each, { description: SUCCESS[each], content }]),
  );
}
