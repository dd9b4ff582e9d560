import type { Page } from "playwright-core";
import { answerOf, managementClient, serverClient } from "../../clients/typescript/src";
import { demoHeaders } from "../../scripts/demo-keys";
import { shopHeaders } from "../../scripts/demo-shop-keys";
import { type Look, open, url } from "./browser";

const pair = (id: string, token: string) => ({ id, token });
const { server, management } = demoHeaders;
const keys = {
  server: pair(server["X-App-Id"], server["X-App-Token"]),
  management: pair(management["X-Management-Id"], management["X-Management-Token"]),
};
const project = { id: "proj_demo", name: "Demo shop", currency: "EUR" };
const shopKeys = {
  server: pair(shopHeaders.server["X-App-Id"], shopHeaders.server["X-App-Token"]),
  management: keys.management,
};
const shop = { id: "proj_shop", name: "Corner Shop", currency: "EUR" };

/** Callers of the server that the pages are on, for what a test needs to be there. */
export const back = serverClient({ baseUrl: url, ...keys.server });
export const office = managementClient({ baseUrl: url, ...keys.management });

/** A name that nothing has yet, when a test is tried once more either. */
export const named = (name: string) => `${name} ${Date.now().toString(36)}`;

/** A gift card with 50.00 on it. */
export const card = (code: string) =>
  answerOf(
    back.POST("/v1/vouchers", { body: { code, type: "GIFT_VOUCHER", gift: { amount: 5000 } } }),
  );

/** A project that nobody else changes, for what holds in all of one, with a server key of its own. */
export async function ownProject(name: string) {
  const { id } = await answerOf(office.POST("/management/v1/projects", { body: { name } }));
  const call = office.POST("/management/v1/projects/{projectId}/api-keys", {
    params: { path: { projectId: id } },
    body: { kind: "server", name: "Console" },
  });
  const { app_id, app_token } = await answerOf(call);
  const server = pair(app_id, app_token);
  return { project: { id, name, currency: "EUR" }, server, management: keys.management };
}

interface Options {
  isShop?: boolean;
  mayBeRefused?: boolean;
  /** Instead of the demo project. */
  of?: Awaited<ReturnType<typeof ownProject>>;
}

/** A section of the console, as somebody sees it who is signed in with both pairs of keys. */
export async function openConsole(
  path: string,
  look: Look,
  { isShop = false, mayBeRefused = false, of = { ...keys, project } }: Options = {},
): Promise<Page> {
  const session = JSON.stringify(isShop ? { ...shopKeys, project: shop } : of);
  return open(`/console${path}`, look, {
    mayBeRefused,
    before: `sessionStorage.setItem("vouchsafe.session", ${JSON.stringify(session)})`,
  });
}
