import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

/*
 * Everybody knows the keys of the local start, and it takes webhooks to private addresses: a page of
 * another site whose name was made to lead to this machine (DNS rebinding) gets nothing of it.
 */

const state = mkdtempSync(join(tmpdir(), "vouchsafe-hosts-"));
let server: LocalServer;
let port: number;

beforeAll(async () => {
  port = await freePort();
  server = await startServer({ port, state, vars: { REQUEST_LOG: "0" } });
});
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

interface Told {
  status: number;
  text: string;
}

/** Asks this machine under a name, as a browser does that was led here by it. */
const ask = (
  host: string,
  path: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: Partial<Record<"method" | "body", string>> & {
    headers?: Record<string, string>;
  } = {},
): Promise<Told> =>
  new Promise((resolve, reject) => {
    const sent = { "content-type": "application/json", ...headers, host };
    const call = request({ host: "127.0.0.1", port, path, method, headers: sent }, (reply) => {
      const parts: Buffer[] = [];
      reply.on("data", (part: Buffer) => parts.push(part));
      reply.on("end", () =>
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    call.on("error", reject);
    call.end(body);
  });

const { server: keys, management, client } = demoHeaders;

const codes = async (): Promise<unknown> => {
  const { status, text } = await ask(`127.0.0.1:${port}`, "/v1/vouchers?limit=100", {
    headers: keys,
  });
  expect(status).toBe(200);
  return JSON.parse(text).vouchers;
};

const voucher = (code: string) => ({
  method: "POST",
  headers: keys,
  body: JSON.stringify({
    code,
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 1 },
  }),
});

describe("the local start", () => {
  it.each(["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])("answers as %s", async (name) => {
    const { status, text } = await ask(`${name}:${port}`, "/v1/vouchers", { headers: keys });
    expect(status, text).toBe(200);
  });

  it.each([
    "evil.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "evil.localhost",
    "localhost.",
    "0.0.0.0",
    "192.168.0.1",
    "[::2]",
  ])("403 as %s, whatever is asked and with whatever keys; nothing changes", async (name) => {
    const host = `${name}:${port}`;
    const before = await codes();
    const asked = [
      await ask(host, "/v1/vouchers", { headers: keys }),
      await ask(host, "/v1/vouchers", voucher("REBOUND")),
      await ask(host, "/management/v1/projects", { headers: management }),
      await ask(host, "/client/v1/promotions/tiers", {
        headers: { ...client, origin: `http://${host}` },
      }),
      await ask(host, "/v1/vouchers"),
      await ask(host, "/assets/qr/any"),
    ];
    for (const { status, text } of asked) {
      expect([status, JSON.parse(text).key, JSON.parse(text).details]).toEqual([
        403,
        "forbidden",
        "The local start answers to 127.0.0.1, localhost and [::1] only",
      ]);
    }
    expect(await codes()).toEqual(before);
  });
});
