import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { ApiError } from "../errors";
import { isRecord } from "../lib/json-value";
import { readBody } from "../model/exact-numbers";
import { describeIssue } from "../model/issue";
import { readingFor } from "../model/reading";
import type { AppEnv } from "./app-env";

/** One more than any list may have, so that a longer one is refused as a list. */
const LONGEST_LIST = 1_001;

/** What reads brackets drops a field of this name; a filter that is dropped finds everything. */
const DROPPED = "__proto__";
const STAND_IN = "(__proto__)";

/** Gives the field its name back, as one like any other. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, held]) => [name === STAND_IN ? DROPPED : name, named(held)]),
  );
}

/**
 * `a[b][]=c` as nested values, the way the reference service's SDKs write queries. What reads them
 * is loaded when the first one comes.
 */
async function nested(sent: unknown): Promise<unknown> {
  if (typeof sent !== "object" || sent === null) return sent;
  // An empty value is how many clients write one that is not set. Within a filter it stays: a
  // filter that is dropped finds everything.
  const entries = Object.entries(sent).filter(
    ([name, value]) => value !== "" || name.includes("["),
  );
  const flat = Object.fromEntries(entries);
  if (entries.every(([name, value]) => !name.includes("[") && typeof value === "string")) {
    return flat;
  }
  // The package itself brings along what writes queries.
  const { default: parse } = await import("qs/lib/parse");
  // A field may be called as what every object has: dropped, it would filter nothing.
  const options = { depth: 6, arrayLimit: LONGEST_LIST, allowPrototypes: true };
  if (!entries.some(([name]) => name.includes(`[${DROPPED}]`))) {
    return parse(flat, options);
  }
  const kept = entries.map(([name, value]) => [
    name.replaceAll(`[${DROPPED}]`, `[${STAND_IN}]`),
    value,
  ]);
  return named(parse(Object.fromEntries(kept), options));
}

type RefusalKey = "invalid_payload" | "invalid_query_params";

/** Throws what is first wrong with the value; the library's own answer would echo the input. */
const refuse =
  (key: RefusalKey) =>
  (result: { success: boolean; error?: unknown }): void => {
    if (result.success) return;
    const issue = result.error instanceof z.ZodError ? result.error.issues[0] : undefined;
    const whole = key === "invalid_query_params" ? "Query" : "Payload";
    throw new ApiError(key, issue && { details: describeIssue(issue, whole) });
  };

type Target = "json" | "query" | "param";
type Check = MiddlewareHandler<AppEnv>;

const asSent = (value: unknown): unknown => value;

/**
 * Holds one part of the request against a schema, read after `prepare`. It reports the input of an
 * issue, which tells a missing property from a wrong one and never leaves.
 */
const checked = (
  target: Target,
  key: RefusalKey,
  schema: z.ZodType,
  prepare: (value: unknown) => unknown = asSent,
): Check =>
  zValidator(target, schema, refuse(key), {
    validationFunction: async (_, value) =>
      schema.safeParseAsync(await prepare(value), { reportInput: true }),
  });

/**
 * The JSON body by its schema, with numbers that came as text, and with dates and the currency as
 * those of the project. Refuses with `invalid_payload`, naming the property's path.
 */
export const checkBody =
  (schema: z.ZodType): Check =>
  (c, next) => {
    const project = c.get("scope")?.project;
    const check: Check = zValidator("json", schema, refuse("invalid_payload"), {
      validationFunction: (_, value) => readingFor(project, () => readBody(schema, value)),
    });
    return check(c, next);
  };

/** The query by its schema, brackets unfolded; refuses with `invalid_query_params`. */
export const checkQuery = (schema: z.ZodType): Check =>
  checked("query", "invalid_query_params", schema, nested);

/** The path's parameters; they are decoded once and taken as text. */
export const checkParams = (schema: z.ZodType): Check =>
  checked("param", "invalid_payload", schema);
