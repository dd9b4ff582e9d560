import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import * as z from "zod";
import { type ErrorKey, errors } from "../errors";
import type { AppEnv } from "./app-env";

const SECURITY = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

type Part = Record<string, unknown>;
type Family = keyof typeof SECURITY;

/** What a write can answer before its use case runs: body and idempotency key are read first. */
const WRITE_ERRORS: readonly ErrorKey[] = [
  "invalid_payload",
  "query_too_large",
  "unsupported_media_type",
  "idempotency_key_reused",
];

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes a repetition safe for 24 hours: the first answer is sent again with `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const CUSTOMER_TOKEN = {
  name: "X-Customer-Token",
  in: "header",
  required: false,
  description:
    "Proves which customer is calling: the token that the back end made (`POST /v1/customers/{customerId}/client-token`).",
  schema: { type: "string", minLength: 1, maxLength: 500 },
};

const Found = z.looseObject({
  summary: z.string(),
  parameters: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.record(z.string(), z.unknown()).optional(),
  responses: z.record(z.string(), z.record(z.string(), z.unknown())),
  "x-errors": z.array(z.custom<ErrorKey>((key) => typeof key === "string" && key in errors)),
});
type Found = z.infer<typeof Found>;

const familyOf = (path: string): Family | null => {
  // Behind a signed link.
  if (path.endsWith("/download")) return null;
  if (path.startsWith("/client/")) return "client";
  if (path.startsWith("/management/")) return "management";
  return path.startsWith("/v1/") ? "server" : null;
};

function errorKeys(family: Family | null, isWrite: boolean, found: Found): ErrorKey[] {
  return [
    ...(family ? (["unauthorized", "too_many_requests"] as const) : []),
    ...(family === "client" ? (["unauthorized_client", "forbidden"] as const) : []),
    ...(isWrite ? WRITE_ERRORS : []),
    ...(found.parameters.some((each) => each.in === "query")
      ? ["invalid_query_params" as const]
      : []),
    ...found["x-errors"],
    "internal_error",
  ];
}

function errorResponses(keys: readonly ErrorKey[]): Part {
  const byStatus = Map.groupBy(new Set(keys), (key) => errors[key].status);
  const schema = { $ref: "#/components/schemas/Error" };
  const content = { "application/json": { schema }, "application/problem+json": {} };
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((key) => `\`${key}\`: ${errors[key].when}`).join("\n\n"),
        content,
      },
    ]),
  );
}

/** Objects in a query are written with brackets: `created_at[before]=`. */
const parameter = (found: Part): Part =>
  z.object({ type: z.literal("object") }).safeParse(found.schema).success
    ? { ...found, style: "deepObject", explode: true }
    : found;

const Required = z.object({
  content: z.object({
    "application/json": z.object({ schema: z.object({ required: z.array(z.string()).min(1) }) }),
  }),
});

/** Files and arrays are always sent. */
const Upload = z.object({
  content: z.union([
    z.object({ "text/csv": z.unknown() }),
    z.object({ "application/json": z.object({ schema: z.object({ type: z.literal("array") }) }) }),
  ]),
});

/** A body may stay away where none of its properties is required: no body is an empty object. */
const requestBody = (found: Part): Part => ({
  ...found,
  required: Required.safeParse(found).success || Upload.safeParse(found).success,
});

const file = (description: string, type: string): Part => ({
  "200": { description, content: { [type]: { schema: { type: "string" } } } },
});

/** What is under `/assets` are images, and what can be downloaded are tables. */
function success(path: string, responses: Found["responses"]): Part {
  if (path.startsWith("/assets/")) return file("An image", "image/svg+xml");
  if (path.endsWith("/download")) return file("A CSV file", "text/csv");
  return Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith("2")));
}

function describe(path: string, method: string, found: Found): Part {
  const family = familyOf(path);
  const isWrite = method !== "get";
  const { "x-errors": _, ...own } = found;
  return {
    ...own,
    operationId: operationId(method, path),
    tags: [tagOf(path)],
    security: family ? [Object.fromEntries(schemeNames(family).map((name) => [name, []]))] : [],
    parameters: [
      ...found.parameters.map(parameter),
      ...(isWrite ? [IDEMPOTENCY_KEY] : []),
      ...(family === "client" ? [CUSTOMER_TOKEN] : []),
    ],
    ...(found.requestBody && { requestBody: requestBody(found.requestBody) }),
    responses: {
      ...success(path, found.responses),
      ...errorResponses(errorKeys(family, isWrite, found)),
    },
  };
}

const schemeNames = (family: Family) => [`${family}Id`, `${family}Token`];

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

/** Every integer is a safe one; saying so of each hides the limits that matter. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  const isNoise = (name: string, each: unknown) =>
    (name === "maximum" && each === Number.MAX_SAFE_INTEGER) ||
    (name === "minimum" && each === Number.MIN_SAFE_INTEGER);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !isNoise(name, each))
      .map(([name, each]) => [name, readable(each)]),
  );
}

async function build(app: Hono<AppEnv>): Promise<Part> {
  const { components, paths, ...head } = await generateSpecs(app, {
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
  });
  const described = Object.entries(paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations ?? {}).map(([method, found]) => [
        method,
        describe(path, method, Found.parse(found)),
      ]),
    ),
  ]);
  return {
    ...head,
    components: readable(components),
    paths: readable(Object.fromEntries(described)),
  };
}

let built: Part | null = null;

/**
 * The OpenAPI 3.1 document of the mounted routes, made once per isolate; each operation has an id, a
 * tag, its family's security and every error it can give.
 */
export async function openApiDocument(app: Hono<AppEnv>): Promise<Part> {
  built ??= await build(app);
  return built;
}

const words = (path: string): string[] =>
  path.split("/").filter((part) => part !== "" && part !== "v1");

const operationId = (method: string, path: string): string =>
  [method, ...words(path).map((part) => part.replace(/[{}]/g, ""))].join("-");

const tagOf = (path: string): string =>
  words(path).find(
    (part) => !["client", "management", "projects"].includes(part) && !part.startsWith("{"),
  ) ?? "projects";
