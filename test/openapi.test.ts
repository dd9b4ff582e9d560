import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { operations } from "../src/api/operations";
import { errors } from "../src/errors";
import { openApiDocument } from "../src/http/openapi-document";
import { TAGS } from "../src/http/openapi-tags";
import { OPERATIONS } from "./support/operations";

// The validator compiles its schemas with `new Function`, which a Worker may not: plain Node does it.

const document = openApiDocument(operations);

const OwnResponse = z.object({
  description: z.string().min(1),
  content: z.record(z.string(), z.object({ schema: z.unknown().optional() })).optional(),
});
const sharedResponses = z
  .object({ responses: z.record(z.string(), OwnResponse) })
  .parse(document.components).responses;
const Response = z.union([
  z.strictObject({ $ref: z.string() }).transform(({ $ref }, { addIssue }) => {
    const found = sharedResponses[$ref.replace("#/components/responses/", "")];
    if (!found) addIssue(`${$ref} is not in the document`);
    return found ?? { description: "", content: {} };
  }),
  OwnResponse,
]);

const Parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
});
const Reference = z.strictObject({ $ref: z.string() });
const { parameters: shared } = z
  .object({ parameters: z.record(z.string(), Parameter) })
  .parse(document.components);

function referred({ $ref }: z.infer<typeof Reference>): z.infer<typeof Parameter> {
  const found = shared[$ref.replace("#/components/parameters/", "")];
  if (!found) throw new Error(`${$ref} is not in the document`);
  return found;
}

const Operation = z.object({
  summary: z.string().min(1),
  description: z.string(),
  operationId: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  "x-permission": z.string().optional(),
  parameters: z.array(z.union([Reference.transform(referred), Parameter])),
  requestBody: z.looseObject({ required: z.boolean() }).optional(),
  responses: z.record(z.string(), Response),
});
type Operation = z.infer<typeof Operation>;

const paths = z.record(z.string(), z.record(z.string(), Operation)).parse(document.paths);
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const of = (method: string, path: string): Operation => {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

const statuses = (method: string, path: string): string[] =>
  Object.keys(of(method, path).responses).sort();

const named = ({ parameters }: Operation, place: string): string[] =>
  parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
    expect(document.openapi).toBe("3.1.0");
  });

  it("describes every operation but those that describe the service", () => {
    const described = all.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const expected = OPERATIONS.filter((name) => name !== "GET /health");
    expect(described.sort()).toEqual(
      expected.map((name) => name.replace(/:(\w+)/g, "{$1}")).sort(),
    );
  });

  it("is small enough to be read at once", () => {
    expect(JSON.stringify(document).length).toBeLessThan(700_000);
  });

  it("has no pattern that needs the flag u, compiled by many without it", () => {
    const patterns = new Set(
      [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
        ([, text = ""]): string => JSON.parse(text),
      ),
    );
    expect(patterns.size).toBeGreaterThan(5);
    expect([...patterns].filter((pattern) => /\\[pPu]\{/.test(pattern))).toEqual([]);
    const plain = [...patterns].find((pattern) => pattern.includes("u007f")) ?? "";
    const name = new RegExp(plain);
    expect(
      ["Žluťoučký kůň 漢字 🎁", "a\u0000", "a\u0085", "a\ufffd"].map((text) => name.test(text)),
    ).toEqual([true, false, false, false]);
  });

  it("says of every operation what it needs, and whom to ask", () => {
    const described = all.filter(({ operation }) => operation.description.length > 10);
    expect(described).toHaveLength(all.length);
    expect(document.info).toMatchObject({ contact: { name: "Vouchsafe" } });
  });

  it("is made once", () => {
    expect(openApiDocument(operations)).toBe(document);
  });

  it("leaves out limits that every integer has, and the errors of the validation library", () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(text).not.toContain("Validation Error");
    expect(text).not.toContain("$defs");
  });
});

it("writes what stands in it twice once, whatever names it", () => {
  const seen = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("type" in value && !Array.isArray(value)) {
      const text = JSON.stringify(value);
      if (text.length >= 120) seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    for (const each of Object.values(value)) count(each);
  };
  count(document.paths);
  const twice = [...seen].filter(([, times]) => times > 1).map(([text]) => text.slice(0, 200));
  expect(twice).toEqual([]);
});

it("leads nowhere but to its own components", () => {
  const text = JSON.stringify(document);
  const led = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]);
  const lost = [...led].filter(
    ([, place = "", name = ""]) =>
      !(name in ((document.components as Record<string, object>)[place] ?? {})),
  );
  expect(lost.map(([ref]) => ref)).toEqual([]);
  expect(led.size).toBeGreaterThan(2_000);
});

