import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetTokens } from "../../src/async/sweeps/forget";
import { controlOwner } from "../../src/commit/stored-answer";
import { tokenHash } from "../../src/lib/token-hash";
import { Introspection, OAuthToken } from "../../src/resources/oauth/schema";
import { forgetProject } from "../../src/scope/credentials";
import {
  anyAddress,
  costOf,
  type Headers,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  send,
  sendAsIs,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { visitOf } from "../support/places";

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
afterEach(() => void vi.useRealTimers());

/** A form as OAuth clients send it. */
const sendForm = (path: string, headers: Headers, fields: Record<string, string>) =>
  sendAsIs(`/v1/oauth/${path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
  });

const GRANT = { grant_type: "client_credentials" };

const issue = (project: TestProject, scope: string, headers = project.server): Promise<Reply> =>
  sendForm("token", headers, { ...GRANT, scope });

async function tokenFor(project: TestProject, scope: string, headers = project.server) {
  return parsed(OAuthToken, await issue(project, scope, headers)).access_token;
}

const bearing = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const vouchersWith = (token: string): Promise<Reply> =>
  send("GET", "/v1/vouchers", { ...bearing(token), "cf-connecting-ip": anyAddress() });

/** As another isolate would, this one looks everything up again. */
const elsewhere = (project: TestProject) => forgetProject(project.id);

async function newKey(project: TestProject, permissions: string[] | null = null) {
  const path = `/management/v1/projects/${project.id}/api-keys`;
  const { body } = await project.post(path, { kind: "server", permissions });
  return { id: body.id, headers: { "x-app-id": body.app_id, "x-app-token": body.app_token } };
}

describe("POST /v1/oauth/token", () => {
  it("200: gives a token for a quarter of an hour, of which only the hash is kept", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const project = await newProject();
    const reply = await issue(project, "vouchers client_validations vouchers");
    expect(parsed(OAuthToken, reply)).toEqual({
      access_token: expect.stringMatching(/^[0-9A-Za-z]{50}$/),
      client_id: project.server["x-app-id"],
      expires_at: NOON / 1000 + 900,
      expires_in: 900,
      scope: "vouchers client_validations",
      token_type: "Bearer",
    });
    const token: string = reply.body.access_token;
    expect(reply.headers.get("cache-control")).toContain("no-store");
    const rows = await rowsOf("oauth_tokens", project.id);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toBe(tokenHash(token));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("200: takes JSON and Basic authorization too", async () => {
    const project = await newProject();
    const json = await project.post("/v1/oauth/token", { ...GRANT, scope: "api" });
    expect((await vouchersWith(json.body.access_token)).status).toBe(200);
    const pair = btoa(Object.values(project.server).join(":"));
    const basic = await sendForm(
      "token",
      { authorization: `Basic ${pair}` },
      { ...GRANT, scope: "api" },
    );
    expect((await vouchersWith(basic.body.access_token)).status).toBe(200);
  });

  it("200: a repetition under one key gets the same token, which stands nowhere readable", async () => {
    const project = await newProject();
    const headers = { ...project.server, "idempotency-key": "once" };
    const [first, again] = [
      await issue(project, "api", headers),
      await issue(project, "api", headers),
    ];
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1);
    const { results } = await env.DB.prepare(
      "SELECT body FROM idempotency_keys WHERE project_id = ?",
    )
      .bind(controlOwner(project.id))
      .all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(first.body.access_token);
  });

  it.each([
    ["no grant_type", { scope: "api" }, "missing_parameters", "Missing parameters"],
    ["no scope", GRANT, "missing_parameters", "Missing parameters"],
    ["a blank scope", { ...GRANT, scope: "  " }, "missing_parameters", "Missing parameters"],
    [
      "another grant",
      { grant_type: "password", scope: "api" },
      "invalid_grant_type",
      "Invalid grant_type",
    ],
    [
      "a list with commas",
      { ...GRANT, scope: "vouchers,campaigns" },
      "invalid_scope",
      "Invalid scope: vouchers,campaigns",
    ],
    [
      "one of two unknown",
      { ...GRANT, scope: "vouchers everything" },
      "invalid_scope",
      "Invalid scope: everything",
    ],
    ["one of management", { ...GRANT, scope: "write" }, "invalid_scope", "Invalid scope: write"],
  ])("400: %s", async (_, fields: Record<string, string>, key, message) => {
    const project = await newProject();
    const reply = await sendForm("token", project.server, fields);
    expect(failure(reply, 400, key).message).toBe(message);
    expect(await rowsOf("oauth_tokens", project.id)).toEqual([]);
  });

  it("400: a field that comes twice; 415: another type", async () => {
    const project = await newProject();
    const post = (type: string, body: string) =>
      sendAsIs("/v1/oauth/token", {
        method: "POST",
        headers: { ...project.server, "content-type": type },
        body,
      });
    const twice = "grant_type=client_credentials&scope=api&scope=vouchers";
    const reply = await post("application/x-www-form-urlencoded", twice);
    expect(failure(reply, 400, "invalid_payload").details).toBe(
      "Property .scope must be sent once",
    );
    failure(await post("text/plain", twice), 415, "unsupported_media_type");
    expect(await rowsOf("oauth_tokens", project.id)).toEqual([]);
  });

  it("gives no key more than it has, and all that it has of the whole", async () => {
    const project = await newProject();
    const key = await newKey(project, ["vouchers", "orders"]);
    failure(await issue(project, "campaigns", key.headers), 400, "invalid_scope");
    failure(await issue(project, "client_api", key.headers), 400, "invalid_scope");
    const token = await tokenFor(project, "api", key.headers);
    expect((await vouchersWith(token)).status).toBe(200);
    failure(await send("GET", "/v1/campaigns", bearing(token)), 403, "missing_required_permission");
  });

  it("403: a token gets no other one, nor learns of one", async () => {
    const project = await newProject();
    const token = await tokenFor(project, "api");
    for (const path of ["token", "introspect", "token/revoke"]) {
      const fields = { ...GRANT, scope: "api", access_token: token };
      const reply = await sendForm(path, bearing(token), fields);
      failure(reply, 403, "missing_required_permission");
    }
    expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1);
  });

  it("429: the 1001st token, until the first is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const project = await newProject();
    await tokenFor(project, "api");
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO oauth_tokens (token_hash, project_id, key_id, client_id, scope, expires_at, created_at)
      SELECT ?1 || i, ?1, 'key', 'key', '["api"]', ?2, '2026-11-21T12:00:00.000Z' FROM n`,
    )
      .bind(project.id, NOON / 1000 + 901)
      .run();
    const refused = await issue(project, "api");
    failure(refused, 429, "too_many_requests");
    expect(refused.headers.get("retry-after")).toBe("900");
    expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1_000);
    vi.setSystemTime(NOON + 900_000);
    expect((await issue(project, "api")).status).toBe(200);
    expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1_000);
    vi.setSystemTime(NOON + 2_000_000);
    expect((await issue(project, "api")).status).toBe(200);
    expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1);
  });

  // The window may end in between.
  it("429: a key or an address that asks too often", { retry: 3 }, async () => {
    const [project, calm] = [await newProject(), await newProject()];
    const address = anyAddress();
    const ask = (each: TestProject, from: string) =>
      sendForm("introspect", { ...each.server, "cf-connecting-ip": from }, { access_token: "x" });
    for (let at = 0; at < 60; at++) expect((await ask(project, address)).status).toBe(200);
    failure(await ask(project, anyAddress()), 429, "too_many_requests");
    failure(await ask(calm, address), 429, "too_many_requests");
    expect((await ask(calm, anyAddress())).status).toBe(200);
  });
});

