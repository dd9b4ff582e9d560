import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../scripts/demo-keys";
import { openLocalDatabase } from "../scripts/local-database";
import { type LocalServer, startServer } from "../scripts/local-server";
import { heldIn, watchMemory } from "./memory";

// Lets the points of many cards fall due at once, and measures the nightly run: `npm run
// bench:night`, or with other numbers of cards behind it.

const PORT = 8794;
const INSPECTOR_PORT = 9794;
const PROJECT = "proj_demo";
const LONG_AGO = "2020-01-01T00:00:00.000Z";
const COUNTS = [10_000, 1_000_000];
const POINTS = 10;

const place = (state: string) => ({
  port: PORT,
  inspectorPort: INSPECTOR_PORT,
  state,
  main: "bench/worker.ts",
  vars: { REQUEST_LOG: "0" },
});

const NUMBERS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)";
const CARD = "printf('v_0%031d', i)";
const HOLDER = "printf('cust_0%023d', i)";
const ENTRY = "printf('vtx_019%015d', i)";
const AT = `'${LONG_AGO}'`;

/** Cards with ten points each, held by a customer each, all of which expire on one day. */
const FILL = [
  `${NUMBERS} INSERT INTO customers (project_id, id, source_id, metadata, created_at)
   SELECT ?1, ${HOLDER}, printf('night-%d', i), '{}', ${AT} FROM n`,
  `${NUMBERS} INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, amount,
    balance, metadata, created_at, holder_id, publish_count, loyalty)
   SELECT ?1, printf('night-%08d', i), ${CARD}, printf('NIGHT-%08d', i), 'LOYALTY_CARD', ?3,
    ${POINTS}, ${POINTS}, '{}', ${AT}, ${HOLDER}, 1,
    '{"entries":0,"pending":0,"expired":0,"next_date":"2019-12-31","next_points":${POINTS}}' FROM n`,
  `${NUMBERS} INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type,
    amount, total, balance, details, created_at)
   SELECT ?1, ${CARD}, ${ENTRY}, ?3, 'OPENING', ${POINTS}, ${POINTS}, ${POINTS}, '{}', ${AT} FROM n`,
  `${NUMBERS} INSERT INTO loyalty_points_buckets (project_id, voucher_id, expires_at, id,
    campaign_id, points, due_at, created_at)
   SELECT ?1, ${CARD}, '2019-12-31', printf('lopb_%018d', i), ?3, ${POINTS}, ${AT}, ${AT} FROM n`,
  `${NUMBERS} INSERT INTO loyalty_points_moves (project_id, voucher_id, transaction_id, expires_at,
    points)
   SELECT ?1, ${CARD}, ${ENTRY}, '2019-12-31', ${POINTS} FROM n`,
];

const headers = { ...demoHeaders.server, "content-type": "application/json" };

async function ask<T>(server: LocalServer, path: string, body?: unknown): Promise<T> {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json as T;
}

async function makeProgram(state: string): Promise<string> {
  const server = await startServer(place(state));
  try {
    const { id } = await ask<{ id: string }>(server, "/v1/loyalties", {
      name: "Night",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    return id;
  } finally {
    await server.stop();
  }
}

function fill(state: string, campaignId: string, count: number): void {
  const database = openLocalDatabase(state);
  try {
    database.exec("PRAGMA synchronous = OFF");
    for (const sql of FILL) {
      const params = sql.includes("?3") ? [PROJECT, count, campaignId] : [PROJECT, count];
      database.prepare(sql).run(...params);
    }
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

interface Member {
  loyalty_card: { balance: number };
}

/**
 * Begins the run as the cron does, and waits until the last card has lost its points, and then
 * until all listeners have heard of it. Seconds.
 */
async function night(server: LocalServer, count: number) {
  const last = `/v1/loyalties/members/NIGHT-${String(count).padStart(8, "0")}`;
  const from = performance.now();
  const passed = () => (performance.now() - from) / 1000;
  await fetch(`${server.url}/cdn-cgi/handler/scheduled`);
  while ((await ask<Member>(server, last)).loyalty_card.balance > 0) await wait(500);
  const seconds = passed();
  while ((await ask<{ events: number }>(server, "/unheard")).events > 0) await wait(500);
  return { seconds, heard: passed() };
}

/** All files of the local state, in MiB. */
function sizeOf(state: string): number {
  const files = readdirSync(state, { recursive: true, withFileTypes: true });
  const sizes = files.filter((each) => each.isFile());
  const bytes = sizes.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return bytes.reduce((sum, each) => sum + each, 0) / (1024 * 1024);
}

async function measure(count: number) {
  const state = mkdtempSync(join(tmpdir(), "vouchsafe-night-"));
  try {
    const program = await makeProgram(state);
    const from = performance.now();
    fill(state, program, count);
    const filled = (performance.now() - from) / 1000;
    const server = await startServer(place(state));
    try {
      const watched = await watchMemory(server, INSPECTOR_PORT);
      const took = await night(server, count);
      watched.stop();
      const held = heldIn(watched.samples);
      return { ...took, filled, size: sizeOf(state), held, ...watched.most };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

const round = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 0 });

const asked = process.argv.slice(2).map(Number).filter(Boolean);
for (const count of asked.length > 0 ? asked : COUNTS) {
  const { seconds, heard, filled, size, worker, runtime, held } = await measure(count);
  console.log(
    [
      `${round(count)} cards (filled in ${round(filled)} s) expire in ${round(seconds)} s`,
      `${round(count / seconds)} a second`,
      `all listeners have heard of it after ${round(heard)} s`,
      `most memory: worker ${round(worker)} MiB, held ${round(held.early)} early and ${round(held.late)} late, its runtime with the database ${round(runtime)} MiB`,
      `database ${round(size)} MiB.`,
    ].join("; "),
  );
}
