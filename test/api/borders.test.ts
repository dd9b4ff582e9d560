import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openHeaders } from "../../src/resources/webhooks/headers";
import {
  anyAddress,
  DEPLOYMENT,
  type Headers,
  newProject,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { finished, visit } from "../support/exporting";
import { failure } from "../support/failure";
import { promotion, tier } from "../support/promotions";

/** A key of the project with these permissions alone. */
async function keyWith(project: TestProject, ...permissions: string[]) {
  const made = await project.post(`/management/v1/projects/${project.id}/api-keys`, {
    kind: "server",
    name: permissions.join(" "),
    permissions,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const headers = { "x-app-id": made.body.app_id, "x-app-token": made.body.app_token };
  const call = (method: string, path: string, body?: unknown) => send(method, path, headers, body);
  return { id: String(made.body.id), headers, call };
}

const PERSON = {
  source_id: "victim",
  name: "Vera Victim",
  email: "vera@mail.test",
  metadata: { iban: "DE00" },
};
const SAYS = {
  source_id: "victim",
  name: "Mallory",
  email: "m@evil.test",
  metadata: { iban: "X" },
};

async function shop() {
  const project = await newProject();
  expect((await project.post("/v1/customers", PERSON)).status).toBe(200);
  await project.post("/v1/products", { name: "Shirt", source_id: "shirt", price: 1000 });
  await project.post("/v1/vouchers/SUMMER", { discount: { type: "AMOUNT", amount_off: 100 } });
  const campaign = await project.post("/v1/campaigns", {
    name: "Club",
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  expect(campaign.status, JSON.stringify(campaign.body)).toBe(200);
  const { id } = await tier(project, await promotion(project, "Offers"), "Tier");
  return { project, tier: id };
}

/** What of people an answer tells, wherever it stands. */
const TELLS = /vera@mail|Vera Victim|DE00|Mallory|evil\.test/;

describe("a key without the permission customers", () => {
  const order = { amount: 1000 };
  const calls: [string, string, (tier: string) => [string, string, unknown]][] = [
    [
      "vouchers",
      "a redemption of a code",
      () => ["POST", "/v1/vouchers/SUMMER/redemption", { customer: SAYS, order }],
    ],
    [
      "redemptions",
      "a redemption",
      () => [
        "POST",
        "/v1/redemptions",
        { redeemables: [{ object: "voucher", id: "SUMMER" }], customer: SAYS, order },
      ],
    ],
    [
      "promotions",
      "a redemption of a tier",
      (tier) => ["POST", `/v1/promotions/tiers/${tier}/redemption`, { customer: SAYS, order }],
    ],
    [
      "publications",
      "a publication",
      () => ["POST", "/v1/publications", { voucher: "SUMMER", customer: SAYS }],
    ],
    ["events", "an event", () => ["POST", "/v1/events", { event: "seen", customer: SAYS }]],
    [
      "orders",
      "an order",
      () => ["POST", "/v1/orders", { amount: 5, customer: SAYS, referrer: SAYS }],
    ],
    ["loyalties", "a member", () => ["POST", "/v1/loyalties/Club/members", { customer: SAYS }]],
    [
      "validations",
      "a validation",
      () => [
        "POST",
        "/v1/validations",
        { redeemables: [{ object: "voucher", id: "SUMMER" }], customer: SAYS, order },
      ],
    ],
    [
      "qualifications",
      "a qualification",
      () => ["POST", "/v1/qualifications", { customer: SAYS, order }],
    ],
  ];

  it.each(calls)(
    "%s: %s names somebody, changes nothing of them and tells nothing",
    async (can, _, callOf) => {
      const { project, tier } = await shop();
      const key = await keyWith(project, can);
      const before = await rowsOf("customers", project.id);
      const [method, path, body] = callOf(tier);
      const reply = await key.call(method, path, body);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      if (can !== "events") expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(JSON.stringify(reply.body)).not.toMatch(TELLS);
      const profile = ({ name, email, metadata }: Record<string, unknown>) => ({
        name,
        email,
        metadata,
      });
      expect((await rowsOf("customers", project.id)).map(profile)).toEqual(before.map(profile));
    },
  );

  it("is told no more by lists, by what is stored under its idempotency key, nor by the feed", async () => {
    const { project } = await shop();
    const body = { redeemables: [{ object: "voucher", id: "SUMMER" }], customer: PERSON, order };
    const key = { "idempotency-key": "same" };
    const narrow = await keyWith(
      project,
      "redemptions",
      "events",
      "vouchers",
      "orders",
      "customers",
    );
    const headers = { ...narrow.headers, ...key };
    const whole = await send("POST", "/v1/redemptions", headers, body);
    expect(JSON.stringify(whole.body)).toMatch(TELLS);
    const permissions = ["redemptions", "events", "vouchers", "orders"];
    await project.put(`/management/v1/projects/${project.id}/api-keys/${narrow.id}`, {
      permissions,
    });
    const again = await send("POST", "/v1/redemptions", headers, body);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(JSON.stringify(again.body)).not.toMatch(TELLS);
    const [told] = again.body.redemptions;
    expect(told.customer).toEqual({
      id: whole.body.redemptions[0].customer.id,
      source_id: "victim",
      object: "customer",
    });
    const id = String(told.id);
    for (const path of [
      "/v1/redemptions",
      `/v1/redemptions/${id}`,
      "/v1/vouchers/SUMMER/redemptions",
      "/v1/orders",
      "/v1/events",
    ]) {
      const reply = await narrow.call("GET", path);
      if (path !== "/v1/events") expect([path, reply.status]).toEqual([path, 200]);
      expect(JSON.stringify(reply.body)).not.toMatch(TELLS);
    }
    const wide = await keyWith(project, "redemptions", "customers");
    expect(JSON.stringify((await wide.call("GET", `/v1/redemptions/${id}`)).body)).toMatch(TELLS);
  });

  it("writes no goods by an order without products", async () => {
    const { project } = await shop();
    const line = { product: { source_id: "shirt", price: 1, override: true }, quantity: 1 };
    const before = await rowsOf("products", project.id);
    const narrow = await keyWith(project, "orders");
    const refused = await narrow.call("POST", "/v1/orders", { items: [line] });
    failure(refused, 403, "missing_required_permission");
    expect(refused.body.details).toMatch(/'products'/);
    expect(await rowsOf("products", project.id)).toEqual(before);
    expect(await rowsOf("orders", project.id)).toEqual([]);
    const wide = await keyWith(project, "orders", "products");
    expect((await wide.call("POST", "/v1/orders", { items: [line] })).status).toBe(200);
  });

  it("exports what it may read, and no link outlives its key", async () => {
    const { project } = await shop();
    const alone = await keyWith(project, "exports");
    const kinds = [
      "voucher",
      "redemption",
      "customer",
      "publication",
      "order",
      "product",
      "sku",
      "voucher_transactions",
      "points_expiration",
    ];
    for (const exported_object of kinds) {
      failure(
        await alone.call("POST", "/v1/exports", { exported_object }),
        403,
        "missing_required_permission",
      );
    }
    expect(await rowsOf("exports", project.id)).toEqual([]);
    const named = await keyWith(project, "exports", "redemptions");
    const fields = {
      exported_object: "redemption",
      parameters: { fields: ["id", "customer_name"] },
    };
    failure(await named.call("POST", "/v1/exports", fields), 403, "missing_required_permission");
    const wide = await keyWith(project, "exports", "customers");
    const made = await wide.call("POST", "/v1/exports", { exported_object: "customer" });
    expect(made.status).toBe(200);
    const reading = { ...project, get: (path: string) => wide.call("GET", path) };
    const url = String((await finished(reading, made.body.id)).result?.url);
    expect((await visit(url)).status).toBe(200);
    expect((await alone.call("GET", `/v1/exports/${made.body.id}`)).body.result).toBeNull();
    await project.post(`/management/v1/projects/${project.id}/api-keys/${wide.id}/block`);
    failure(await visit(url), 401, "unauthorized");
    await project.post(`/management/v1/projects/${project.id}/api-keys/${wide.id}/unblock`);
    expect((await visit(url)).status).toBe(200);
    await project.delete(`/management/v1/projects/${project.id}/api-keys/${wide.id}`);
    failure(await visit(url), 401, "unauthorized");
  });
});

describe("webhooks of this service", () => {
  const base = ({ id }: TestProject) => `/management/v1/projects/${id}/webhooks`;
  const events = ["voucher.created"];

  it.each([
    "http://vouchsafe.test/v1/redemptions/r_1/rollback",
    "https://VOUCHSAFE.test./in",
    "https://vouchsafe.test:8443/in",
  ])("are not made to lead back to it: %s", async (target_url) => {
    const project = await newProject();
    failure(await project.post(base(project), { target_url, events }), 400, "invalid_payload");
    const fine = await project.post(base(project), {
      target_url: "https://hooks.example.com",
      events,
    });
    failure(
      await project.put(`${base(project)}/${fine.body.id}`, { target_url }),
      400,
      "invalid_payload",
    );
    expect(
      (await project.get(base(project))).body.data.map(
        (each: { target_url: string }) => each.target_url,
      ),
    ).toEqual(["https://hooks.example.com"]);
  });

  it.each<[string, Headers]>([
    ["its name", { "user-agent": "Vouchsafe-Webhooks/1.0" }],
    ["the id of a delivery", { "webhook-id": "whs_1" }],
  ])("cannot call it: %s", async (_, headers) => {
    const project = await newProject();
    const reply = await project.post(
      "/v1/vouchers/LOOP",
      { discount: { type: "AMOUNT", amount_off: 1 } },
      headers,
    );
    failure(reply, 403, "forbidden");
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it("send the secrets of one receiver to no other", async () => {
    const project = await newProject();
    const custom_headers = { "X-Sec": "topsecret" };
    const made = await project.post(base(project), {
      target_url: "https://a.example.com/in",
      events,
      custom_headers,
    });
    const path = `${base(project)}/${made.body.id}`;
    const kept = async () => {
      const [row] = await rowsOf("webhooks", project.id);
      const custom_headers = row?.custom_headers === null ? null : String(row?.custom_headers);
      return openHeaders(env.SIGNING_SECRET, {
        project_id: project.id,
        id: made.body.id,
        custom_headers,
      });
    };
    await project.put(path, { target_url: "https://a.example.com/other" });
    expect(await kept()).toEqual(custom_headers);
    for (const target_url of [
      "https://b.example.com/in",
      "http://b.example.com/in",
      "https://b.example.com:444/in",
    ]) {
      await project.put(path, { custom_headers });
      const moved = await project.put(path, { target_url });
      expect(moved.body.custom_headers).toEqual({});
      expect(await kept()).toEqual({});
    }
    const said = await project.put(path, { target_url: "https://c.example.com", custom_headers });
    expect(said.body.custom_headers).toEqual({ "X-Sec": "***" });
    expect(await kept()).toEqual(custom_headers);
  });
});

describe("headers of every answer", () => {
  it.each([
    ["GET", "/health"],
    ["GET", "/v1/vouchers"],
    ["GET", "/nothing"],
    ["PATCH", "/v1/vouchers"],
  ])("nosniff and TLS on %s %s", async (method, path) => {
    const { headers } = await send(method, path, {});
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
  });

  it("a picture is a document in which nothing runs", async () => {
    const project = await newProject();
    const made = await project.post("/v1/vouchers/PIC", {
      discount: { type: "AMOUNT", amount_off: 1 },
    });
    const url = String(made.body.assets.qr.url);
    const { headers, status } = await send("GET", url.slice(url.indexOf("/assets")), {});
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("invisible characters", () => {
  const amount = { type: "AMOUNT", amount_off: 1 };
  const INVISIBLE = [
    "\u202e",
    "\u200b",
    "\u00ad",
    "\u2060",
    "\ufeff",
    "\u034f",
    "\u3164",
    "\ufe0f",
    "\u{e0041}",
  ];

  it.each(INVISIBLE.map((one) => [`U+${one.codePointAt(0)?.toString(16)}`, one]))(
    "are in no new code: %s",
    async (_, one) => {
      const project = await newProject();
      const code = `SAVE${one}02`;
      const path = `/v1/vouchers/${encodeURIComponent(code)}`;
      const config = (code_config: object) => ({ discount: amount, code_config });
      const campaign = {
        name: "C",
        type: "STATIC",
        voucher: { type: "DISCOUNT_VOUCHER", discount: amount },
      };
      const tried = [
        await project.post("/v1/vouchers", { code, discount: amount }),
        await project.post(path, { discount: amount }),
        await project.post("/v1/vouchers", config({ prefix: one })),
        await project.post("/v1/vouchers", config({ postfix: one })),
        await project.post("/v1/vouchers", config({ pattern: `AB${one}-####` })),
        await project.post("/v1/vouchers", config({ charset: `ABC${one}` })),
        await project.post("/v1/campaigns", {
          ...campaign,
          vouchers_count: 1,
          voucher: { ...campaign.voucher, code_config: { prefix: one } },
        }),
      ];
      expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 400));
      expect(await rowsOf("vouchers", project.id)).toEqual([]);
    },
  );

  it("stay in codes that were made before", async () => {
    const project = await newProject();
    const made = await project.post("/v1/vouchers/OLD", { discount: amount });
    const { homeDb } = await import("../support/places");
    const old = "O\u200bLD";
    await homeDb()
      .prepare(
        "UPDATE vouchers SET code = ?1, code_key = lower(?1) WHERE project_id = ?2 AND id = ?3",
      )
      .bind(old, project.id, made.body.id)
      .run();
    const reply = await project.get(`/v1/vouchers/${encodeURIComponent(old)}`);
    expect([reply.status, reply.body.code]).toEqual([200, old]);
  });
});

describe("tokens of one key", () => {
  it("leave room for those of others: the oldest goes, and no other key sees or ends them", async () => {
    const project = await newProject();
    const [one, other] = [await keyWith(project, "locations"), await keyWith(project, "locations")];
    const rows = Array.from(
      { length: 100 },
      (_, at) =>
        `('hash${at}', '${project.id}', '${one.id}', 'app', '["locations"]', 9999999999, '2026-01-01T00:00:00.${String(at).padStart(3, "0")}Z')`,
    );
    await env.DB.prepare(
      `INSERT INTO oauth_tokens (token_hash, project_id, key_id, client_id, scope, expires_at, created_at) VALUES ${rows.join(", ")}`,
    ).run();
    const asked = { grant_type: "client_credentials", scope: "locations" };
    const made = await one.call("POST", "/v1/oauth/token", asked);
    expect(made.status).toBe(200);
    const hashes = (await rowsOf("oauth_tokens", project.id)).map((row) => row.token_hash);
    expect(hashes).toHaveLength(100);
    expect(hashes).not.toContain("hash0");
    expect(hashes).toContain("hash1");
    expect((await other.call("POST", "/v1/oauth/token", asked)).status).toBe(200);
    const { access_token } = made.body;
    expect((await other.call("POST", "/v1/oauth/introspect", { access_token })).body).toEqual({
      active: false,
    });
    failure(await other.call("POST", "/v1/oauth/token/revoke", { access_token }), 404, "not_found");
    expect((await one.call("POST", "/v1/oauth/introspect", { access_token })).body.active).toBe(
      true,
    );
    expect((await one.call("POST", "/v1/oauth/token/revoke", { access_token })).status).toBe(204);
  });
});

describe("guesses from a block that is shut", () => {
  const guesses = async (ask: (token: string) => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let at = 0; at < 200 && statuses.at(-1) !== 429; at++)
      statuses.push((await ask(`guess-${at}`)).status);
    return statuses;
  };

  it("are refused for ids that are known, and a right pair that was let in goes on", async () => {
    const project = await newProject();
    const from = { "cf-connecting-ip": anyAddress() };
    const ask = (headers: Headers) => send("GET", "/v1/vouchers", { ...headers, ...from });
    expect((await ask(project.server)).status).toBe(200);
    const statuses = await guesses((token) => ask({ ...project.server, "x-app-token": token }));
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await ask(project.server)).status).toBe(200);
    const later = await newProject();
    expect((await ask(later.server)).status).toBe(429);
  });

  it("are refused for the pair of the deployment", async () => {
    const from = { "cf-connecting-ip": anyAddress() };
    const ask = (headers: Headers) =>
      send("GET", "/management/v1/projects", { ...headers, ...from });
    const guess = (token: string) => ask({ ...DEPLOYMENT, "x-management-token": token });
    const statuses = await guesses(guess);
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await ask(DEPLOYMENT)).status).toBeLessThan(430);
  });
});