describe("a bearer", () => {
  it("is let in without a round trip once it is known", async () => {
    const project = await newProject({ place: "DB" });
    const token = await tokenFor(project, "vouchers");
    const [cold, warm] = [await vouchersWith(token), await vouchersWith(token)];
    expect(costOf(cold).roundTrips).toBe(2);
    expect(costOf(warm).roundTrips).toBe(1);
  });

  it("calls browsers' operations with their scopes, from trusted origins alone", async () => {
    const project = await newProject({ client_trusted_domains: '["https://shop.example"]' });
    const token = await tokenFor(project, "client_qualifications");
    const ask = (origin: string) =>
      send(
        "POST",
        "/client/v1/qualifications",
        { ...bearing(token), origin, "cf-connecting-ip": anyAddress() },
        {},
      );
    expect((await ask("https://shop.example")).status).toBe(200);
    failure(await ask("https://other.example"), 403, "forbidden");
    failure(await vouchersWith(token), 403, "missing_required_permission");
  });

  it("401: once its time is over, also where it is remembered", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const project = await newProject();
    const token = await tokenFor(project, "api");
    vi.setSystemTime(NOON + 899_999);
    expect((await vouchersWith(token)).status).toBe(200);
    vi.setSystemTime(NOON + 900_000);
    failure(await vouchersWith(token), 401, "unauthorized");
  });

  it("401: of a key that is blocked or deleted, and not of one with a new token", async () => {
    const project = await newProject();
    const keys = `/management/v1/projects/${project.id}/api-keys`;
    const key = await newKey(project);
    const token = await tokenFor(project, "api", key.headers);
    const { body: rotated } = await project.post(`${keys}/${key.id}/rotate`);
    const renewed = { "x-app-id": rotated.app_id, "x-app-token": rotated.app_token };
    expect((await vouchersWith(token)).status).toBe(200);
    await project.post(`${keys}/${key.id}/block`);
    failure(await vouchersWith(token), 401, "unauthorized");
    await project.post(`${keys}/${key.id}/unblock`);
    failure(await vouchersWith(token), 401, "unauthorized");
    const [dead, alive] = [await tokenFor(project, "api", renewed), await tokenFor(project, "api")];
    expect((await vouchersWith(dead)).status).toBe(200);
    await project.delete(`${keys}/${key.id}`);
    failure(await vouchersWith(dead), 401, "unauthorized");
    expect((await vouchersWith(alive)).status).toBe(200);
    expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1);
  });

  it.each([
    ["blocked", "UPDATE api_keys SET blocked_at = '2026' WHERE id = ?1"],
    ["deleted", "DELETE FROM api_keys WHERE id = ?1"],
  ])(
    "401: none is made by a key that was %s elsewhere and is still remembered here",
    async (_, done) => {
      const project = await newProject();
      const key = await newKey(project);
      await tokenFor(project, "api", key.headers);
      const before = await rowsOf("oauth_tokens", project.id);
      await env.DB.prepare(done).bind(key.id).run();
      const asked = { grant_type: "client_credentials", scope: "api" };
      failure(await send("POST", "/v1/oauth/token", key.headers, asked), 401, "unauthorized");
      expect(await rowsOf("oauth_tokens", project.id)).toEqual(before);
    },
  );

  it("403: for what its key has lost since", async () => {
    const project = await newProject();
    const key = await newKey(project);
    const token = await tokenFor(project, "vouchers orders", key.headers);
    const keys = `/management/v1/projects/${project.id}/api-keys`;
    await project.put(`${keys}/${key.id}`, { permissions: ["orders"] });
    failure(await vouchersWith(token), 403, "missing_required_permission");
    expect((await send("GET", "/v1/orders", bearing(token))).status).toBe(200);
  });

  it.each([
    ["an unknown token", { authorization: `Bearer ${"x".repeat(50)}` }],
    ["no token", { authorization: "Bearer " }],
    ["a huge one", { authorization: `Bearer ${"x".repeat(5_000)}` }],
    ["another scheme", { authorization: "Digest x" }],
    ["Basic without a colon", { authorization: `Basic ${btoa("nobody")}` }],
  ])("401: %s", async (_, headers) => {
    failure(await send("GET", "/v1/vouchers", headers), 401, "unauthorized");
  });

  it("401: beside a wrong key, and in management", async () => {
    const project = await newProject();
    const token = await tokenFor(project, "api");
    const beside = { ...project.server, "x-app-token": "wrong", ...bearing(token) };
    failure(await send("GET", "/v1/vouchers", beside), 401, "unauthorized");
    const path = `/management/v1/projects/${project.id}`;
    failure(await send("GET", path, bearing(token)), 401, "unauthorized");
  });

  it("429: guesses of one address, and not a token that was let in before", async () => {
    const project = await newProject();
    const token = await tokenFor(project, "api");
    const from = { "cf-connecting-ip": anyAddress() };
    const ask = (each: string) => send("GET", "/v1/vouchers", { ...bearing(each), ...from });
    expect((await ask(token)).status).toBe(200);
    const statuses: number[] = [];
    // The window that they are counted in may end among them.
    for (let at = 0; at < 100 && statuses.at(-1) !== 429; at++) {
      statuses.push((await ask(`guess${at}`)).status);
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask(token)).status).toBe(200);
  });
});

