import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loopAlone, note, record, replay } from "../../bench/ask";
import { copiedDatabase, sqliteCpu } from "../../bench/in-sqlite";
import type { Target } from "../../bench/load";
import { masked } from "../../bench/masked";
import { OPERATIONS, openOperations } from "../../bench/operations";
import { isWrite } from "../../bench/replay/database";
import { costOf } from "../../bench/shop";
import { askedBy } from "../../bench/slices";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { present } from "../../src/lib/assert";
import { freePort } from "../support/free-port";

const CAMPAIGNS = 20;
const NAMES = OPERATIONS.map(({ name }) => name);

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-bench-test-"));
const state = join(folder, "state");
let server: LocalServer;
let targets: Record<string, Target>;

const targetOf = (name: string): Target => present(targets[name], name);

beforeAll(async () => {
  const main = "bench/replay/worker.ts";
  server = await startServer({ port: await freePort(), state, main, vars: { REQUEST_LOG: "0" } });
  targets = await openOperations(server.url, CAMPAIGNS);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request as a shop does. */
async function sent(name: string): Promise<Response> {
  const { path, method = "GET", headers = {}, body } = targetOf(name);
  return fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
}

const redeemed = async (): Promise<number> => {
  const { headers = {} } = targetOf("redemption");
  const response = await fetch(`${server.url}/v1/vouchers/BENCH`, { headers });
  const voucher: { redemption: { redeemed_quantity: number } } = await response.json();
  return voucher.redemption.redeemed_quantity;
};

describe("the worker on replayed answers", () => {
  it.each(NAMES)("%s: answers as the real database lets it answer", async (name) => {
    const recorded = await record(server.url, name, targetOf(name));
    const real = await sent(name);
    expect(real.status).toBe(200);
    const { rows_read, rows_written } = costOf(real);
    const asked = askedBy(recorded);
    expect({ rows_read, rows_written }).toEqual({
      rows_read: asked.rows_read,
      rows_written: asked.rows_written,
    });
    const most = OPERATIONS.find((operation) => operation.name === name)?.most;
    expect(asked.statements).toBeLessThanOrEqual(most?.statements ?? Number.POSITIVE_INFINITY);
    expect(asked.bytes).toBeLessThanOrEqual(most?.bytes ?? Number.POSITIVE_INFINITY);
    const last = await replay(server.url, name, targetOf(name), 3);
    expect(masked(last)).toBe(masked(recorded.text));
    expect(Buffer.byteLength(last)).toBe(asked.bytes);
  });

  it("writes nothing, however often it redeems", async () => {
    await record(server.url, "redemption", targetOf("redemption"));
    const before = await redeemed();
    expect(before).toBeGreaterThan(0);
    await replay(server.url, "redemption", targetOf("redemption"), 20);
    expect(await redeemed()).toBe(before);
  });

  it("answers the loop alone", async () => {
    await expect(loopAlone(server.url, targetOf("validation"), 5)).resolves.toBeUndefined();
  });
});

describe("the statements of an operation", () => {
  it("are noted before they are written, and run again and again in SQLite", async () => {
    const before = await redeemed();
    const noted = new Map<string, Awaited<ReturnType<typeof note>>>();
    for (const name of NAMES) noted.set(name, await note(server.url, name, targetOf(name)));
    expect(await redeemed()).toBe(before);
    const database = copiedDatabase(state, join(folder, "copy"));
    const rows = () => database.prepare("SELECT count(*) AS n FROM redemptions").get()?.n;
    const entries = rows();
    const writing: string[] = [];
    for (const [name, { batches }] of noted) {
      const statements = batches.flatMap((batch) => batch.statements);
      expect(statements.length).toBeGreaterThan(0);
      if (statements.some(isWrite)) writing.push(name);
      expect(sqliteCpu(database, statements, 2)).toBeGreaterThan(0);
    }
    expect(writing).toEqual(["redemption", "session"]);
    expect(rows()).toBe(entries);
    database.close();
  });
});
