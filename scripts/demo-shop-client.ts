import { createHash } from "node:crypto";
import { managementClient, serverClient } from "@vouchsafe/client";
import { localSecrets } from "./demo-project.ts";
import { shopHeaders } from "./demo-shop-keys.ts";

/** The same request has one effect, however often the shop is stocked anew within a day. */
async function once(request: Request): Promise<Response> {
  if (request.method === "GET") return fetch(request);
  const text = `${request.method} ${request.url} ${await request.clone().text()}`;
  const headers = new Headers(request.headers);
  headers.set("Idempotency-Key", `stock-${createHash("sha256").update(text).digest("hex")}`);
  return fetch(new Request(request, { headers }));
}

/** The shop's back end and the office above it, as they stock the shop. */
export function shopClients(baseUrl: string) {
  const { server } = shopHeaders;
  const id = server["X-App-Id"];
  return {
    shop: serverClient({ baseUrl, id, token: server["X-App-Token"], fetch: once }),
    office: managementClient({
      baseUrl,
      id: localSecrets.MANAGEMENT_ID,
      token: localSecrets.MANAGEMENT_TOKEN,
      fetch: once,
    }),
  };
}
export type ShopClients = ReturnType<typeof shopClients>;