describe("POST /v1/oauth/introspect", () => {
  const introspect = (project: TestProject, fields: Record<string, string>) =>
    sendForm("introspect", project.server, fields);

  it("200: tells of a token what it is good for, and how long", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const project = await newProject();
    const issued = await issue(project, "vouchers orders");
    vi.setSystemTime(NOON + 300_500);
    const { access_token } = issued.body;
    for (const fields of [{ access_token }, { token: access_token }]) {
      const told = parsed(Introspection, await introspect(project, fields));
      expect(told).toEqual({ ...issued.body, expires_in: 600, active: true });
    }
  });

  it("200: says no more of any other than that it does not live", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    const [project, other] = [await newProject(), await newProject()];
    const key = await newKey(project);
    const [token, revoked, blocked] = [
      await tokenFor(project, "api"),
      await tokenFor(project, "api"),
      await tokenFor(project, "api", key.headers),
    ];
    await sendForm("token/revoke", project.server, { access_token: revoked });
    await project.post(`/management/v1/projects/${project.id}/api-keys/${key.id}/block`);
    const dead = { active: false };
    expect((await introspect(other, { access_token: token })).body).toEqual(dead);
    for (const access_token of [revoked, blocked, "unknown"]) {
      expect((await introspect(project, { access_token })).body).toEqual(dead);
    }
    vi.setSystemTime(NOON + 900_000);
    expect((await introspect(project, { access_token: token })).body).toEqual(dead);
  });

  it("400: without a token", async () => {
    const project = await newProject();
    failure(await introspect(project, {}), 400, "missing_parameters");
  });

  it("null in JSON is as good as absent, here and where a token is asked for or ended", async () => {
    const project = await newProject();
    const access_token = await tokenFor(project, "api");
    const sent = { token: null, access_token };
    expect((await project.post("/v1/oauth/introspect", sent)).body.active).toBe(true);
    expect((await project.post("/v1/oauth/token/revoke", sent)).status).toBe(204);
    const unsaid: [string, object, string][] = [
      ["introspect", { token: null, access_token: null }, "access_token"],
      ["token/revoke", { access_token: null }, "access_token"],
      ["token", { grant_type: null, scope: "api" }, "grant_type"],
      ["token", { ...GRANT, scope: null }, "scope"],
    ];
    for (const [path, body, field] of unsaid) {
      const reply = await project.post(`/v1/oauth/${path}`, body);
      const { details } = failure(reply, 400, "missing_parameters");
      expect(details).toBe(`Payload must have required property '${field}'`);
    }
  });
});

