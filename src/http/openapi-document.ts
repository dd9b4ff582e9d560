import * as z from "zod";
import { type ErrorKey, errors } from "../errors";
import { isRecord } from "../lib/json-value";
import { memoised } from "../lib/memoised";
import { ErrorBody } from "./error-body";
import type { Mounted } from "./mount";
import { BOOKMARK_HEADER, CONSISTENCY_HEADER } from "./nearness";
import { parameters, pathParameters, requestBody, Schemas, success } from "./openapi-parts";
import { securityOf, securitySchemes } from "./openapi-security";
import { withSharedParameters, withSharedSchemas } from "./openapi-shared";
import { TAGS } from "./openapi-tags";

type Part = Record<string, unknown>;

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

const isWrite = ({ method }: Mounted): boolean => method !== "GET";

/** Whether it may write rows that go along when their project moves (docs/operations.md). */
const writesWhatMoves = (operation: Mounted): boolean =>
  operation.run.within === "project" &&
  !operation.isControl &&
  (isWrite(operation) || operation.writes);

function errorKeys(operation: Mounted): ErrorKey[] {
  const { family, query } = operation;
  return [
    ...(family ? (["unauthorized", "too_many_requests", "place_unavailable"] as const) : []),
    ...(family === "client" ? (["unauthorized_client", "forbidden"] as const) : []),
    ...(operation.can ? (["missing_required_permission"] as const) : []),
    ...(isWrite(operation) ? WRITE_ERRORS : []),
    ...(writesWhatMoves(operation) ? ["project_moving" as const] : []),
    ...(query ? ["invalid_query_params" as const] : []),
    ...operation.errors,
    "internal_error",
  ];
}

const REFUSED = {
  "application/json": { schema: { $ref: "#/components/schemas/Error" } },
  "application/problem+json": {},
};

/** Responses of failures: each set of reasons is written once, for all operations that have it. */
class Failures {
  readonly components: Record<string, Part> = {};
  readonly #names = new Map<string, string>();

  of(keys: readonly ErrorKey[]): Part {
    const byStatus = Map.groupBy(new Set(keys), (key) => errors[key].status);
    return Object.fromEntries(
      [...byStatus].map(([status, group]) => [
        String(status),
        { $ref: `#/components/responses/${this.#named(status, group)}` },
      ]),
    );
  }

  /** Numbered within its status, in the order of the operations. */
  #named(status: number, keys: readonly ErrorKey[]): string {
    const known = this.#names.get(keys.join());
    if (known !== undefined) return known;
    const before = Object.keys(this.components).filter((name) => name.startsWith(`${status}-`));
    const name = `${status}-${before.length + 1}`;
    this.#names.set(keys.join(), name);
    const description = keys.map((key) => `\`${key}\`: ${errors[key].when}`).join("\n\n");
    this.components[name] = { description, content: REFUSED };
    return name;
  }
}

/** What a caller needs for an operation, beside its summary. */
function descriptionOf({ can, family, instead }: Mounted): string {
  const replaced = instead === null ? "" : `Use \`${instead}\` instead. `;
  if (can) return `${replaced}Needs a key with the permission \`${can}\`.`;
  return `${replaced}${family ? "Needs a key." : "Needs no key."}`;
}

/** The permission that a key must have; a link's operation has none. */
const permission = ({ can }: Mounted): Part => (can ? { "x-permission": can } : {});

/** What the document has once for many operations. */
interface Shared {
  schemas: Schemas;
  failures: Failures;
}

function describe(operation: Mounted, { schemas, failures }: Shared): Part {
  const { family, method, query, summary } = operation;
  const path = templateOf(operation);
  const body = requestBody(operation, schemas);
  return {
    summary,
    description: descriptionOf(operation),
    ...(operation.instead !== null && { deprecated: true }),
    operationId: operationId(method.toLowerCase(), path),
    tags: [tagOf(path)],
    security: securityOf(operation),
    ...permission(operation),
    parameters: [
      ...pathParameters(operation, schemas),
      ...(query ? parameters("query", schemas.of(query, "input")) : []),
      ...(isWrite(operation) ? [IDEMPOTENCY_KEY] : []),
      ...(family === "client" ? [CUSTOMER_TOKEN] : []),
    ],
    ...(body && { requestBody: body }),
    responses: { ...success(operation, schemas), ...failures.of(errorKeys(operation)) },
  };
}

