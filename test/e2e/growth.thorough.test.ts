import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { openLocalDatabase } from "../../scripts/local-database";
import { startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

const HEADERS = { ...demoHeaders.server, "content-type": "application/json" };
const FEW = 50;
const MORE = 350;
/** Redemptions sent at once: nobody waits for one before the next. */
const TOGETHER = 10;
/** Of rows, indexes and what pages leave unused. */
const MOST_BYTES = 5 * 1024;

const state = mkdtempSync(join(tmpdir(), "vouchsafe-growth-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

async function post(url: string, path: string, body: unknown): Promise<void> {
  const reply = await fetch(url + path, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  expect(reply.status, await reply.text()).toBe(200);
}

/** A customer and an order nobody knew, with two lines. */
const redemption = (at: number) => ({
  redeemables: [{ object: "voucher", id: "GROWTH" }],
  order: {
    source_id: `order-${at}`,
    items: [
      { product_id: "prod_0001", quantity: 2, price: 2000 },
      { product_id: "prod_0002", quantity: 1, price: 900 },
    ],
  },
  customer: { source_id: `buyer-${at}`, name: "Ada Lovelace", email: `ada-${at}@example.com` },
});

/** Bytes of the pages in use once the server has ended. */
function bytesUsed(): number {
  const database = openLocalDatabase(state);
  const { bytes } = database
    .prepare(
      "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    )
    .get() as { bytes: number };
  database.close();
  return bytes;
}

async function redeemed(from: number, to: number): Promise<number> {
  const server = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
  try {
    if (from === 0) {
      await post(server.url, "/v1/vouchers/GROWTH", {
        discount: { type: "PERCENT", percent_off: 20 },
      });
    }
    for (let at = from; at < to; at += TOGETHER) {
      const those = Array.from({ length: Math.min(TOGETHER, to - at) }, (_, i) => at + i);
      await Promise.all(those.map((n) => post(server.url, "/v1/redemptions", redemption(n))));
    }
  } finally {
    await server.stop();
  }
  return bytesUsed();
}

it("a redemption with an order of two lines and a new customer adds at most 5 KB to the database", async () => {
  const few = await redeemed(0, FEW);
  const more = await redeemed(FEW, FEW + MORE);
  const each = (more - few) / MORE;
  expect(each).toBeGreaterThan(0);
  expect(each).toBeLessThanOrEqual(MOST_BYTES);
});
