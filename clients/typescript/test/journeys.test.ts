import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoHeaders } from "../../../scripts/demo-keys";
import { type LocalServer, startServer } from "../../../scripts/local-server";
import { freePort } from "../../../test/support/free-port";
import {
  answerOf,
  type Client,
  type Exchange,
  type ManagementPaths,
  managementClient,
  type ServerPaths,
  ServiceError,
  serverClient,
  shopClient,
} from "../src";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-client-"));
const serverKey = { id: demoHeaders.server["X-App-Id"], token: demoHeaders.server["X-App-Token"] };
const clientKey = {
  id: demoHeaders.client["X-Client-Application-Id"],
  token: demoHeaders.client["X-Client-Token"],
};
const managementKey = {
  id: demoHeaders.management["X-Management-Id"],
  token: demoHeaders.management["X-Management-Token"],
};

let running: LocalServer;
let baseUrl: string;
let server: Client<ServerPaths>;
let management: Client<ManagementPaths>;
const seen: Exchange[] = [];

beforeAll(async () => {
  running = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
  baseUrl = running.url;
  server = serverClient({ baseUrl, ...serverKey, watch: (exchange) => seen.push(exchange) });
  management = managementClient({ baseUrl, ...managementKey });
});
afterAll(async () => {
  await running?.stop();
  rmSync(state, { recursive: true, force: true });
});

const discount = { type: "PERCENT" as const, percent_off: 20 };
const create = (
  code: string,
  more: { category?: string; metadata?: Record<string, unknown> } = {},
) =>
  answerOf(
    server.POST("/v1/vouchers", { body: { code, type: "DISCOUNT_VOUCHER", discount, ...more } }),
  );
const order = { amount: 5000 };

describe("/v1", () => {
  it("makes a code, also one that needs encoding, validates, redeems and undoes it", async () => {
    const { code, ...made } = await create("50% A/B ü");
    const found = await answerOf(server.GET("/v1/vouchers/{code}", { params: { path: { code } } }));
    expect(found.id).toBe(made.id);
    const body = { redeemables: [{ object: "voucher" as const, id: code }], order };
    const validation = await answerOf(server.POST("/v1/validations", { body }));
    expect(validation).toMatchObject({ valid: true, order: { total_amount: 4000 } });
    const { redemptions } = await answerOf(server.POST("/v1/redemptions", { body }));
    expect(redemptions[0]?.order).toMatchObject({ total_amount: 4000 });
    const id = redemptions[0]?.id ?? "none";
    const undone = await answerOf(
      server.POST("/v1/redemptions/{id}/rollback", {
        params: { path: { id } },
        body: {},
      }),
    );
    expect(undone).toMatchObject({ result: "SUCCESS", redemption: id });
  });

  it("pages, orders and filters, brackets in brackets too", async () => {
    for (const each of ["1", "2", "3"]) {
      await create(`PAGE-${each}`, { category: "paged", metadata: { row: each } });
    }
    const query = { category: "paged", order: "code" as const, limit: 2 };
    const first = await answerOf(server.GET("/v1/vouchers", { params: { query } }));
    expect(first.vouchers.map(({ code }) => code)).toEqual(["PAGE-1", "PAGE-2"]);
    expect(first.total).toBe(3);
    const next = { params: { query: { ...query, page: 2 } } };
    const second = await answerOf(server.GET("/v1/vouchers", next));
    expect(second.vouchers.map(({ code }) => code)).toEqual(["PAGE-3"]);
    const list = async (more: object) => {
      const { vouchers } = await answerOf(
        server.GET("/v1/vouchers", { params: { query: { order: "code", ...more } } }),
      );
      return vouchers.map(({ code }) => code);
    };
    const filters = { code: { conditions: { $in: ["PAGE-1", "PAGE-3", "none"] } } };
    expect(await list({ filters })).toEqual(["PAGE-1", "PAGE-3"]);
    expect(await list({ ids: [first.vouchers[1]?.id] })).toEqual(["PAGE-2"]);
    expect(
      await list({ category: "paged", created_at: { before: "2020-01-01T00:00:00Z" } }),
    ).toEqual([]);
  });

  it("repeats the first answer to an idempotency key", async () => {
    const send = () =>
      server.POST("/v1/vouchers", {
        params: { header: { "Idempotency-Key": "client-1" } },
        body: { type: "DISCOUNT_VOUCHER", discount },
      });
    const [first, second] = [await send(), await send()];
    expect(second.data?.code).toBe(first.data?.code);
    expect(second.response.headers.get("Idempotent-Replayed")).toBe("true");
  });

  it("finds nothing that is one of none", async () => {
    const filters = { code: { conditions: { $in: [] } } };
    const query = { limit: 1, filters };
    const { total } = await answerOf(server.GET("/v1/vouchers", { params: { query } }));
    expect(total).toBe(0);
  });

  it("sends CSV as a file, as a text and as a part, and follows the import", async () => {
    const files = ["Code,Voucher Type,Value\nCSV-1,gift,5", { file: "Code,Value\nCSV-2,7" }];
    for (const body of files) {
      const { async_action_id } = await answerOf(server.POST("/v1/vouchers/importCSV", { body }));
      const params = { path: { asyncActionId: async_action_id } };
      const action = () => answerOf(server.GET("/v1/async-actions/{asyncActionId}", { params }));
      await expect.poll(async () => (await action()).status, { timeout: 30_000 }).toBe("DONE");
      expect((await action()).result).toMatchObject({ created: 1 });
    }
  });

  it("exchanges a key for a token, and works with the token", async () => {
    const { access_token } = await answerOf(
      server.POST("/v1/oauth/token", {
        body: { grant_type: "client_credentials", scope: "vouchers" },
      }),
    );
    const small = serverClient({ baseUrl, accessToken: access_token });
    expect((await small.GET("/v1/vouchers", {})).response.status).toBe(200);
    expect((await small.GET("/v1/customers", {})).error?.key).toBe("missing_required_permission");
  });

  it("answers nothing where there is no body", async () => {
    await create("GONE");
    const params = { path: { code: "GONE" }, query: { force: "true" as const } };
    expect(await answerOf(server.DELETE("/v1/vouchers/{code}", { params }))).toBeUndefined();
  });
});

