import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import { ApiError } from "../errors";
import { isRecord } from "../lib/json-value";
import { readBody } from "../model/exact-numbers";
import { describeIssue } from "../model/issue";
import { readingFor } from "../model/reading";
import { type AppEnv, bodyOf } from "./app-env";
import { IGNORED_HEADER } from "./ignored";
import { readLeniently } from "./lenient-query";

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

/** A value within a filter stays, also an empty one: a filter that is dropped finds everything. */
const IN_FILTER = /^\[?filters\]?\[(?!junction\]$)/;

/** An empty value is how many clients write one that is not set. */
function withoutEmpty(value: unknown): unknown {
  if (!Array.isArray(value)) return value === "" ? undefined : value;
  const set = value.filter((each) => each !== "");
  return set.length > 0 ? set : undefined;
}

/**
 * `a[b][]=c` as nested values, the way the reference service's SDKs write queries. What reads them
 * is loaded when the first one comes.
 */
async function nested(sent: unknown): Promise<unknown> {
  if (typeof sent !== "object" || sent === null) return sent;
  const entries = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    const set = IN_FILTER.test(name) ? value : withoutEmpty(value);
    return set === undefined ? [] : [[name, set]];
  });
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

/** The refusal that says what is first wrong with the value. */
function refusalOf(key: RefusalKey, { issues: [issue] }: z.core.$ZodError): ApiError {
  const whole = key === "invalid_query_params" ? "Query" : "Payload";
  return new ApiError(key, issue && { details: describeIssue(issue, whole) });
}

/** Throws the refusal; the library's own answer would echo the input. */
const refuse =
  (key: RefusalKey) =>
  (result: { success: true } | { success: false; error: z.core.$ZodError }): void => {
    if (!result.success) throw refusalOf(key, result.error);
  };

type Check = MiddlewareHandler<AppEnv>;

/** It reports the input of an issue, which tells a missing property from a wrong one. */
const parse = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { reportInput: true });

/**
 * The JSON body by its schema, with numbers that came as text, and with dates and the currency as
 * those of the project. Refuses with `invalid_payload`, naming the property's path.
 */
export const checkBody =
  (schema: z.ZodType): Check =>
  (c, next) => {
    const project = c.get("scope")?.project;
    const read = readingFor(project, () => readBody(schema, bodyOf(c).json()));
    if (!read.success) throw refusalOf("invalid_payload", read.error);
    bodyOf(c).read = read.data;
    return next();
  };

/**
 * The query by its schema, brackets unfolded; refuses with `invalid_query_params`. An order and a
 * cursor that the list does not know are left out, and named among what is ignored.
 */
export const checkQuery =
  (schema: z.ZodType): Check =>
  (c, next) => {
    const check: Check = zValidator("query", schema, refuse("invalid_query_params"), {
      validationFunction: async (_, value) => {
        const query = await nested(value);
        const read = await parse(schema, query);
        const lenient = read.success ? null : readLeniently(query, read.error.issues);
        if (lenient === null) return read;
        for (const name of lenient.dropped) c.header(IGNORED_HEADER, name, { append: true });
        return parse(schema, lenient.query);
      },
    });
    return check(c, next);
  };

/** The path's parameters; they are decoded once and taken as text. */
export const checkParams = (schema: z.ZodType): Check =>
  zValidator("param", schema, refuse("invalid_payload"), {
    validationFunction: (_, value) => parse(schema, value),
  });
