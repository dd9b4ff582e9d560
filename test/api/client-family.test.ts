import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  anyAddress,
  costOf,
  type Headers,
  newProject,
  type Reply,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { bodyOf, filled, guarded } from "../support/one-of-each";

const SHOP = "https://shop.example";
const clientRoutes = guarded.filter(({ path }) => path.startsWith("/client/"));

const trusting = (...origins: string[]) =>
  newProject({ client_trusted_domains: JSON.stringify(origins) });

const voucher = (project: TestProject) =>
  project.post("/v1/vouchers", { code: "SHOP-CARD", gift: { amount: 1000 } });

const REDEEM = { redeemables: [{ object: "voucher", id: "SHOP-CARD" }], order: { amount: 100 } };

/** A client's request with exactly these headers beside its keys and an address. */
const from = (project: TestProject, headers: Headers) => ({
  ...project.client,
  "cf-connecting-ip": anyAddress(),
  ...headers,
});

const validate = (project: TestProject, headers: Headers) =>
  send("POST", "/client/v1/validations", from(project, headers), REDEEM);

const redeem = (project: TestProject, headers: Headers) =>
  send("POST", "/client/v1/redemptions", from(project, headers), REDEEM);

const trustedSomewhere = (project: TestProject, origin: string) =>
  env.DB.prepare("INSERT INTO trusted_origins (origin, project_id) VALUES (?1, ?2)")
    .bind(origin, project.id)
    .run();

const preflight = (origin: string | null, path = "/client/v1/redemptions") =>
  send("OPTIONS", path, {
    ...(origin !== null && { origin }),
    "access-control-request-method": "POST",
    "access-control-request-headers": "x-client-application-id,x-client-token,content-type",
    "cf-connecting-ip": anyAddress(),
  });

describe("200", () => {
  it("a trusted origin validates and redeems", async () => {
    const project = await trusting("https://other.example", SHOP);
    await voucher(project);
    expect((await validate(project, { origin: SHOP })).body.valid).toBe(true);
    expect((await redeem(project, { origin: SHOP })).status).toBe(200);
  });

  it("* trusts every origin", async () => {
    const project = await trusting("*");
    await voucher(project);
    expect((await redeem(project, { origin: "https://any.example" })).status).toBe(200);
  });

  it("without an origin, as apps call, validating is open", async () => {
    const project = await trusting(SHOP);
    await voucher(project);
    expect((await validate(project, {})).body.valid).toBe(true);
  });

  // The window may end in between.
  it("names the limit of requests, and what is left of it", { retry: 3 }, async () => {
    const project = await trusting(SHOP);
    const from = { origin: SHOP, "cf-connecting-ip": anyAddress() };
    const asked = [await validate(project, from), await validate(project, from)];
    expect(asked.map(({ headers }) => headers.get("x-rate-limit-limit"))).toEqual(["10", "10"]);
    expect(asked.map(({ headers }) => headers.get("x-rate-limit-remaining"))).toEqual(["9", "8"]);
    for (const { headers } of asked) {
      expect(headers.get("ratelimit-policy")).toBe('"client";q=10;w=10');
      const seconds = Number(headers.get("x-rate-limit-retry")) - Date.now() / 1000;
      expect(seconds).toBeGreaterThan(-1);
      expect(seconds).toBeLessThanOrEqual(10);
    }
    expect(asked[1]?.headers.get("ratelimit")).toMatch(/^"client";r=8;t=(10|[1-9])$/);
  });
});

