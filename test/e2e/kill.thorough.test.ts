import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

const HEADERS = { ...demoHeaders.server, "content-type": "application/json" };
const CALLS = 100;

const state = mkdtempSync(join(tmpdir(), "vouchsafe-kill-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const start = async (): Promise<LocalServer> =>
  startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });

interface Reply {
  status: number;
  body: { redeemed_quantity: number; redemption_entries: unknown[] };
}

async function send(
  server: LocalServer,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Reply> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...HEADERS, ...(key && { "Idempotency-Key": key }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  return { status: response.status, body: json as Reply["body"] };
}

/** One redemption of its own order and buyer, under its own key; null when the server went away. */
const redeem = (server: LocalServer, at: number) =>
  send(
    server,
    "/v1/vouchers/KILLED/redemption",
    { order: { source_id: `order-${at}`, amount: 1000 }, customer: { source_id: `buyer-${at}` } },
    `key-${at}`,
  ).catch(() => null);

it("a server killed in the middle of redemptions keeps each whole or not at all, and a retry replays", async () => {
  const first = await start();
  await send(first, "/v1/vouchers/KILLED", {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 100 },
    redemption: { quantity: 1000 },
  });
  const running = Array.from({ length: CALLS }, (_, at) => redeem(first, at));
  await Promise.race([Promise.any(running), wait(5_000)]);
  await first.kill();
  const cut = await Promise.all(running);
  const answered = cut.filter((reply) => reply?.status === 200);
  expect(answered.length).toBeLessThan(CALLS);

  const second = await start();
  try {
    const before = await send(second, "/v1/vouchers/KILLED/redemptions?limit=100");
    expect(before.body.redemption_entries).toHaveLength(before.body.redeemed_quantity);
    expect(before.body.redeemed_quantity).toBeGreaterThanOrEqual(answered.length);

    const again = await Promise.all(Array.from({ length: CALLS }, (_, at) => redeem(second, at)));
    expect(again.map((reply) => reply?.status)).toEqual(Array(CALLS).fill(200));
    for (const [at, reply] of cut.entries()) {
      if (reply) expect(again[at]?.body).toEqual(reply.body);
    }
    const after = await send(second, "/v1/vouchers/KILLED/redemptions");
    expect(after.body).toMatchObject({ redeemed_quantity: CALLS, total: CALLS });
  } finally {
    await second.stop();
  }
});
