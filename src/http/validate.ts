import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import { resolver, uniqueSymbol } from "hono-openapi";
import qs from "qs";
import * as z from "zod";
import { ApiError } from "../errors";

type Issue = z.core.$ZodIssue;

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part).slice(0, 100)}`))
    .join("");

/** An enum, a union and a type each say "missing" in a code of their own. */
const isMissing = (issue: Issue): boolean =>
  issue.input === undefined &&
  (issue.code === "invalid_type" ||
    issue.code === "invalid_value" ||
    issue.code === "invalid_union");

/** The sentence that names the property and what it should be. */
export function describeIssue(issue: Issue): string {
  const path = pathOf(issue.path);
  if (isMissing(issue)) {
    const owner = pathOf(issue.path.slice(0, -1));
    const name = String(issue.path.at(-1) ?? "body");
    return `${owner ? `Property ${owner}` : "Payload"} must have required property '${name}'`;
  }
  if (!path) return issue.code === "invalid_type" ? "Payload must be an object" : issue.message;
  return `Property ${path} ${requirement(issue)}`;
}

function requirement(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${issue.expected === "int" ? "integer" : issue.expected}`;
    case "invalid_value":
      return `must be equal to one of the allowed values [ ${issue.values.join(", ")} ]`;
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "invalid_format":
      return format(issue);
    case "invalid_union":
      return unionRequirement(issue);
    default:
      return issue.message;
  }
}

function unionRequirement(issue: z.core.$ZodIssueInvalidUnion): string {
  const first = issue.errors?.[0]?.[0];
  return "options" in issue && Array.isArray(issue.options)
    ? `must be equal to one of the allowed values [ ${issue.options.join(", ")} ]`
    : first
      ? requirement(first)
      : issue.message;
}

const counted = { array: "items", string: "characters", set: "items", file: "bytes" };
const unit = (origin: string): string | undefined =>
  Object.entries(counted).find(([name]) => name === origin)?.[1];

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  const items = unit(issue.origin);
  return items
    ? `must NOT have more than ${issue.maximum} ${items}`
    : `must be ${issue.inclusive === false ? "<" : "<="} ${issue.maximum}`;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  const items = unit(issue.origin);
  return items
    ? `must NOT have fewer than ${issue.minimum} ${items}`
    : `must be ${issue.inclusive === false ? ">" : ">="} ${issue.minimum}`;
}

function format(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.format === "datetime" || issue.format === "date") {
    return "cannot be recognized as a ISO-8601 compliant date";
  }
  return issue.format === "regex" ? `must be ${issue.message}` : `must be a valid ${issue.format}`;
}

/** `a[b][]=c` as nested values, the way the reference service's SDKs write queries. */
const nested = (flat: unknown): unknown =>
  typeof flat === "object" && flat !== null
    ? qs.parse(Object.fromEntries(Object.entries(flat)), { depth: 6, arrayLimit: 100 })
    : flat;

type RefusalKey = "invalid_payload" | "invalid_query_params";

/** Throws what is first wrong with the value; the library's own answer would echo the input. */
const refuse =
  (key: RefusalKey) =>
  (result: { success: boolean; error?: unknown }): void => {
    if (result.success) return;
    const issue = result.error instanceof z.core.$ZodError ? result.error.issues[0] : undefined;
    throw new ApiError(key, issue && { details: describeIssue(issue) });
  };

/**
 * The schema, reading what `prepare` makes of a value. It reports the input of an issue, which tells
 * a missing property from a wrong one and never leaves.
 */
function reporting<S extends z.ZodType>(schema: S, prepare = (value: unknown) => value): S {
  const twin: S = Object.create(schema);
  twin.safeParseAsync = (value) => schema.safeParseAsync(prepare(value), { reportInput: true });
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
