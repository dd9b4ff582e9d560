import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { app } from "../../src/app";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";
import { redeemables } from "../support/redeeming";

/** What D1 takes as one value; local runs take a thousand times more. */
const MOST_BYTES = 2_000_000;
const MOST_BODY = 1024 * 1024;

const bytesOf = (value: unknown): number =>
  typeof value === "string" ? new TextEncoder().encode(value).byteLength : 0;

/** The database, which writes down the largest value bound to each statement. */
function measuring(real: D1Database, largest: Map<string, number>): D1Database {
  const prepare = (sql: string) => {
    const prepared = real.prepare(sql);
    const bind = (...values: unknown[]) => {
      const most = Math.max(0, ...values.map(bytesOf));
      largest.set(sql, Math.max(most, largest.get(sql) ?? 0));
      return prepared.bind(...values);
    };
    return new Proxy(prepared, {
      get: (target, name) => (name === "bind" ? bind : Reflect.get(target, name)),
    });
  };
  const batch = (statements: D1PreparedStatement[]) => real.batch(statements);
  const session = { prepare, batch, getBookmark: () => null };
  return new Proxy(real, {
    get: (target, name) => {
      if (name === "prepare") return prepare;
      if (name === "withSession") return () => session;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const largest = new Map<string, number>();

async function send(project: TestProject, path: string, body: unknown, key: string) {
  const request = new Request(`http://vouchsafe.test${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...project.server, "idempotency-key": key },
    body: JSON.stringify(body),
  });
  const bound = { ...env, ...DEAF_QUEUES, [homeName()]: measuring(homeDb(), largest) };
  const response = await app.fetch(request, bound, createExecutionContext());
  return {
    status: response.status,
    text: await response.text(),
    isReplayed: response.headers.get("idempotent-replayed") === "true",
  };
}

/** Bytes of the largest row of a table. */
async function largestRow(project: TestProject, table: string): Promise<number> {
  const rows = await rowsOf(table, project.id);
  return Math.max(
    0,
    ...rows.map((row) =>
      Object.values(row).reduce<number>((sum, value) => sum + bytesOf(value) + 8, 0),
    ),
  );
}

const TABLES = ["idempotency_keys", "redemptions", "orders", "outbox", "customers", "vouchers"];

async function expectWithinLimits(project: TestProject): Promise<void> {
  const tooLarge = [...largest].filter(([, bytes]) => bytes > MOST_BYTES);
  expect(tooLarge).toEqual([]);
  for (const table of TABLES) {
    expect(await largestRow(project, table), table).toBeLessThanOrEqual(MOST_BYTES);
  }
}

const codes = Array.from({ length: 30 }, (_, at) => `CODE-${at}`);

/** The largest order that fits a request: 500 lines, each with a note in Japanese. */
function largestOrder() {
  const items = (note: string) =>
    Array.from({ length: 500 }, (_, at) => ({
      source_id: `line-${at}`,
      quantity: 10,
      price: 100_000,
      product: { source_id: `product-${at}`, name: note.slice(0, 20) },
      metadata: { note },
    }));
  const empty = bytesOf(JSON.stringify(items("")));
  const note = "🎁値".repeat(Math.floor((MOST_BODY - empty - 60_000) / 500 / 7));
  return { source_id: "cart", items: items(note) };
}

async function shop() {
  const project = await newProject();
  const all = { redeemables_limit: 30, applicable_redeemables_limit: 30 };
  const rules = await project.post(`/management/v1/projects/${project.id}/stacking-rules`, all);
  expect(rules.status, JSON.stringify(rules.body)).toBe(200);
  for (const code of codes) {
    const reply = await project.post("/v1/vouchers", {
      code,
      discount: { type: "PERCENT", percent_off: 1, effect: "APPLY_TO_ITEMS" },
    });
    expect(reply.status).toBe(200);
  }
  return project;
}

/** The same request again answers the same text. */
async function expectRepeated(project: TestProject, path: string, body: unknown, key: string) {
  const first = await send(project, path, body, key);
  expect(first.status, first.text.slice(0, 500)).toBe(200);
  const again = await send(project, path, body, key);
  expect([again.status, again.isReplayed]).toEqual([200, true]);
  // Not by toBe, which would print megabytes.
  expect(again.text === first.text).toBe(true);
  return JSON.parse(first.text);
}

it("30 codes on 500 lines with notes, as much as a request takes: kept in pieces, repeated to the letter", async () => {
  const project = await shop();
  const body = {
    redeemables: redeemables(codes),
    order: largestOrder(),
    customer: { source_id: "c" },
  };
  expect(bytesOf(JSON.stringify(body))).toBeGreaterThan(0.9 * MOST_BODY);
  const { parent_redemption, order } = await expectRepeated(
    project,
    "/v1/redemptions",
    body,
    "large",
  );
  expect(order.items[499].metadata.note).toBe(body.order.items[499]?.metadata.note);
  const pieces = (await rowsOf("idempotency_keys", project.id)).length - 1;
  expect(pieces).toBeGreaterThan(3);
  await expectRepeated(project, `/v1/redemptions/${parent_redemption.id}/rollbacks`, {}, "back");
  await expectWithinLimits(project);
  await expectSound(project.id);
});

it("a customer that a large answer names is forgotten, there too, and its repetition stays one", async () => {
  const project = await shop();
  const customer = { source_id: "wilhelmina-zq", name: "Wilhelmina Zq" };
  const body = { redeemables: redeemables(codes.slice(0, 2)), order: largestOrder(), customer };
  const { redemptions } = await expectRepeated(project, "/v1/redemptions", body, "named");
  const other = { ...body, customer: { source_id: "somebody-else" } };
  const kept = await expectRepeated(project, "/v1/redemptions", other, "unnamed");

  const path = `/v1/customers/${customer.source_id}/permanent-deletion`;
  const gone = await project.post(path, {});
  expect([gone.status, gone.body.status]).toEqual([200, "DONE"]);

  const stored = (await rowsOf("idempotency_keys", project.id)).map(({ body: text }) => text);
  expect(stored.join("").toLowerCase().includes("wilhelmina")).toBe(false);
  const again = await send(project, "/v1/redemptions", body, "named");
  expect([again.status, again.isReplayed]).toEqual([200, true]);
  const told = JSON.parse(again.text);
  expect(told.redemptions[0].id).toBe(redemptions[0].id);
  expect(told.redemptions[0].customer).toEqual({
    id: redemptions[0].customer_id,
    object: "customer",
  });
  const same = await send(project, "/v1/redemptions", other, "unnamed");
  expect(JSON.stringify(JSON.parse(same.text)) === JSON.stringify(kept)).toBe(true);
});

it("an answer with a secret is kept sealed, and another request under its key is refused", async () => {
  const project = await newProject();
  const path = `/management/v1/projects/${project.id}/api-keys`;
  const body = { kind: "server", name: "Till" };
  const as = { ...project, server: project.management };
  const { app_token } = await expectRepeated(as, path, body, "secret");
  const [kept] = await rowsOf("idempotency_keys", project.id);
  expect(String(kept?.body)).not.toContain(app_token);
  expect((await send(as, path, { ...body, name: "Other" }, "secret")).status).toBe(422);
});

it("an order takes redemptions up to what one row keeps; more are refused, and those can be rolled back", async () => {
  const project = await shop();
  const items = Array.from({ length: 500 }, (_, at) => ({
    source_id: `line-${at}`,
    quantity: 10,
    price: 100_000,
  }));
  const body = { redeemables: redeemables(codes), order: { source_id: "cart", items } };
  const parents: string[] = [];
  let last = await send(project, "/v1/redemptions", body, "0");
  for (let at = 1; last.status === 200 && at < 10; at++) {
    parents.push(JSON.parse(last.text).parent_redemption.id);
    last = await send(project, "/v1/redemptions", body, String(at));
  }
  expect(JSON.parse(last.text)).toMatchObject({ code: 400, key: "invalid_order" });
  // Each keeps some 500 kB of shares: 30 codes on 500 lines.
  expect(parents).toHaveLength(3);
  expect(await rowsOf("redemptions", project.id)).toHaveLength(31 * parents.length);
  await expectRepeated(project, `/v1/redemptions/${parents[0]}/rollbacks`, {}, "back");
  await expectWithinLimits(project);
  await expectSound(project.id);
});

it("413: metadata that grows beyond what a row keeps, and nothing is changed", async () => {
  const project = await newProject();
  const half = (name: string) => ({ source_id: "c", metadata: { [name]: "x".repeat(1_000_000) } });
  expect((await project.post("/v1/customers", half("a"))).status).toBe(200);
  const before = await rowsOf("customers", project.id);
  const reply = await project.post("/v1/customers", half("b"));
  expect([reply.status, reply.body.key]).toEqual([413, "query_too_large"]);
  expect(await rowsOf("customers", project.id)).toEqual(before);
});
