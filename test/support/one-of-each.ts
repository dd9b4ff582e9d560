import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { app } from "../../src/app";
import { newProject, type TestProject } from "./api";

/** A project with one of everything, and the values of its path parameters. */
export interface Shop {
  project: TestProject;
  params: Record<string, string>;
}

export interface Operation {
  method: string;
  path: string;
}

/** Every mounted operation that wants a key. */
export const guarded: Operation[] = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== "ALL" && /^\/(v1|client|management)\//.test(path))
      .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  ).values(),
];

/** The path with its parameters filled in. */
export const filled = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    expect(params, `${path} has a parameter that the shop has no value for`).toHaveProperty(name);
    return params[name] ?? "";
  });

/** A body that each write accepts; the others take an empty one. */
export const bodyOf = ({ method, path }: Operation): object | undefined => {
  if (method === "GET" || method === "DELETE") return undefined;
  const redeemables = [{ object: "voucher", id: "SHOP-CARD" }];
  const bodies: Record<string, object> = {
    "POST /v1/vouchers": { code: "NEW", gift: { amount: 100 } },
    "POST /v1/vouchers/:code": { gift: { amount: 100 } },
    "POST /v1/vouchers/:code/balance": { amount: 100 },
    "POST /v1/validation-rules": { name: "New", rules: {} },
    "POST /v1/validation-rules/:validationRuleId/assignments": { voucher: "SHOP-CARD" },
    "POST /v1/validations": { redeemables },
    "POST /v1/redemptions": { redeemables },
    "POST /client/v1/validations": { redeemables },
    "POST /client/v1/redemptions": { redeemables },
    "POST /management/v1/projects": { name: "New" },
    "POST /management/v1/projects/:projectId/api-keys": { kind: "server" },
    "PUT /management/v1/projects/:projectId": { name: "Renamed" },
  };
  return bodies[`${method} ${path}`] ?? {};
};

const TABLES = [
  "api_keys",
  "projects",
  "customers",
  "idempotency_keys",
  "outbox",
  "tallies",
  "orders",
  "redemptions",
  "validation_rules",
  "validation_rules_assignments",
  "voucher_transactions",
  "vouchers",
];

/** Everything that is stored, to show that a denial changed nothing. Budgets of misses are left out. */
export async function everything(): Promise<string> {
  const read = TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`));
  const results = await env.DB.batch<Record<string, unknown>>(read);
  // The queue marks events done whenever it likes.
  return JSON.stringify(
    results.map((found) => found.results),
    (name, value) => (name === "done_at" ? undefined : value),
  );
}

async function made(project: TestProject, path: string, body: object): Promise<string> {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.redemptions?.[0].id ?? reply.body.id;
}

export async function newShop(): Promise<Shop> {
  const project = await newProject();
  await made(project, "/v1/vouchers", { code: "SHOP-CARD", gift: { amount: 1000 } });
  const rule = await made(project, "/v1/validation-rules", { name: "Any", rules: {} });
  const assignment = await made(project, `/v1/validation-rules/${rule}/assignments`, {
    voucher: "SHOP-CARD",
  });
  const customer = await made(project, "/v1/customers", { source_id: "alice" });
  const redemption = await made(project, "/v1/redemptions", {
    redeemables: [{ object: "voucher", id: "SHOP-CARD", gift: { credits: 100 } }],
    order: { amount: 500 },
    customer: { source_id: "alice" },
  });
  const key = await made(project, `/management/v1/projects/${project.id}/api-keys`, {
    kind: "server",
  });
  return {
    project,
    params: {
      code: "SHOP-CARD",
      validationRuleId: rule,
      assignmentId: assignment,
      id: redemption,
      customerId: customer,
      projectId: project.id,
      keyId: key,
    },
  };
}