describe("403", () => {
  it.each(clientRoutes)("$method $path from an origin that is not trusted", async (operation) => {
    const project = await trusting(SHOP);
    const origins = ["https://evil.example", `${SHOP}.evil.example`, "http://shop.example", "null"];
    for (const origin of [...origins, `${SHOP}:444`, SHOP.toUpperCase()]) {
      const headers = from(project, { origin });
      const reply = await send(operation.method, operation.path, headers, bodyOf(operation));
      const body = failure(reply, 403, "forbidden");
      expect(body.details).toBe(`Origin ${origin} is not among the project's trusted domains`);
    }
    expect(await rowsOf("misses", project.id)).toEqual([]);
  });

  it.each(clientRoutes)("$method $path while nothing is trusted", async (operation) => {
    const project = await trusting();
    for (const headers of [{}, { origin: SHOP }]) {
      const sent = from(project, headers);
      const path = filled(operation.path, {
        customerId: "alice",
        promotionTierId: "promo_none",
      });
      failure(await send(operation.method, path, sent, bodyOf(operation)), 403, "forbidden");
    }
  });

  it("redeeming without an origin", async () => {
    const project = await trusting("*");
    await voucher(project);
    const body = failure(await redeem(project, {}), 403, "forbidden");
    expect(body.details).toBe("Header origin is required to redeem");
    const path = "/client/v1/redeem?code=SHOP-CARD";
    failure(await send("POST", path, from(project, {}), {}), 403, "forbidden");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("redeeming while the project has it switched off; validating stays open", async () => {
    const project = await newProject({ client_redeem_enabled: 0 });
    await voucher(project);
    const body = failure(await redeem(project, { origin: SHOP }), 403, "forbidden");
    expect(body.details).toBe("Client-side redemption is switched off");
    const path = "/client/v1/redeem?code=SHOP-CARD";
    failure(await send("POST", path, from(project, { origin: SHOP }), {}), 403, "forbidden");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect((await validate(project, { origin: SHOP })).body.valid).toBe(true);
  });
});

describe("CORS", () => {
  it("a preflight from a trusted origin: 204 and what a browser may send", async () => {
    const origin = "https://preflight.example";
    await trustedSomewhere(await trusting(origin), origin);
    const reply = await preflight(origin);
    expect(reply.status).toBe(204);
    expect(reply.body).toBe("");
    const allowed = (name: string) => reply.headers.get(`access-control-allow-${name}`);
    expect(allowed("origin")).toBe(origin);
    expect(allowed("methods")).toBe("GET,POST,PUT,DELETE");
    expect(allowed("headers")?.split(",").sort()).toEqual([
      "authorization",
      "content-type",
      "idempotency-key",
      "x-client-application-id",
      "x-client-token",
      "x-customer-token",
      "x-request-id",
      "x-voucherify-channel",
      "x-voucherify-double-opt-in",
      "x-vouchsafe-bookmark",
      "x-vouchsafe-consistency",
    ]);
    expect(allowed("credentials")).toBeNull();
    expect(reply.headers.get("access-control-max-age")).toBe("600");
    expect(reply.headers.get("vary")?.toLowerCase()).toContain("origin");
    expect(reply.headers.get("x-request-id")).toMatch(/^v-/);
  });

  it.each(["https://nobody-trusts.example", "null", null])(
    "a preflight from %s: 403 and no header that would let it in",
    async (origin) => {
      const reply = await preflight(origin);
      failure(reply, 403, "forbidden");
      const named = [...reply.headers.keys()].filter((name) => name.startsWith("access-control"));
      expect(named).toEqual([]);
    },
  );

  it("a preflight from an origin that is longer than any: 403 without a look-up", async () => {
    const project = await newProject();
    const longest = `https://${"a".repeat(284)}.example`;
    await trustedSomewhere(project, longest);
    expect(longest).toHaveLength(300);
    expect((await preflight(longest)).headers.get("access-control-allow-origin")).toBe(longest);
    for (const origin of [`${longest}e`, `https://${"a".repeat(10_000)}.example`]) {
      await trustedSomewhere(project, origin);
      const reply = await preflight(origin);
      failure(reply, 403, "forbidden");
      expect(reply.headers.get("server-timing")).toContain("0 round trips");
    }
  });

  it("a trusted origin may read the answer, its limits and its ids, also of a refusal", async () => {
    const origin = "https://reader.example";
    const project = await trusting(origin);
    await trustedSomewhere(project, origin);
    const refused = await send(
      "POST",
      "/client/v1/validations",
      { origin, "cf-connecting-ip": anyAddress() },
      {},
    );
    failure(refused, 401, "unauthorized");
    for (const reply of [await validate(project, { origin }), refused]) {
      expect(reply.headers.get("access-control-allow-origin")).toBe(origin);
      expect(reply.headers.get("access-control-expose-headers")?.split(",").sort()).toEqual([
        "idempotent-replayed",
        "ratelimit",
        "ratelimit-policy",
        "retry-after",
        "x-correlation-id",
        "x-rate-limit-limit",
        "x-rate-limit-remaining",
        "x-rate-limit-retry",
        "x-rate-limit-type",
        "x-request-id",
        "x-vouchsafe-bookmark",
        "x-vouchsafe-ignored",
      ]);
    }
  });

  it("other families answer no preflight", async () => {
    const reply = await preflight(SHOP, "/v1/vouchers");
    failure(reply, 401, "unauthorized");
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("429", () => {
  it("the eleventh request of an address in ten seconds, whatever it asks", async () => {
    const project = await trusting(SHOP);
    await voucher(project);
    const address = { origin: SHOP, "cf-connecting-ip": "198.51.100.77" };
    const replies = [];
    // A window may end in between; two of them would let 20 through.
    for (let at = 0; at < 25; at++) replies.push(await validate(project, address));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(replies.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const reply of refused) {
      const body = failure(reply, 429, "too_many_requests");
      expect(body.message).toBe("Too many requests hit the API too quickly.");
      expect(reply.headers.get("retry-after")).toBe("10");
      expect(reply.headers.get("x-rate-limit-limit")).toBe("10");
      expect(reply.headers.get("x-rate-limit-remaining")).toBe("0");
      expect(reply.headers.get("x-rate-limit-type")).toBe("api_calls");
      expect(reply.headers.get("ratelimit")).toMatch(/^"client";r=0;t=(10|[1-9])$/);
      const retry = Number(reply.headers.get("x-rate-limit-retry"));
      expect(Math.abs(retry - Date.now() / 1000 - 10)).toBeLessThan(5);
      expect(reply.headers.get("server-timing")).toContain("0 round trips");
    }
    const elsewhere = { origin: SHOP, "cf-connecting-ip": "198.51.100.78" };
    expect((await validate(project, elsewhere)).status).toBe(200);
  });

  /** An answer past the rate, whose ten seconds may begin anew meanwhile. */
  async function refusedBy(ask: () => Promise<Reply>): Promise<Reply> {
    for (let at = 0; at < 50; at++) {
      const reply = await ask();
      if (reply.status === 429) return reply;
    }
    throw new Error("nothing is past the rate");
  }

  it("a preflight past the rate, without a look-up of its origin; a /56 of IPv6 is one address", async () => {
    const project = await newProject();
    const shop = `https://${project.id}.example`;
    await trustedSomewhere(project, shop);
    await validate(project, { origin: shop });
    const address = (at: number) => ({ "cf-connecting-ip": `2001:db8:77:a0${at % 10}::${at}` });
    const ask = (at: number) =>
      send("OPTIONS", "/client/v1/validations", {
        ...address(at),
        origin: `https://${project.id}-${at}.example`,
        "access-control-request-method": "POST",
      });
    const replies = [];
    for (let at = 0; at < 25; at++) replies.push(await ask(at));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const reply of refused) {
      failure(reply, 429, "too_many_requests");
      expect(costOf(reply).roundTrips).toBe(0);
    }
    // A browser whose origin is at hand can read why; one that is not is not asked about.
    const readable = await refusedBy(() => validate(project, { origin: shop, ...address(1) }));
    failure(readable, 429, "too_many_requests");
    expect(readable.headers.get("access-control-allow-origin")).toBe(shop);
    expect(readable.headers.get("access-control-expose-headers")).toContain("retry-after");
    const other = { origin: `${shop}:8443`, ...address(1) };
    const unread = await refusedBy(() => validate(project, other));
    failure(unread, 429, "too_many_requests");
    expect(unread.headers.get("access-control-allow-origin")).toBeNull();
    expect(costOf(unread).roundTrips).toBe(0);
  });

  it("a back end has no such limit", async () => {
    const project = await newProject();
    for (let at = 0; at < 25; at++) {
      const reply = await project.get("/v1/vouchers", { "cf-connecting-ip": "198.51.100.79" });
      expect(reply.status).toBe(200);
    }
  });
});
