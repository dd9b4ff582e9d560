import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { app } from "../../src/app";
import type { Env } from "../../src/env";
import type { AppEnv } from "../../src/http/app-env";
import { onError } from "../../src/http/respond";
import { trace } from "../../src/http/trace";
import { newProject, type TestProject } from "../support/api";
import { inBatches } from "../support/batches";

const BASE = "http://vouchsafe.test";
const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
const logging: Env = { ...env, REQUEST_LOG: "1" };

const Line = z.strictObject({
  level: z.literal("info"),
  request_id: z.string(),
  correlation_id: z.string().optional(),
  project: z.string().nullable(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  key: z.string().nullable(),
  ms: z.number(),
  d1: z.strictObject({
    round_trips: z.int(),
    statements: z.int(),
    rows_read: z.int(),
    rows_written: z.int(),
    milliseconds: z.number(),
    database_ms: z.number(),
    longest_ms: z.number(),
    read: z.string().regex(/^(none|(primary|near|near, then primary)( [A-Z]+)?( of DB_\d+)?)$/),
  }),
});

const log = vi.spyOn(console, "log");
const errors = vi.spyOn(console, "error");
const written = (spy: typeof log): string => spy.mock.calls.flat().join("\n");
const lines = () => log.mock.calls.map(([line]) => Line.parse(JSON.parse(String(line))));

beforeEach(() => {
  log.mockReset().mockImplementation(() => {});
  errors.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  log.mockReset();
  errors.mockReset();
});

const fetch = async (path: string, init: RequestInit, bindings: Env = logging): Promise<Response> =>
  app.fetch(new Request(BASE + path, init), bindings, context);

const post = (project: TestProject, path: string, body: unknown) =>
  fetch(path, {
    method: "POST",
    headers: { ...project.server, "content-type": "application/json", "x-request-id": "shop-1" },
    body: JSON.stringify(body),
  });

describe("the request log", () => {
  it("has one line per request, with what it was and what it cost", async () => {
    const project = await newProject();
    const response = await fetch("/v1/vouchers/SECRET-CODE", { headers: project.server });
    expect(response.status).toBe(404);
    const [line, ...more] = lines();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      request_id: response.headers.get("x-request-id"),
      project: project.id,
      method: "GET",
      route: "/v1/vouchers/:code",
      status: 404,
      key: "not_found",
    });
    expect(line?.d1.round_trips).toBe(2);
    expect(line?.correlation_id).toBeUndefined();
  });

  it("keeps the caller's own id of the request", async () => {
    const project = await newProject();
    await post(project, "/v1/validations", { redeemables: [{ object: "voucher", id: "A" }] });
    expect(lines()[0]).toMatchObject({ correlation_id: "shop-1", status: 200, key: null });
  });

  it("has a line also where nobody came in and where there is no route", async () => {
    await fetch("/v1/vouchers", {});
    await fetch("/nowhere/SECRET-CODE", {});
    expect(lines().map(({ status, key, project }) => ({ status, key, project }))).toEqual([
      { status: 401, key: "unauthorized", project: null },
      { status: 404, key: "not_found", project: null },
    ]);
  });

  it("never holds a code, a credential or a customer", async () => {
    const project = await newProject();
    await post(project, "/v1/vouchers/SECRET-CODE", {
      discount: { type: "AMOUNT", amount_off: 5 },
    });
    await fetch("/v1/vouchers/SECRET-CODE", { headers: project.server });
    await fetch("/v1/vouchers?code=SECRET-CODE", { headers: project.server });
    await post(project, "/v1/vouchers/SECRET-CODE/redemption", {
      customer: { source_id: "alice@shop.example" },
    });
    await fetch("/v1/nowhere/SECRET-CODE", { headers: project.server });
    await fetch("/v1/vouchers/SECRET-CODE", { method: "PATCH", headers: project.server });
    const headers = {
      ...project.client,
      "cf-connecting-ip": "192.0.2.7",
      origin: "https://a.example",
    };
    await fetch("/client/v1/redeem?code=SECRET-CODE", { method: "POST", headers });
    expect(lines()).toHaveLength(7);
    const text = written(log) + written(errors);
    for (const secret of ["SECRET-CODE", "alice", ...Object.values(project.server)]) {
      expect(text).not.toContain(secret);
    }
    for (const secret of Object.values(project.client)) expect(text).not.toContain(secret);
  });

  it("is silent where REQUEST_LOG is 0", async () => {
    await fetch("/", {}, { ...env, REQUEST_LOG: "0" });
    expect(log).not.toHaveBeenCalled();
  });
});

