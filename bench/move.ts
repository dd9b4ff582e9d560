import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../scripts/demo-keys";
import { openLocalDatabase } from "../scripts/local-database";
import { type LocalServer, startServer } from "../scripts/local-server";

// Moves a project with many codes to another place, with shoppers who look codes up and use them
// beside it: `npm run bench:move`, or with other numbers of codes behind it.

const PROJECT = "proj_demo";
const COUNTS = [1_000_000];
/** A redemption and a look-up each so often (milliseconds). */
const EVERY_MS = 50;

const place = (state: string) => ({
  port: 8795,
  inspectorPort: 9795,
  state,
  main: "bench/worker.ts",
  vars: { REQUEST_LOG: "0", MOVE_SETTLE_MS: "5000" },
});

const FILL = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
  INSERT INTO vouchers (project_id, code_key, id, code, type, discount, redemption_quantity,
    metadata, created_at)
  SELECT ?1, printf('move-%08d', i), printf('v_0%031d', i), printf('MOVE-%08d', i),
    'DISCOUNT_VOUCHER', '{"type":"AMOUNT","amount_off":100}', NULL, '{}',
    '2020-01-01T00:00:00.000Z' FROM n`;

interface Move {
  status: string;
  phase: string;
  rows_copied: number;
  stood_still_ms: number | null;
  error: string | null;
}

async function send(server: LocalServer, path: string, headers: object, body?: unknown) {
  const response = await fetch(server.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function fill(state: string, count: number): Promise<void> {
  const server = await startServer(place(state));
  await server.stop();
  const database = openLocalDatabase(state);
  try {
    database.exec("PRAGMA synchronous = OFF");
    database.prepare(FILL).run(PROJECT, count);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

/** Shoppers beside the move: how long look-ups take, and when redemptions are refused. */
function shoppers(server: LocalServer, count: number) {
  const seen = { times: [] as number[], refused: [] as number[], redeemed: 0, others: 0 };
  let isOver = false;
  const codeOf = () => `MOVE-${String(1 + Math.floor(Math.random() * count)).padStart(8, "0")}`;
  const looking = async () => {
    for (; !isOver; await wait(EVERY_MS)) {
      const from = performance.now();
      await send(server, `/v1/vouchers/${codeOf()}`, demoHeaders.server);
      seen.times.push(performance.now() - from);
    }
  };
  const redeeming = async () => {
    for (; !isOver; await wait(EVERY_MS)) {
      const body = { redeemables: [{ object: "voucher", id: codeOf() }], order: { amount: 1000 } };
      const { status } = await send(server, "/v1/redemptions", demoHeaders.server, body);
      if (status === 200) seen.redeemed += 1;
      else if (status === 503) seen.refused.push(performance.now());
      else seen.others += 1;
    }
  };
  const all = Promise.all([looking(), redeeming()]);
  return async () => {
    isOver = true;
    await all;
    return seen;
  };
}

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

async function measure(server: LocalServer, count: number) {
  const alone = shoppers(server, count);
  await wait(10_000);
  const before = await alone();
  const beside = shoppers(server, count);
  const path = `/management/v1/projects/${PROJECT}/move`;
  const from = performance.now();
  const started = await send(server, path, demoHeaders.management, { place: "DB_1" });
  if (started.status !== 202) throw new Error(JSON.stringify(started.body));
  let move = started.body as Move;
  let copied = 0;
  while (move.status === "IN_PROGRESS") {
    await wait(250);
    move = (await send(server, path, demoHeaders.management)).body as Move;
    if (move.phase === "COPYING") copied = performance.now() - from;
  }
  const seconds = (performance.now() - from) / 1000;
  await wait(3_000);
  return {
    before,
    during: await beside(),
    move,
    seconds,
    rate: (1000 * move.rows_copied) / copied,
  };
}

const round = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 0 });

const asked = process.argv.slice(2).map(Number).filter(Boolean);
for (const count of asked.length > 0 ? asked : COUNTS) {
  const state = mkdtempSync(join(tmpdir(), "vouchsafe-move-"));
  try {
    await fill(state, count);
    const server = await startServer(place(state));
    try {
      // The places are open once they have been swept.
      await fetch(`${server.url}/cdn-cgi/handler/scheduled`);
      await wait(3_000);
      const { before, during, move, seconds, rate } = await measure(server, count);
      const { refused, redeemed, others, times } = during;
      const span = (refused.at(-1) ?? 0) - (refused[0] ?? 0);
      console.log(
        [
          `${round(count)} codes: ${move.status} ${move.error ?? ""} in ${round(seconds)} s`,
          `${round(rate)} rows a second are copied`,
          `writes stood still for ${round(move.stood_still_ms ?? 0)} ms; ${refused.length} of ${
            refused.length + redeemed
          } redemptions were refused, within ${round(span)} ms (others: ${others})`,
          `look-ups: p99 ${round(p99(before.times))} ms alone, ${round(p99(times))} ms beside`,
        ].join("; "),
      );
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
