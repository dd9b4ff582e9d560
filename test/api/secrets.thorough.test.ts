import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { ExportedObject } from "../../src/resources/exports/schema";
import { BASE, DEPLOYMENT, type Headers, type TestProject } from "../support/api";
import { tracesOf } from "../support/everywhere";
import { exported } from "../support/exporting";
import { deliver, hooksOf, newHook, newReceiver, verified } from "../support/hooks";
import {
  bodyOf,
  filled,
  guarded,
  newShop,
  type Operation,
  type Shop,
} from "../support/one-of-each";

const logging = { ...env, REQUEST_LOG: "1" };
const THEIRS = "Bearer s3cret-of-a-receiver";

const lines: string[] = [];
for (const name of ["log", "error", "warn", "info", "debug"] as const) {
  vi.spyOn(console, name).mockImplementation((...parts) => {
    lines.push(parts.map(String).join(" "));
  });
}
afterEach(() => void lines.splice(0));

/** What only the holder of a key, a token or a webhook may know. */
const secretsOf = ({ server, client, management, webhookSecret }: TestProject): string[] => [
  ...[server, client, management, DEPLOYMENT].map((pair) => Object.values(pair)[1] ?? ""),
  webhookSecret.slice("whsec_".length),
  env.SIGNING_SECRET,
  THEIRS,
];

const keysOf = ({ project }: Shop, path: string): Headers => {
  if (path.startsWith("/client/")) return { ...project.client, origin: "https://shop.example" };
  return path.startsWith("/management/") ? project.management : project.server;
};

/** Calls an operation, logged; answers its text. */
async function call(shop: Shop, { method, path }: Operation, more: Headers = {}): Promise<string> {
  const body = BODIES[`${method} ${path}`] ?? bodyOf({ method, path });
  const isForm = body instanceof FormData;
  const headers = { ...keysOf(shop, path), ...(body && !isForm && JSON_TYPE), ...more };
  const context = createExecutionContext();
  const url = BASE + filled(path, shop.params);
  const sent = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) };
  const response = await app.fetch(new Request(url, sent), logging, context);
  const text = await response.text();
  await waitOnExecutionContext(context);
  return text;
}
const JSON_TYPE = { "content-type": "application/json" };

/** Fields of answers that show a secret, each once and to whom asked for it. */
const SHOWN = /"(?:app_token|access_token|token|webhook_token|webhook_secret)":"([^"]{20,})"/g;

/** Bodies of those that show a secret, where the least is not enough. */
const BODIES: Record<string, object> = {
  "POST /v1/oauth/token": { grant_type: "client_credentials", scope: "api" },
};

/** Reads come first, and what takes away comes last: so all of it has something to work on. */
const ORDER = ["GET", "POST", "PUT", "DELETE"];
const placeOf = ({ method, path }: Operation): number =>
  ORDER.indexOf(method) * 2 + Number(path === "/management/v1/projects/:projectId");

it("no secret stands in an answer, a log, a row, a file or a message but where it is shown", async () => {
  const shop = await newShop();
  const { project } = shop;
  const receiver = newReceiver();
  const custom_headers = { Authorization: THEIRS };
  const hook = await newHook(project, { target_url: receiver.url, custom_headers });
  const known = secretsOf(project);
  await call(shop, { method: "POST", path: "/v1/vouchers" });
  await deliver(project);
  await project.post(`${hooksOf(project)}/${hook.id}/test`, {});
  for (const exported_object of ExportedObject.options)
    await exported(project, { exported_object });

  const shown = new Set<string>();
  for (const operation of guarded.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const name = `${operation.method} ${operation.path}`;
    // Done, answered again, and done once more.
    for (const key of ["one", "one", "other"]) {
      const text = await call(shop, operation, { "idempotency-key": `${key} ${name}` });
      for (const secret of known) expect(text.includes(secret), name).toBe(false);
      for (const [, secret = ""] of text.matchAll(SHOWN)) shown.add(secret.replace(/^whsec_/, ""));
    }
  }
  // Two of each: keys, rotated keys, tokens, tokens of a customer, and secrets of webhooks.
  expect(shown.size).toBe(10);
  expect(shown.size).toBeGreaterThan(5);

  const all = [...known, ...shown];
  expect(lines.length).toBeGreaterThan(guarded.length);
  for (const secret of all) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  expect(await tracesOf(all)).toEqual([]);
  const received = await receiver.received();
  expect(received.length).toBeGreaterThan(1);
  for (const message of received) {
    expect(message.headers.authorization).toBe(THEIRS);
    const told = JSON.stringify(verified(project.webhookSecret, message));
    for (const secret of all) expect(told).not.toContain(secret);
  }
});
