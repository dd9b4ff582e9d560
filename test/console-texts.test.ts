import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { FAILURES } from "../pages/console/parts/failures";
import { ACTIVITY } from "../pages/console/sections/customers/activity-kinds";
import { demoHeaders } from "../scripts/demo-keys";
import { shopHeaders } from "../scripts/demo-shop-keys";
import { operations } from "../src/api/operations";
import type { SkipReason } from "../src/engine/stacking/refusal";
import { errors } from "../src/errors";
import { decidingErrors } from "../src/errors/deciding";
import { openApiDocument } from "../src/http/openapi-document";
import { ACTIVITY_KINDS } from "../src/resources/events/activity-kinds";
import { callsOf } from "./support/page-calls";
import { sourceOf, sourcesIn } from "./support/source";

const SKIPPED = [
  "no_effect",
  "preceding_validation_failed",
  "exclusion_rules_not_met",
  "applicable_redeemables_limit_exceeded",
  "applicable_redeemables_per_category_limit_exceeded",
  "applicable_exclusive_redeemables_limit_exceeded",
  "applicable_exclusive_redeemables_per_category_limit_exceeded",
] as const satisfies readonly SkipReason[];

it("the console knows every kind of a customer's activity by a name", () => {
  expect(Object.keys(ACTIVITY).sort()).toEqual([...ACTIVITY_KINDS.keys()].sort());
});

it("the console's refusals are the service's, and none of a decision is left out", () => {
  const told = Object.keys(FAILURES);
  const keys: readonly string[] = [...Object.keys(errors), ...SKIPPED];
  expect(told.filter((key) => !keys.includes(key))).toEqual([]);
  const decided = [...Object.keys(decidingErrors), ...SKIPPED];
  expect(decided.filter((key) => !told.includes(key))).toEqual([]);
});

const Told = z.object({ description: z.string() });
const Described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), Told])),
      }),
    ),
  ),
  components: z.object({ responses: z.record(z.string(), Told) }),
});

/** The keys of the refusals of each operation, such as `GET /v1/vouchers/{code}`, as documented. */
function documented(): Map<string, string[]> {
  const { paths, components } = Described.parse(openApiDocument(operations));
  const textOf = (each: { $ref: string } | z.infer<typeof Told>): string =>
    "$ref" in each
      ? (components.responses[each.$ref.split("/").at(-1) ?? ""]?.description ?? "")
      : each.description;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const texts = Object.values(responses).map(textOf);
      const keys = texts.flatMap((text) => [...text.matchAll(/^`(\w+)`: /gm)]);
      return [`${method.toUpperCase()} ${path}`, keys.map(([, key]) => String(key))] as const;
    }),
  );
  return new Map(all);
}

describe("the operations that the console calls", () => {
  const known = documented();
  const calls = callsOf(sourcesIn("pages/console"));

  it("are the service's", () => {
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter((call) => !known.has(call))).toEqual([]);
  });

  it("refuse nothing by a key that the console has no words for", () => {
    const told = Object.keys(FAILURES);
    const untold = calls.flatMap((call) =>
      (known.get(call) ?? []).filter((key) => !told.includes(key)).map((key) => `${call}: ${key}`),
    );
    expect(untold).toEqual([]);
    expect(known.get("POST /management/v1/backups")).toContain("backup_going_on");
  });
});

describe("what a page calls", () => {
  it("is read with the constants of its file and of others", () => {
    const paths = sourceOf("pages/a/paths.ts", 'export const ONE = "/v1/ones/{id}" as const;');
    const calls = sourceOf(
      "pages/a/calls.tsx",
      `import { ONE } from "./paths";
      const ALL = "/v1/ones";
      const load = () => server().GET(ALL, {});
      const drop = () => answerOf(server().DELETE(ONE, {}));
      const end = () => answerOf(server().POST(\`\${ONE}/end\`, {}));
      const lost = (path) => server().PUT(path);`,
    );
    expect(callsOf([paths, calls])).toEqual([
      "DELETE /v1/ones/{id}",
      "GET /v1/ones",
      "POST /v1/ones/{id}/end",
      "pages/a/calls.tsx:6",
    ]);
  });
});

it("the keys that the console offers at the local start are those that it seeds", () => {
  const page = readFileSync("pages/console/sign-in.tsx", "utf8");
  const pairs = [shopHeaders.server, demoHeaders.management].map((pair) => Object.values(pair));
  for (const [id, token] of pairs) {
    expect(page).toContain(`{ id: "${id}", token: "${token}" }`);
  }
});