describe("Server-Timing", () => {
  it("is there only where SERVER_TIMING is 1", async () => {
    expect((await fetch("/", {})).headers.get("server-timing")).toContain("0 round trips");
    const quiet = await fetch("/", {}, { ...env, SERVER_TIMING: "" });
    expect(quiet.headers.get("server-timing")).toBeNull();
  });
});

describe("who answered", () => {
  /** As the platform tells it, which local databases do not. */
  const inRegion = (real: D1Database, region: string): D1Database =>
    new Proxy(real, {
      get: (target, name) => {
        if (name !== "withSession") return Reflect.get(target, name);
        return (from: string) => {
          const session = target.withSession(from);
          const batch = async <T>(statements: D1PreparedStatement[]) =>
            (await session.batch<T>(statements)).map((result) => ({
              ...result,
              meta: {
                ...result.meta,
                served_by_region: region,
                served_by_primary: from === "first-primary",
              },
            }));
          return {
            ...inBatches({ prepare: (sql) => session.prepare(sql), batch }),
            getBookmark: () => session.getBookmark(),
          };
        };
      },
    });

  it.each([
    ["GET", "primary WEUR"],
    ["POST", "near WEUR"],
  ])("is named with the region, in Server-Timing and in the log: %s", async (method, read) => {
    const project = await newProject({ place: "DB" });
    await project.post("/v1/vouchers/CODE", { discount: { type: "AMOUNT", amount_off: 5 } });
    const path = method === "GET" ? "/v1/vouchers/CODE" : "/v1/validations";
    const body = { redeemables: [{ object: "voucher", id: "CODE" }], order: { amount: 100 } };
    const headers = { ...project.server, "content-type": "application/json" };
    const init = { method, headers, ...(method === "POST" && { body: JSON.stringify(body) }) };
    const response = await fetch(path, init, {
      ...logging,
      READ_REPLICAS: "1",
      DB: inRegion(env.DB, "WEUR"),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("server-timing")).toContain(`read;desc="${read}"`);
    expect(lines().map(({ d1 }) => d1.read)).toEqual([read]);
  });
});

describe("a request that reads nothing", () => {
  it.each([
    ["/health", 200],
    ["/v1/vouchers", 401],
  ])("names nobody who answered: %s", async (path, status) => {
    const response = await fetch(path, {}, logging);
    expect(response.status).toBe(status);
    expect(response.headers.get("server-timing")).toContain('read;desc="none"');
    expect(lines().map(({ d1 }) => d1.read)).toEqual(["none"]);
  });
});

describe("500", () => {
  const cause = () => {
    throw new Error("no such column: SECRET-CODE");
  };
  const broken = new Hono<AppEnv>().use(trace).get("/broken/:code", cause);
  broken.onError(onError);

  const answer = async (small: Hono<AppEnv>, bindings: Env) =>
    small.fetch(new Request(`${BASE}/broken/SECRET-CODE`), bindings, context);

  it("says nothing of its cause; the log has it under the request id", async () => {
    const response = await answer(broken, logging);
    const id = response.headers.get("x-request-id");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 500,
      key: "internal_error",
      message: "Internal error",
      request_id: id,
    });
    expect(lines()[0]).toMatchObject({ status: 500, key: "internal_error", request_id: id });
    const logged = JSON.parse(written(errors));
    expect(logged).toMatchObject({ level: "error", request_id: id });
    expect(logged.cause).toContain("Error | at cause");
  });

  it("logs no word of the message, which may hold a code", async () => {
    await answer(broken, logging);
    expect(written(errors) + written(log)).not.toContain("SECRET-CODE");
  });

  it("names a broken invariant, whose text is ours", async () => {
    const invariant = () => {
      throw new Error("invariant broken: the balance is below zero");
    };
    const small = new Hono<AppEnv>().use(trace).get("/broken/:code", invariant);
    small.onError(onError);
    await answer(small, logging);
    expect(written(errors)).toContain("invariant broken: the balance is below zero");
  });

  it("stops every request while a secret is unset, with a request id all the same", async () => {
    const response = await fetch("/v1/vouchers", {}, { ...env, SIGNING_SECRET: "" });
    expect(response.status).toBe(500);
    expect(response.headers.get("x-request-id")).toMatch(/^v-[0-9a-f]{18}$/);
    expect(await response.json()).toMatchObject({ key: "internal_error" });
    expect(written(errors)).toContain("SIGNING_SECRET is unset");
  });
});