describe("failures", () => {
  const params = { path: { code: "NOBODY-HAS-IT" } };

  it("are values with the error body's type", async () => {
    const { data, error, response } = await server.GET("/v1/vouchers/{code}", { params });
    expect(data).toBeUndefined();
    expect(response.status).toBe(404);
    expect(error).toMatchObject({ key: "not_found", resource_id: "NOBODY-HAS-IT" });
  });

  it("are thrown by `answerOf`", async () => {
    const failed = await answerOf(server.GET("/v1/vouchers/{code}", { params })).catch((e) => e);
    expect(failed).toBeInstanceOf(ServiceError);
    expect(failed).toMatchObject({ status: 404, key: "not_found", message: "Resource not found" });
    expect(failed.body.request_id).toMatch(/^v-/);
  });

  it("of others have no key", async () => {
    const fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
    const behind = serverClient({ baseUrl, ...serverKey, fetch });
    await expect(answerOf(behind.GET("/v1/vouchers/{code}", { params }))).rejects.toMatchObject({
      status: 502,
      key: null,
      message: "The answer has status 502 and no error body",
    });
  });
});

describe("what is watched", () => {
  it("each request with its path, time and round trips; bodies can still be read", async () => {
    seen.length = 0;
    const body = { redeemables: [{ object: "voucher" as const, id: "none" }], order };
    const { data } = await server.POST("/v1/validations", { body });
    await server.GET("/v1/vouchers", { params: { query: { limit: 1 } } });
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/validations",
      "GET /v1/vouchers?limit=1",
    ]);
    expect(await seen[0]?.request.json()).toEqual(body);
    expect(await seen[0]?.response?.json()).toEqual(data);
    expect(seen[0]?.ms).toBeGreaterThan(0);
    expect(seen[0]?.timings).toEqual([
      {
        name: "d1",
        ms: expect.any(Number),
        description: expect.stringMatching(/^1 round trips, \d+ rows read, 0 rows written$/),
      },
      { name: "read", ms: null, description: "primary" },
      { name: "total", ms: expect.any(Number), description: "" },
    ]);
  });

  it("one that nobody answers", async () => {
    const told: Exchange[] = [];
    const nowhere = serverClient({
      baseUrl: `http://127.0.0.1:${await freePort()}`,
      ...serverKey,
      watch: (exchange) => told.push(exchange),
    });
    await expect(nowhere.GET("/v1/vouchers", {})).rejects.toThrow();
    expect(told).toMatchObject([{ path: "/v1/vouchers", response: null, timings: [] }]);
  });
});

describe("/client/v1", () => {
  it("qualifies and validates a cart, and knows who has signed in", async () => {
    const { code } = await create("SHOP-1");
    const source_id = "client-ada";
    await answerOf(server.POST("/v1/customers", { body: { source_id } }));
    await answerOf(
      server.POST("/v1/publications", {
        body: { voucher: code, customer: { source_id } },
      }),
    );
    const { token } = await answerOf(
      server.POST("/v1/customers/{customerId}/client-token", {
        params: { path: { customerId: source_id } },
        body: {},
      }),
    );
    const headers = { Origin: "https://shop.example" };
    const shop = shopClient({ baseUrl, ...clientKey, customerToken: token });
    const { redeemables } = await answerOf(
      shop.POST("/client/v1/qualifications", {
        headers,
        body: { scenario: "CUSTOMER_WALLET", order },
      }),
    );
    expect(redeemables.data.map(({ id }) => id)).toEqual([code]);
    const validation = await answerOf(
      shop.POST("/client/v1/validations", {
        headers,
        body: { redeemables: [{ object: "voucher", id: code }], order },
      }),
    );
    expect(validation.order?.total_amount).toBe(4000);
    const stranger = shopClient({ baseUrl, ...clientKey, customerToken: "forged" });
    const refused = await stranger.POST("/client/v1/qualifications", { headers, body: { order } });
    expect(refused.error?.key).toBe("unauthorized_client");
  });
});

describe("/management/v1", () => {
  it("makes a project, a key for it, and works with the key", async () => {
    const project = await answerOf(
      management.POST("/management/v1/projects", { body: { name: "Client", currency: "EUR" } }),
    );
    const params = { path: { projectId: project.id } };
    const key = await answerOf(
      management.POST("/management/v1/projects/{projectId}/api-keys", {
        params,
        body: { kind: "server", name: "Made by a client" },
      }),
    );
    const own = serverClient({ baseUrl, id: key.app_id, token: key.app_token });
    expect((await answerOf(own.GET("/v1/vouchers", {}))).total).toBe(0);
    const deleted = await management.DELETE("/management/v1/projects/{projectId}", { params });
    expect(deleted.response.ok).toBe(true);
  });
});