it("gives every component a name of its own", () => {
  const { schemas } = z
    .object({ schemas: z.record(z.string(), z.unknown()) })
    .parse(document.components);
  expect(Object.keys(schemas).filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
});

describe("every operation", () => {
  it("has an id of its own", () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it.each(all)("$method $path names its path parameters", ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(named(operation, "path").sort()).toEqual(inPath.sort());
    expect(operation.parameters.filter((each) => each.in === "path" && !each.required)).toEqual([]);
  });

  it("has both answers of what goes on in the background at times", () => {
    const done = all.map(({ path, method, operation }) => [
      `${method} ${path}`,
      ...Object.keys(operation.responses).filter((status) => status.startsWith("2")),
    ]);
    expect(done.filter(({ length }) => length !== 2)).toEqual([
      ["post /v1/campaigns/{campaignId}/vouchers", "200", "202"],
      ["post /v1/trash-bin/{binEntryId}/restore", "200", "202"],
    ]);
  });

  it.each(all)("$method $path answers 200 with a schema or 204 without", ({ operation }) => {
    const done = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    for (const [status, { content }] of done) {
      if (status === "204") expect(content).toBeUndefined();
      else expect(Object.values(content ?? {})[0]?.schema).toBeDefined();
    }
  });

  it("answers no component joined with fields that it does not have and so refuses", () => {
    const joined = all.filter(({ operation }) =>
      JSON.stringify(operation.responses).includes('"allOf":[{"$ref"'),
    );
    expect(joined.map(({ path }) => path)).toEqual([]);
  });

  it.each(all)("$method $path answers its failures with the error body", ({ operation }) => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (status.startsWith("2")) continue;
      expect(content?.["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Error" });
    }
  });

  it.each(all)(
    "$method $path says what its family and method bring",
    ({ path, method, operation }) => {
      const has = (status: string) => status in operation.responses;
      const isSigned = path.endsWith("/download");
      const isOpen = path.startsWith("/assets/") || isSigned;
      const isWrite = method !== "get";
      expect(has("401")).toBe(!isOpen || isSigned);
      const takesTokens = /^\/(client\/)?v1\/(?!oauth)/.test(path) && !isOpen;
      expect(operation.security).toHaveLength(isOpen ? 0 : takesTokens ? 2 : 1);
      expect(has("429")).toBe(!isOpen);
      expect(has("403")).toBe(!isOpen);
      for (const status of ["413", "415", "422"]) expect(has(status)).toBe(isWrite);
      expect(named(operation, "header")).toEqual([
        ...(isWrite ? ["Idempotency-Key"] : []),
        ...(path.startsWith("/client/") ? ["X-Customer-Token"] : []),
      ]);
      expect(has("500")).toBe(true);
      if (!isWrite) expect(operation.requestBody).toBeUndefined();
    },
  );
});

it("tells of writes that they may have to wait while their project moves, and of nothing else", () => {
  const waits = (method: string, path: string): boolean =>
    of(method, path).responses["503"]?.description?.includes("`project_moving`") === true;
  expect(waits("post", "/v1/vouchers")).toBe(true);
  expect(waits("delete", "/v1/vouchers/{code}")).toBe(true);
  expect(waits("post", "/client/v1/redeem")).toBe(true);
  expect(waits("get", "/v1/vouchers/{code}")).toBe(false);
  expect(waits("post", "/management/v1/projects")).toBe(false);
  expect(waits("post", "/v1/oauth/token")).toBe(false);
});

describe("what helps a reader to begin", () => {
  const examples = operations.filter(({ example }) => example !== null);

  it("is told of every tag that operations have, and of no other", () => {
    const tags = z.array(z.object({ name: z.string(), description: z.string().min(10) }));
    const told = tags.parse(document.tags).map(({ name }) => name);
    expect(told).toEqual([...new Set(all.flatMap(({ operation }) => operation.tags))].sort());
    expect(told).toEqual(Object.keys(TAGS).sort());
  });

  it("is told of every way to be let in, by its header and where it comes from", () => {
    const Scheme = z.looseObject({ description: z.string(), name: z.string().optional() });
    const { securitySchemes } = z
      .object({ securitySchemes: z.record(z.string(), Scheme) })
      .parse(document.components);
    expect(Object.keys(securitySchemes)).toHaveLength(7);
    const text = JSON.stringify(securitySchemes);
    for (const path of ["/management/v1/projects/{projectId}/api-keys", "/v1/oauth/token"]) {
      expect(text).toContain(`POST ${path}`);
      expect(of("post", path)).toBeDefined();
    }
  });

  it("is a body for the operations that a shop begins with", () => {
    expect(examples.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        "POST /v1/validations",
        "POST /v1/redemptions",
        "POST /v1/vouchers",
        "POST /client/v1/qualifications",
        "POST /management/v1/projects",
      ]),
    );
  });

  it.each(examples)("$method $path takes its example, and ignores nothing of it", (operation) => {
    const { path, method, body, example } = operation;
    const parsed = body?.safeParse(example);
    expect(parsed?.error).toBeUndefined();
    expect(parsed?.data).toMatchObject(example ?? {});
    const described = of(method.toLowerCase(), path.replace(/:(\w+)/g, "{$1}"));
    expect(described.requestBody?.content).toMatchObject({ "application/json": { example } });
  });
});

