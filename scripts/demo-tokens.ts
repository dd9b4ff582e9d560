import { call, must, tell } from "./demo-client.ts";

// How a back end hands out less than its key can do: tokens, for a while and for some paths.

const GRANT = { grant_type: "client_credentials", scope: "vouchers orders" };

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

async function useToken(token: string): Promise<void> {
  const own = await call("GET", "/v1/orders?limit=1", undefined, bearing(token));
  const other = await call("GET", "/v1/campaigns", undefined, bearing(token));
  tell("The helper lists orders with it, and gets no further", [
    `GET /v1/orders: ${own.status}`,
    `GET /v1/campaigns: ${other.status} ${other.body.key}`,
  ]);
}

async function endToken(access_token: string): Promise<void> {
  const before = await must("POST", "/v1/oauth/introspect", { access_token });
  await call("POST", "/v1/oauth/token/revoke", { access_token });
  const after = await must("POST", "/v1/oauth/introspect", { access_token });
  const { status } = await call("GET", "/v1/orders", undefined, bearing(access_token));
  tell("The shop ends the token before its time", [
    `before: active ${before.active}, ${before.expires_in} s left`,
    `after: active ${after.active}, GET /v1/orders: ${status}`,
  ]);
}

export async function tokens(): Promise<void> {
  const { access_token, scope, expires_in } = await must("POST", "/v1/oauth/token", GRANT);
  tell("The shop gives a helper a token instead of its key", [
    `${access_token.slice(0, 6)}...: for "${scope}", ${expires_in} s`,
  ]);
  await useToken(access_token);
  await endToken(access_token);
}
