import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { DEMO_PROJECT } from "../../scripts/demo-project";
import { sweep, tickCron } from "../../scripts/local-cron";
import { openLocalDatabase } from "../../scripts/local-database";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

// Work on a whole project whose process is killed in the middle: exact afterwards.

const MANAGEMENT = demoHeaders.management;
/** A busy machine takes half a minute for each start. */
const SIX_STARTS_MS = 600_000;
/** Gift cards, each of which is spent once. */
const CARDS = 60;
/** Events of an archive at most (`resources/events/archive/seal-store.ts`). */
const PER_FILE = 1_000;
const EVENTS = 12 * PER_FILE;

const state = mkdtempSync(join(tmpdir(), "vouchsafe-kill-whole-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

type Headers = Record<string, string>;

async function start(): Promise<LocalServer> {
  const server = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
  onTestFinished(server.kill);
  return server;
}

async function send<T>(
  { url }: LocalServer,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<T> {
  const response = await fetch(url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBeLessThan(300);
  const json: unknown = await response.json();
  return json as T;
}

/** What the first place has, while no server has it. */
function inDatabase<T>(use: (database: DatabaseSync) => T): T {
  const database = openLocalDatabase(state);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const one = (
  database: DatabaseSync,
  sql: string,
  ...values: string[]
): Record<string, unknown> => ({
  ...database.prepare(sql).get(...values),
});

/** All rows of a project in a table, without the project, in the order of their texts. */
const rowsOf = (database: DatabaseSync, table: string, project: string): string[] =>
  database
    .prepare(`SELECT * FROM ${table} WHERE project_id = ?`)
    .all(project)
    .map(({ project_id: _, ...row }) => JSON.stringify(row))
    .sort();

interface Feed {
  data: { id: string; sequence: number }[];
  has_more: boolean;
}

/** The ids of all events from the first one on, as the feed tells them. */
async function feedOf(server: LocalServer, headers: Headers): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const path = `/v1/event-feed?limit=100&after=${ids.length}`;
    const { data, has_more } = await send<Feed>(server, path, headers);
    ids.push(...data.map(({ id }) => id));
    if (!has_more) return ids;
  }
}

/** Cards that are spent, and their events again and again, all of which are old by now. */
async function prepare(): Promise<string[]> {
  const server = await start();
  for (let at = 0; at < CARDS; at++) {
    const card = { type: "GIFT_VOUCHER", gift: { amount: 1_000 } };
    await send(server, `/v1/vouchers/WHOLE-${at}`, demoHeaders.server, card);
    await send(server, `/v1/vouchers/WHOLE-${at}/redemption`, demoHeaders.server, {
      order: { amount: 300 },
      gift: { credits: 300 },
    });
  }
  await server.stop();
  return inDatabase((database) => {
    const { last } = one(
      database,
      "SELECT max(sequence) AS last FROM outbox WHERE project_id = ?",
      DEMO_PROJECT,
    );
    const own = Number(last);
    const columns = "id, kind, entity_id, group_id, source, data, customer_id";
    for (let from = own; from < EVENTS; from += own) {
      database.exec(`INSERT INTO outbox (project_id, sequence, created_at, ${columns})
        SELECT project_id, sequence + ${from}, created_at, id || '-${from}',
          ${columns.replace("id, ", "")}
        FROM outbox WHERE project_id = '${DEMO_PROJECT}' AND sequence <= ${own}
          AND sequence + ${from} <= ${EVENTS}`);
    }
    database.exec(`UPDATE outbox SET created_at = '2026-01-01T00:00:00.000Z';
      UPDATE tallies SET event_sequence = ${EVENTS}, events_taken = ${EVENTS}, archive_at = NULL
      WHERE project_id = '${DEMO_PROJECT}'`);
    return database
      .prepare("SELECT id FROM outbox WHERE project_id = ? ORDER BY sequence")
      .all(DEMO_PROJECT)
      .map(({ id }) => String(id));
  });
}

/** How many events have left, each of which stands in one place alone. */
const archived = (): number =>
  inDatabase((database) => {
    const found = one(
      database,
      `SELECT events_archived AS archived,
        (SELECT min(sequence) FROM outbox o WHERE o.project_id = t.project_id) AS first,
        (SELECT count(*) FROM outbox o WHERE o.project_id = t.project_id) AS left,
        (SELECT coalesce(sum(last - first + 1), 0) FROM event_archives a
          WHERE a.project_id = t.project_id AND sealed_at IS NOT NULL) AS sealed
      FROM tallies t WHERE project_id = ?`,
      DEMO_PROJECT,
    );
    const left = Number(found.archived);
    expect(found).toEqual({
      archived: left,
      sealed: left,
      left: EVENTS - left,
      first: left < EVENTS ? left + 1 : null,
    });
    // What was called for is called again an hour later: now.
    database.exec(`UPDATE tallies SET archive_at = NULL WHERE project_id = '${DEMO_PROJECT}'`);
    return left;
  });

interface Work {
  id: string;
  project_id: string;
  status: string;
  rows: number;
}

/** Reads work until it is as wanted. */
async function until(
  server: LocalServer,
  path: string,
  isEnough: (work: Work) => boolean,
): Promise<Work> {
  for (;;) {
    const work = await send<Work>(server, path, MANAGEMENT);
    if (isEnough(work)) return work;
    expect(work.status, JSON.stringify(work)).toBe("IN_PROGRESS");
    await wait(5);
  }
}

/** Kills the server of work that has begun, and follows the work to its end on another one. */
async function cut(server: LocalServer, path: string): Promise<[Work, LocalServer]> {
  const seen = await until(server, path, ({ rows }) => rows > 0);
  await server.kill();
  expect(seen.status, "killed in the middle").toBe("IN_PROGRESS");
  const next = await start();
  void tickCron(next);
  return [await until(next, path, ({ status }) => status !== "IN_PROGRESS"), next];
}

const LEDGERS = ["voucher_transactions", "redemptions", "vouchers", "event_archives", "orders"];

it(
  "an archive run, a backup and a restore whose server is killed are exact afterwards",
  async () => {
    const events = await prepare();
    expect(events).toHaveLength(EVENTS);
    let left = 0;
    // Each run is killed a little later than the one before.
    for (let kills = 0; kills < 3 || left === 0; kills++) {
      const server = await start();
      await sweep(server.url);
      await wait(100 * kills);
      await server.kill();
      left = archived();
    }
    expect(left).toBeLessThan(EVENTS);

    const last = await start();
    await sweep(last.url);
    expect(await feedOf(last, demoHeaders.server)).toEqual(events);
    const { id } = await send<Work>(last, "/management/v1/backups", MANAGEMENT, {
      project_id: DEMO_PROJECT,
    });
    const [backup, other] = await cut(last, `/management/v1/backups/${id}`);
    expect(backup.status).toBe("DONE");
    const begun = await send<Work>(other, `/management/v1/backups/${id}/restore`, MANAGEMENT, {
      place: "DB",
    });
    const [restore, end] = await cut(other, `/management/v1/restores/${begun.id}`);
    expect(restore.status).toBe("DONE");
    const keys = `/management/v1/projects/${restore.project_id}/api-keys`;
    const key = await send<{ app_id: string; app_token: string }>(end, keys, MANAGEMENT, {
      kind: "server",
      name: "Restored",
    });
    const copy = { "X-App-Id": key.app_id, "X-App-Token": key.app_token };
    expect(await feedOf(end, copy)).toEqual(events);
    await end.stop();
    inDatabase((database) => {
      for (const table of LEDGERS) {
        const own = rowsOf(database, table, DEMO_PROJECT);
        expect(own.length, table).toBeGreaterThan(0);
        expect(rowsOf(database, table, restore.project_id), table).toEqual(own);
      }
    });
  },
  SIX_STARTS_MS,
);