describe("refusals", () => {
  const tells = (operation: Operation, key: string): boolean =>
    Object.values(operation.responses).some(({ description }) =>
      description.includes(`\`${key}\`: `),
    );

  it("are each told of some operation, but those of the background and of no operation", () => {
    const untold = Object.keys(errors).filter(
      (key) => !all.some(({ operation }) => tells(operation, key)),
    );
    expect(untold.sort()).toEqual([
      "duplicate_key",
      "duplicate_resource_key",
      "invalid_product",
      "method_not_allowed",
    ]);
  });

  it.each([
    ["post", "/v1/vouchers", "invalid_campaign"],
    ["post", "/v1/vouchers/{code}", "metadata_validation_failed"],
    ["put", "/v1/vouchers/{code}", "metadata_validation_failed"],
    ["post", "/v1/vouchers/{code}/validate", "metadata_validation_failed"],
    ["post", "/v1/vouchers/{code}/validate", "invalid_order"],
    ["post", "/v1/vouchers/{code}/redemption", "metadata_validation_failed"],
    ["post", "/v1/customers", "metadata_validation_failed"],
    ["put", "/v1/customers/{customerId}", "metadata_validation_failed"],
    ["post", "/v1/products", "metadata_validation_failed"],
    ["put", "/v1/products/{productId}", "metadata_validation_failed"],
    ["post", "/v1/validations", "metadata_validation_failed"],
    ["post", "/v1/redemptions/{id}/rollback", "metadata_validation_failed"],
    ["post", "/v1/promotions/tiers/{promotionTierId}/validation", "metadata_validation_failed"],
    ["post", "/v1/validation-rules/{validationRuleId}/assignments", "invalid_campaign"],
    ["get", "/v1/publications", "page_over_limit"],
    ["get", "/client/v1/validate", "invalid_payload"],
    ["get", "/management/v1/projects/{projectId}/templates/campaigns", "not_found"],
  ])("%s %s may be %s", (method, path, key) => {
    expect(tells(of(method, path), key)).toBe(true);
  });
});

describe("permissions", () => {
  it("are told of every operation but those behind signed links", () => {
    const untold = all.filter(({ operation }) => operation["x-permission"] === undefined);
    expect(untold.map(({ path }) => path)).toEqual([
      "/v1/exports/{exportId}/download",
      "/assets/qr/{id}",
      "/assets/barcode/{id}",
    ]);
  });

  it.each([
    ["post", "/v1/vouchers", "vouchers"],
    ["get", "/v1/skus/{skuId}", "skus"],
    ["get", "/v1/products/{productId}/skus", "products"],
    ["get", "/v1/validation-rules-assignments", "validation-rules-assignments"],
    ["post", "/v1/vouchers/{code}/redemption", "vouchers"],
    ["post", "/v1/orders/import", "orders"],
    ["post", "/client/v1/redeem", "client_redeem"],
    ["get", "/client/v1/promotions/tiers", "client_promotions"],
    ["get", "/management/v1/projects", "read"],
    ["put", "/management/v1/projects/{projectId}", "write"],
    ["post", "/management/v1/projects", "deployment"],
  ])("%s %s asks for %s", (method, path, permission) => {
    expect(of(method, path)["x-permission"]).toBe(permission);
  });
});

