import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as openid from "openid-client";
import { ClientCredentials } from "simple-oauth2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-oauth-"));
const id = demoHeaders.server["X-App-Id"];
const secret = demoHeaders.server["X-App-Token"];
let server: LocalServer;

beforeAll(async () => {
  server = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
});
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const statusWith = async (token: unknown, path = "/v1/vouchers"): Promise<number> =>
  (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status;

const introspected = async (token: unknown): Promise<unknown> => {
  const response = await fetch(`${server.url}/v1/oauth/introspect`, {
    method: "POST",
    headers: demoHeaders.server,
    body: new URLSearchParams({ access_token: String(token) }),
  });
  return response.json();
};

describe("simple-oauth2 with nothing but its addresses set", () => {
  it("gets a token, uses it, introspects it and revokes it", async () => {
    const client = new ClientCredentials({
      client: { id, secret },
      auth: {
        tokenHost: server.url,
        tokenPath: "/v1/oauth/token",
        revokePath: "/v1/oauth/token/revoke",
      },
    });
    const token = await client.getToken({ scope: ["vouchers", "orders"] });
    expect(token.expired()).toBe(false);
    const { access_token } = token.token;
    expect(await statusWith(access_token)).toBe(200);
    expect(await statusWith(access_token, "/v1/campaigns")).toBe(403);
    expect(await introspected(access_token)).toMatchObject({
      active: true,
      scope: "vouchers orders",
      client_id: id,
    });
    await token.revoke("access_token");
    expect(await statusWith(access_token)).toBe(401);
  });

  it("says which scope is wrong", async () => {
    const client = new ClientCredentials({
      client: { id, secret },
      auth: { tokenHost: server.url, tokenPath: "/v1/oauth/token" },
    });
    await expect(client.getToken({ scope: "vouchers,orders" })).rejects.toMatchObject({
      data: { payload: { key: "invalid_scope", message: "Invalid scope: vouchers,orders" } },
    });
  });
});

describe("openid-client with nothing but its addresses set", () => {
  it("gets a token, uses it and introspects it", async () => {
    const config = new openid.Configuration(
      {
        issuer: server.url,
        token_endpoint: `${server.url}/v1/oauth/token`,
        introspection_endpoint: `${server.url}/v1/oauth/introspect`,
      },
      id,
      {},
      openid.ClientSecretBasic(secret),
    );
    openid.allowInsecureRequests(config);
    const token = await openid.clientCredentialsGrant(config, { scope: "campaigns" });
    expect(token.expires_in).toBe(900);
    const resource = new URL(`${server.url}/v1/campaigns`);
    const reply = await openid.fetchProtectedResource(config, token.access_token, resource, "GET");
    expect(reply.status).toBe(200);
    const told = await openid.tokenIntrospection(config, token.access_token);
    expect(told).toMatchObject({ active: true, scope: "campaigns", client_id: id });
  });
});
