import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { tickCron } from "../../scripts/local-cron";
import { openLocalDatabase } from "../../scripts/local-database";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

const HEADERS = { ...demoHeaders.server, "content-type": "application/json" };
const COUNT = 300_000;
/** A busy machine takes half a minute for each start. */
const THREE_STARTS_MS = 300_000;

const state = mkdtempSync(join(tmpdir(), "vouchsafe-kill-generation-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

/** What was cut off goes on within this of the next start. */
const RESUMED_WITHIN_MS = 15_000;

/** A server on the same data, swept as by `npm start`, which ends with the test however that ends. */
async function start(): Promise<LocalServer> {
  const server = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
  onTestFinished(server.kill);
  void tickCron(server);
  return server;
}

async function send<T>(server: LocalServer, path: string, body?: unknown): Promise<T> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: HEADERS,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBeLessThan(300);
  const json: unknown = await response.json();
  return json as T;
}

interface Action {
  id: string;
  status: string;
  operation_status: string | null;
  counts: { done: number; total: number };
}

/** Reads the action until it is as wanted; answers all that it read. */
async function until(server: LocalServer, id: string, isEnough: (action: Action) => boolean) {
  const seen: Action[] = [];
  for (;;) {
    const action = await send<Action>(server, `/v1/async-actions/${id}`);
    seen.push(action);
    if (isEnough(action)) return seen;
    await wait(20);
  }
}

interface Campaign {
  id: string;
  vouchers_count: number;
  vouchers_generation_status: string;
}

it(
  "a server killed twice while it makes codes makes exactly as many, all different",
  async () => {
    const first = await start();
    const campaign = await send<Campaign>(first, "/v1/campaigns", {
      name: "Killed",
      type: "STATIC",
      vouchers_count: COUNT,
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
    });
    const { async_actions } = await send<{ async_actions: Action[] }>(first, "/v1/async-actions");
    const id = async_actions[0]?.id ?? "";
    const cut = (await until(first, id, ({ counts }) => counts.done > 0)).at(-1);
    await first.kill();

    const second = await start();
    const restarted = performance.now();
    const kept = await send<Action>(second, `/v1/async-actions/${id}`);
    expect(kept.counts.done).toBeGreaterThanOrEqual(cut?.counts.done ?? COUNT);
    expect(kept.counts.done).toBeLessThan(COUNT);
    await until(second, id, ({ counts }) => counts.done > kept.counts.done);
    expect(performance.now() - restarted).toBeLessThan(RESUMED_WITHIN_MS);
    await second.kill();

    const third = await start();
    const left = await send<Action>(third, `/v1/async-actions/${id}`);
    expect(left.counts.done).toBeLessThan(COUNT);
    const seen = await until(third, id, ({ status }) => status === "DONE");
    expect(seen.at(-1)).toMatchObject({ operation_status: "SUCCESS", counts: { done: COUNT } });
    // Between its steps others are served: one that had to wait for a whole turn would see three.
    expect(new Set(seen.map(({ counts }) => counts.done)).size).toBeGreaterThan(5);
    expect(await send<Campaign>(third, `/v1/campaigns/${campaign.id}`)).toMatchObject({
      vouchers_count: COUNT,
      vouchers_generation_status: "DONE",
    });
    await third.stop();
    const database = openLocalDatabase(state);
    const counted = database
      .prepare(
        "SELECT count(*) AS codes, count(DISTINCT code_key) AS keys, count(DISTINCT id) AS ids FROM vouchers WHERE campaign_id = ?",
      )
      .get(campaign.id);
    database.close();
    expect({ ...counted }).toEqual({ codes: COUNT, keys: COUNT, ids: COUNT });
  },
  THREE_STARTS_MS,
);