describe("single operations", () => {
  it("POST /v1/vouchers", () => {
    expect(statuses("post", "/v1/vouchers")).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "409",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ]);
    expect(of("post", "/v1/vouchers").requestBody?.required).toBe(false);
    expect(of("post", "/v1/vouchers").security).toEqual([
      { serverId: [], serverToken: [] },
      { oauth: ["vouchers"] },
    ]);
  });

  it("GET /v1/vouchers/{code}", () => {
    expect(statuses("get", "/v1/vouchers/{code}")).toEqual([
      "200",
      "401",
      "403",
      "404",
      "429",
      "500",
      "503",
    ]);
  });

  it("GET /v1/vouchers writes objects in the query with brackets", () => {
    const found = of("get", "/v1/vouchers").parameters.find(({ name }) => name === "created_at");
    expect(found).toMatchObject({ in: "query", style: "deepObject", explode: true });
    expect(statuses("get", "/v1/vouchers")).toEqual([
      "200",
      "400",
      "401",
      "403",
      "429",
      "500",
      "503",
    ]);
  });

  it("POST /v1/validations wants a body", () => {
    expect(of("post", "/v1/validations").requestBody?.required).toBe(true);
  });

  it("tells what stands where a body that may be null says nothing", () => {
    const told = (path: string) => JSON.stringify(of("post", path).requestBody);
    expect(told("/v1/customers/{customerId}/client-token")).toMatch(
      /"ttl":\{[^}]*"default":15.*"ttl_unit":\{[^}]*"default":"MINUTES"/,
    );
  });

  it("POST /client/v1/redeem", () => {
    expect(statuses("post", "/client/v1/redeem")).toEqual([
      "200",
      "400",
      "401",
      "403",
      "404",
      "413",
      "415",
      "422",
      "429",
      "500",
      "503",
    ]);
  });

  it("GET /v1/exports/{exportId}/download answers a table to whoever has its token", () => {
    const { responses, security } = of("get", "/v1/exports/{exportId}/download");
    expect(Object.keys(responses["200"]?.content ?? {})).toEqual(["text/csv"]);
    expect(security).toEqual([]);
    expect(statuses("get", "/v1/exports/{exportId}/download")).toEqual([
      "200",
      "400",
      "401",
      "404",
      "500",
    ]);
  });

  it("GET /assets/qr/{id} answers an image", () => {
    const { responses } = of("get", "/assets/qr/{id}");
    expect(Object.keys(responses["200"]?.content ?? {})).toEqual(["image/svg+xml"]);
    expect(statuses("get", "/assets/qr/{id}")).toEqual(["200", "404", "500"]);
  });
});

const Asked = z.object({
  requestBody: z.object({
    content: z.object({ "application/json": z.object({ schema: z.looseObject({}) }) }),
  }),
});

const components = z
  .object({ schemas: z.record(z.string(), z.looseObject({})) })
  .parse(document.components).schemas;

/** The schema at a path below the body of an operation, whatever refers to it. */
function bodyAt(operation: string, ...names: string[]): Record<string, unknown> {
  const [method = "", path = ""] = operation.split(" ");
  const Node = z.looseObject({ $ref: z.string().optional() });
  const resolved = (node: unknown): Record<string, unknown> => {
    const { $ref, ...rest } = Node.parse(node);
    if ($ref === undefined) return rest;
    return { ...components[$ref.replace("#/components/schemas/", "")], ...rest };
  };
  const given = (node: Record<string, unknown>): Record<string, unknown> =>
    Array.isArray(node.anyOf) && node.properties === undefined
      ? given(resolved(node.anyOf[0]))
      : node;
  const all = z.record(z.string(), z.record(z.string(), z.unknown())).parse(document.paths);
  const { schema } = Asked.parse(all[path]?.[method.toLowerCase()]).requestBody.content[
    "application/json"
  ];
  return names.reduce((node, name) => {
    const owner = given(node);
    const inside = name === "[]" ? owner.items : z.looseObject({}).parse(owner.properties)[name];
    return given(resolved(inside));
  }, resolved(schema));
}

const either = (...names: string[]) => names.map((name) => ({ required: [name] }));

describe("what the service asks for beside types", () => {
  it.each([
    ["POST /client/v1/events", ["customer"], { required: ["source_id"] }],
    ["POST /client/v1/publish", ["customer"], { required: ["source_id"] }],
    ["POST /v1/events", ["referral"], { required: ["code"] }],
    [
      "POST /v1/referrals/{campaignId}/members/{memberId}/holders",
      ["holders", "[]"],
      { anyOf: either("id", "source_id") },
    ],
    [
      "POST /v1/validations",
      ["session"],
      { dependentRequired: { ttl: ["type"], ttl_unit: ["ttl"] } },
    ],
    [
      "POST /management/v1/projects/{projectId}/webhooks",
      ["target_url"],
      { pattern: "^[hH][tT][tT][pP][sS]?://" },
    ],
    [
      "POST /v1/campaigns/{campaignId}/distributions",
      ["trigger", "custom_event"],
      { anyOf: either("id", "name") },
    ],
    ["POST /v1/publications", [], { anyOf: either("campaign", "voucher") }],
    ["PUT /v1/product-collections/{productCollectionId}", ["products"], { not: {} }],
  ])("%s %j", (operation, names, expected) => {
    expect(bodyAt(operation, ...names)).toMatchObject(expected);
  });
});
