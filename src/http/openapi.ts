import type { Hono } from "hono";
import { describeRoute, generateSpecs, resolver } from "hono-openapi";
import * as z from "zod";
import { type ErrorKey, errors } from "../errors";
import type { AppEnv } from "./scope";

/** The error body of every failure (contract, "Errors"). */
export const ErrorBody = z
  .object({
    code: z.int(),
    key: z.string(),
    message: z.string(),
    details: z.string().optional(),
    request_id: z.string(),
    resource_id: z.string().optional(),
    resource_type: z.string().optional(),
    related_object_ids: z.array(z.string()).optional(),
    related_object_type: z.string().optional(),
    related_object_total: z.int().optional(),
    error: z.object({ message: z.string() }).optional(),
  })
  .meta({ id: "Error" });

export type ErrorBody = z.infer<typeof ErrorBody>;

interface Operation {
  summary: string;
  description?: string;
  /** Schema of the 200 answer; null for a 204 without body. */
  answer: z.ZodType | null;
  /** Keys this operation can answer beside those that every operation can. */
  errors?: readonly ErrorKey[];
}

const EVERYWHERE: readonly ErrorKey[] = ["unauthorized", "too_many_requests", "internal_error"];
const WITH_BODY: readonly ErrorKey[] = [
  "invalid_payload",
  "query_too_large",
  "unsupported_media_type",
  "idempotency_key_reused",
];

const json = (schema: z.ZodType) => ({
  "application/json": { schema: resolver(schema, { options: { io: "output" } }) },
});

function errorResponses(keys: readonly ErrorKey[]) {
  const byStatus = Map.groupBy(new Set(keys), (key) => errors[key].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((key) => `\`${key}\`: ${errors[key].when}`).join("\n\n"),
        content: json(ErrorBody),
      },
    ]),
  );
}

/** Says of a route what the OpenAPI document tells: summary, answer and the errors it can give. */
export const operation = ({ summary, description, answer, errors: own = [] }: Operation) =>
  describeRoute({
    summary,
    ...(description && { description }),
    responses: {
      ...(answer
        ? { "200": { description: "Done", content: json(answer) } }
        : { "204": { description: "Done; no body" } }),
      ...errorResponses([...EVERYWHERE, ...WITH_BODY, ...own]),
    },
  });

const SECURITY = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

const familyOf = (path: string): keyof typeof SECURITY | null => {
  if (path.startsWith("/client/")) return "client";
  if (path.startsWith("/management/")) return "management";
  return path.startsWith("/v1/") ? "server" : null;
};

const schemeNames = (family: keyof typeof SECURITY) => [`${family}Id`, `${family}Token`];

function securitySchemes() {
  return Object.fromEntries(
    Object.entries(SECURITY).flatMap(([family, headers]) =>
      headers.map((name, at) => [
        `${family}${at === 0 ? "Id" : "Token"}`,
        { type: "apiKey" as const, in: "header" as const, name },
      ]),
    ),
  );
}

/** The OpenAPI 3.1 document of the mounted routes; each operation has an id, a tag and security. */
export async function openApiDocument(app: Hono<AppEnv>) {
  const document = await generateSpecs(app, {
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Vouchsafe",
        version: "1.0.0",
        description: "Vouchers, gift cards and rules: validate, redeem, roll back.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/" }],
      components: { securitySchemes: securitySchemes() },
    },
    defaultOptions: {},
  });
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, found] of Object.entries(operations ?? {})) {
      if (typeof found !== "object" || Array.isArray(found)) continue;
      const family = familyOf(path);
      Object.assign(found, {
        operationId: operationId(method, path),
        tags: [tagOf(path)],
        security: family ? [Object.fromEntries(schemeNames(family).map((name) => [name, []]))] : [],
      });
    }
  }
  return document;
}

const words = (path: string): string[] =>
  path.split("/").filter((part) => part !== "" && part !== "v1");

const operationId = (method: string, path: string): string =>
  [method, ...words(path).map((part) => part.replace(/[{}]/g, ""))].join("-");

const tagOf = (path: string): string =>
  words(path).find(
    (part) => !["client", "management", "projects"].includes(part) && !part.startsWith("{"),
  ) ?? "projects";
