import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../scripts/demo-keys";
import type { LocalServer } from "../scripts/local-server";

// Begins background work of the demo project on a local server, and waits for its end.

export const DEMO = { ...demoHeaders.server, "content-type": "application/json" };

interface Sent {
  method?: string;
  body?: unknown;
}

/** Sends a request and answers its JSON; a refusal ends the run. */
export async function send<T>(
  { url }: LocalServer,
  headers: Record<string, string>,
  path: string,
  { method, body }: Sent = {},
): Promise<T> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json as T;
}

export interface Action {
  id: string;
  status: string;
  counts: { done: number; total: number };
}

export const actionOf = (server: LocalServer, id: string): Promise<Action> =>
  send(server, DEMO, `/v1/async-actions/${id}`);

/** Lets the sweeps run, which take up what a kill or a lost message has cut off. */
export const swept = (server: LocalServer): Promise<unknown> =>
  fetch(`${server.url}/cdn-cgi/handler/scheduled`);

/**
 * Asks every so often (milliseconds) for one work after the other until it is over: for all at once
 * would be a crowd of its own. Sweeps run meanwhile.
 */
export async function done(
  server: LocalServer,
  ids: readonly string[],
  { everyMs = 500, sweeps = true } = {},
): Promise<void> {
  let asked = 0;
  for (const id of ids) {
    while ((await actionOf(server, id)).status !== "DONE") {
      if (sweeps && asked++ % 5 === 0) await swept(server);
      await wait(everyMs);
    }
  }
}

/** Begins to make codes for a new campaign; answers the action. */
export async function generation(
  server: LocalServer,
  name: string,
  vouchers_count: number,
): Promise<string> {
  const voucher = { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } };
  await send(server, DEMO, "/v1/campaigns", {
    body: { name, type: "STATIC", vouchers_count, voucher },
  });
  const path = "/v1/async-actions?limit=1";
  const { async_actions } = await send<{ async_actions: Action[] }>(server, DEMO, path);
  return async_actions[0]?.id ?? "";
}

interface Begun {
  id: string;
  async_action_id: string;
}

/** Begins to write a file of all vouchers, with these of their fields. */
export const exporting = (server: LocalServer, fields: readonly string[]): Promise<Begun> =>
  send(server, DEMO, "/v1/exports", {
    body: { exported_object: "voucher", parameters: { fields } },
  });

/** Begins to import so many codes, into a campaign where one is named. */
export async function importing(
  server: LocalServer,
  prefix: string,
  { count, campaign }: { count: number; campaign?: string },
): Promise<string> {
  const own = { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } };
  const body = Array.from({ length: count }, (_, at) => ({
    code: `${prefix}-${at}`,
    ...(campaign === undefined && own),
  }));
  const path = campaign === undefined ? "/v1/vouchers" : `/v1/campaigns/${campaign}`;
  const { async_action_id } = await send<Begun>(server, DEMO, `${path}/import`, { body });
  return async_action_id;
}

/** Begins to delete a campaign for good. */
export async function deleting(server: LocalServer, name: string): Promise<string> {
  const path = `/v1/campaigns/${name}?force=true`;
  const { async_action_id } = await send<Begun>(server, DEMO, path, { method: "DELETE" });
  return async_action_id;
}