describe("POST /v1/oauth/token/revoke", () => {
  it("204: ends a token at once; 404: one that is none of the project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const access_token = await tokenFor(project, "api");
    expect((await vouchersWith(access_token)).status).toBe(200);
    failure(await sendForm("token/revoke", other.server, { access_token }), 404, "not_found");
    expect((await vouchersWith(access_token)).status).toBe(200);
    const reply = await sendForm("token/revoke", project.server, { access_token });
    expect(reply.status).toBe(204);
    failure(await vouchersWith(access_token), 401, "unauthorized");
    elsewhere(project);
    failure(await vouchersWith(access_token), 401, "unauthorized");
    failure(await sendForm("token/revoke", project.server, { access_token }), 404, "not_found");
    failure(await sendForm("token/revoke", project.server, {}), 400, "missing_parameters");
  });
});

it("the sweep takes away tokens that are over, and counts them", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  const project = await newProject();
  await tokenFor(project, "api");
  vi.setSystemTime(NOON + 60_000);
  await tokenFor(project, "api");
  await forgetTokens.run(visitOf("DB", NOON + 901_000));
  expect(await rowsOf("oauth_tokens", project.id)).toHaveLength(1);
  expect((await rowsOf("oauth_tallies", project.id))[0]?.tokens).toBe(1);
});
