import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statementTimes } from "../../bench/anew";
import { openDecisions } from "../../bench/decisions";
import type { Target } from "../../bench/load";
import { isAnew } from "../../bench/prepared";
import { HEADERS, openShop, post } from "../../bench/shop";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { present } from "../../src/lib/assert";
import { freePort } from "../support/free-port";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-prepared-"));
let server: LocalServer;
let targets: Record<string, Target>;

beforeAll(async () => {
  const place = { port: await freePort(), state, main: "bench/worker.ts" };
  server = await startServer({ ...place, vars: { REQUEST_LOG: "0" } });
  const shop = await openShop(server.url);
  const decisions = await openDecisions(server.url, 20);
  targets = { ...shop, ...decisions };
});

afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const readOf = (path: string): Target => ({ path, headers: HEADERS });

/** These say what others did: run by themselves, they refuse. */
const ASIDE = /^INSERT INTO (assert_v|outbox)\s/;

/** On a busy machine one look is not enough: what is prepared in each run is so in all of them. */
const LOOKS = 3;

/** Statements of one request that take more than half as long where the database knows them. */
async function preparedAnew(target: Target): Promise<string[]> {
  const times = await statementTimes(server.url, target);
  const timed = times.filter(({ sql }) => !ASIDE.test(sql));
  expect(timed.length).toBeGreaterThan(0);
  expect(timed.filter(({ known_us }) => known_us === null)).toEqual([]);
  return timed.filter(isAnew).map(({ sql }) => sql);
}

async function expectKnown(target: () => Promise<Target>): Promise<void> {
  let anew = await preparedAnew(await target());
  for (let look = 1; look < LOOKS && anew.length > 0; look++) {
    const again = await preparedAnew(await target());
    anew = anew.filter((sql) => again.includes(sql));
  }
  expect(anew).toEqual([]);
}

describe("no statement is prepared anew while it runs", () => {
  it.each(["validation", "redemption", "stack", "qualification", "session"])("%s", async (name) => {
    await expectKnown(async () => present(targets[name], name));
  });

  it("a rollback, and letting go of what a session holds", async () => {
    await expectKnown(async () => {
      const { answer } = await post(server.url, "/v1/redemptions", targets.redemption?.body);
      const path = `/v1/redemptions/${answer.redemptions?.[0]?.id}/rollback`;
      return { path, method: "POST", headers: HEADERS, body: {} };
    });
  });

  it.each([
    "/v1/vouchers/BENCH",
    "/v1/customers/bench-customer",
    "/v1/products/prod_1",
    "/v1/skus/sku_1",
    "/v1/vouchers?limit=100",
  ])("%s", async (path) => {
    await expectKnown(async () => readOf(path));
  });
});