const templateOf = ({ path }: Mounted): string => path.replace(/:(\w+)/g, "{$1}");

/** `\p{Cc}` for those who compile patterns without the flag `u`. */
const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";

const SIMPLE = new Set(["string", "integer", "number", "boolean", "array", "object"]);

/** A simple type or null, as JSON Schema writes it in short; undefined for any other choice. */
function orNull({ anyOf, ...rest }: Part): Part | undefined {
  const [one, none, ...more] = Array.isArray(anyOf) ? anyOf : [];
  if (more.length > 0 || !isRecord(one) || !isRecord(none)) return undefined;
  const isShort = none.type === "null" && Object.keys(none).length === 1;
  const isPlain = SIMPLE.has(String(one.type)) && !("enum" in one) && !("const" in one);
  return isShort && isPlain ? { ...one, ...rest, type: [one.type, "null"] } : undefined;
}

/** The pattern of a date that a validator checks by the calendar says less than its format. */
const isDate = ({ format }: Part): boolean => format === "date" || format === "date-time";

/**
 * Schemas as the document has them: components in its own place, and without the bounds that every
 * integer has, as a safe one, which hide the limits that matter.
 */
function readable(value: unknown): unknown {
  if (typeof value === "string") {
    return value.replace(/^#\/\$defs\//, "#/components/schemas/").replaceAll("\\p{Cc}", CONTROL);
  }
  if (Array.isArray(value)) return value.map(readable);
  if (!isRecord(value)) return value;
  const short = orNull(value);
  if (short) return readable(short);
  const isNoise = (name: string, each: unknown) =>
    (name === "pattern" && isDate(value)) ||
    (name === "maximum" && each === Number.MAX_SAFE_INTEGER) ||
    (name === "minimum" && each === Number.MIN_SAFE_INTEGER);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !isNoise(name, each))
      .map(([name, each]) => [name, readable(each)]),
  );
}

const HEAD = {
  openapi: "3.1.0",
  info: {
    title: "Vouchsafe",
    version: "1.0.0",
    description: `Campaigns of codes, gift cards, points and promotions: validate, qualify, redeem, roll back. Back ends call \`/v1\`, browsers and apps \`/client/v1\`, and \`/management/v1\` makes projects and their keys. Amounts are integers in minor units. Every operation that needs a key takes \`${BOOKMARK_HEADER}\` with the bookmark of an earlier answer, which it then sees, and \`${CONSISTENCY_HEADER}: strong\` for the newest there is.`,
    contact: { name: "Vouchsafe", url: "/docs" },
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/" }],
};

const Named = z.record(z.string(), z.record(z.string(), z.unknown()));

function build(operations: readonly Mounted[]): Part {
  const schemas = new Schemas();
  const failures = new Failures();
  schemas.of(ErrorBody, "output");
  for (const operation of operations) success(operation, schemas);
  const paths: Record<string, Part> = {};
  const used = new Set(operations.map((each) => tagOf(templateOf(each))));
  for (const operation of operations) {
    const path = templateOf(operation);
    const described = describe(operation, { schemas, failures });
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  const tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  const shared = withSharedSchemas(readable(paths), Named.parse(readable(schemas.components)));
  const parameters = withSharedParameters(shared.paths);
  return {
    ...HEAD,
    tags,
    components: {
      securitySchemes: securitySchemes(),
      parameters: parameters.shared,
      responses: failures.components,
      schemas: shared.schemas,
    },
    paths: parameters.paths,
  };
}

/**
 * The OpenAPI 3.1 document of the mounted operations, made when the pages are built; no worker
 * carries it. Each operation has an id, a tag, its family's security, the permission that opens it,
 * and every error it can give; the most important ones have a body to begin with, which works in a
 * project where nothing was made.
 */
export const openApiDocument = memoised(build);

const words = (path: string): string[] =>
  path.split("/").filter((part) => part !== "" && part !== "v1");

const operationId = (method: string, path: string): string =>
  [method, ...words(path).map((part) => part.replace(/[{}]/g, ""))].join("-");

const tagOf = (path: string): string =>
  words(path).find(
    (part) => !["v2", "client", "management", "projects"].includes(part) && !part.startsWith("{"),
  ) ?? "projects";
