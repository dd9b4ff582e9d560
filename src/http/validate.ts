import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import { resolver, uniqueSymbol } from "hono-openapi";
import * as z from "zod";
import { ApiError } from "../errors";
import { describeIssue } from "../model/issue";

/**
 * `a[b][]=c` as nested values, the way the reference service's SDKs write queries. What reads them is
 * loaded when the first one comes.
 */
async function nested(flat: unknown): Promise<unknown> {
  if (typeof flat !== "object" || flat === null) return flat;
  const entries = Object.entries(flat);
  if (entries.every(([name, value]) => !name.includes("[") && typeof value === "string")) {
    return flat;
  }
  const { default: qs } = await import("qs");
  return qs.parse(Object.fromEntries(entries), { depth: 6, arrayLimit: 100 });
}

type RefusalKey = "invalid_payload" | "invalid_query_params";

/** Throws what is first wrong with the value; the library's own answer would echo the input. */
const refuse =
  (key: RefusalKey) =>
  (result: { success: boolean; error?: unknown }): void => {
    if (result.success) return;
    const issue = result.error instanceof z.ZodError ? result.error.issues[0] : undefined;
    throw new ApiError(key, issue && { details: describeIssue(issue) });
  };

/**
 * The schema, reading what `prepare` makes of a value. It reports the input of an issue, which tells
 * a missing property from a wrong one and never leaves.
 */
function reporting<S extends z.ZodType>(
  schema: S,
  prepare: (value: unknown) => unknown = (value) => value,
): S {
  const twin: S = Object.create(schema);
  twin.safeParseAsync = async (value) =>
    schema.safeParseAsync(await prepare(value), { reportInput: true });
  return twin;
}

/** Lets the OpenAPI document find the schema that a validator checks. */
const documented = <V extends object>(
  target: keyof ValidationTargets,
  schema: z.ZodType,
  middleware: V,
): V => Object.assign(middleware, { [uniqueSymbol]: { target, ...resolver(schema) } });

/** The JSON body by its schema; refuses with `invalid_payload` naming the property's path. */
export const body = <S extends z.ZodType>(schema: S) =>
  documented("json", schema, zValidator("json", reporting(schema), refuse("invalid_payload")));

/** The query by its schema, brackets unfolded; refuses with `invalid_query_params`. */
export const query = <S extends z.ZodType>(schema: S) =>
  documented(
    "query",
    schema,
    zValidator("query", reporting(schema, nested), refuse("invalid_query_params")),
  );

/** The path's parameters; they are decoded once and taken as text. */
export const params = <S extends z.ZodType>(schema: S) =>
  documented("param", schema, zValidator("param", reporting(schema), refuse("invalid_payload")));
