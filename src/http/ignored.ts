import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { ApiError } from "../errors";
import { isRecord } from "../lib/json-value";
import { memoised } from "../lib/memoised";
import type { AppEnv } from "./app-env";

/** The header that names what a request sent in its query and nobody looked at. */
export const IGNORED_HEADER = "X-Vouchsafe-Ignored";

/** A header holds a line: so many names of so many characters. */
const MOST_NAMES = 20;
const LONGEST = 100;

interface Known {
  properties: Record<string, unknown>;
}

const hasProperties = (schema: unknown): schema is Known =>
  isRecord(schema) && isRecord(schema.properties);

/** What a query may hold, as JSON schema; made when the first one comes. */
const knownOf = memoised((query: z.ZodType): object =>
  z.toJSONSchema(query, { io: "input", unrepresentable: "any" }),
);

/** `created_at[before]` as its names. */
const namesOf = (key: string): string[] => key.split(/[[\]]+/).filter((name) => name !== "");

/** Whether a schema knows a name; what is in an object that it leaves open, it knows. */
function isKnown(schema: unknown, names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (name === undefined || !hasProperties(schema)) return true;
  return Object.hasOwn(schema.properties, name) && isKnown(schema.properties[name], rest);
}

const isUnknown = (query: z.ZodType | null, key: string): boolean =>
  query === null || !isKnown(knownOf(query), namesOf(key));

const isList = (query: z.ZodType | null): boolean =>
  query !== null && isKnown(knownOf(query), ["limit"]);

/** A list that takes no filters would answer everything to a client that filters. */
function refuseFilters(unknown: readonly string[]): void {
  if (unknown.every((key) => namesOf(key)[0] !== "filters")) return;
  throw new ApiError("invalid_query_params", {
    details: "Property .filters is not taken by this list: leave it out to get everything",
  });
}

/**
 * Names in a header of the answer what the query has and the operation does not know, so that who
 * misspells a filter is not answered everything without a sign (docs/behaviour.md, "Filters of
 * lists").
 */
export const tellIgnored =
  (query: z.ZodType | null): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const sent = c.req.query();
    const unknown = Object.keys(sent).filter((key) => isUnknown(query, key));
    if (isList(query)) refuseFilters(unknown.filter((key) => sent[key] !== ""));
    if (unknown.length > 0) {
      // What is cut may end in half a character, which nothing encodes.
      const names = unknown
        .slice(0, MOST_NAMES)
        .map((name) => name.slice(0, LONGEST).toWellFormed());
      c.header(IGNORED_HEADER, names.map(encodeURIComponent).join(", "));
    }
    await next();
  };
