import { setTimeout as wait } from "node:timers/promises";
import { demoHeaders } from "../scripts/demo-keys";
import { openLocalDatabase } from "../scripts/local-database";
import { type LocalServer, startServer } from "../scripts/local-server";

const PROJECT = "proj_demo";
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

/** The time that 99 of 100 keep within. */
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

/** Moves a project with so many codes to another place, with shoppers beside it. */
export async function moveBench(state: string, count: number) {
  await fill(state, count);
  const server = await startServer(place(state));
  try {
    // The places are open once they have been swept.
    await fetch(`${server.url}/cdn-cgi/handler/scheduled`);
    await wait(3_000);
    const { before, during, move, seconds, rate } = await measure(server, count);
    const { refused, redeemed, others, times } = during;
    return {
      codes: count,
      status: move.status,
      error: move.error,
      seconds,
      rows_per_second: rate,
      stood_still_ms: move.stood_still_ms ?? 0,
      redemptions: refused.length + redeemed,
      refused: refused.length,
      refused_within_ms: (refused.at(-1) ?? 0) - (refused[0] ?? 0),
      others,
      p99_alone_ms: p99(before.times),
      p99_beside_ms: p99(times),
    };
  } finally {
    await server.stop();
  }
}

/** What must hold; the bench prints it beside what it measured. */
export const MOVE_TARGETS = { stood_still_ms: 5_000 };

const round = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 0 });

/** The lines that the bench prints of a move. */
export const moveReport = (of: Awaited<ReturnType<typeof moveBench>>): string =>
  `A project with ${round(of.codes)} codes is moved: ${of.status} ${of.error ?? ""} in ${round(of.seconds)} s, ${round(of.rows_per_second)} rows a second copied; writes stood still for ${round(of.stood_still_ms)} ms, at most ${round(MOVE_TARGETS.stood_still_ms)}.
Beside it ${of.refused} of ${of.redemptions} redemptions were refused, within ${round(of.refused_within_ms)} ms (others: ${of.others}); look-ups: p99 ${round(of.p99_alone_ms)} ms alone, ${round(of.p99_beside_ms)} ms beside.`;
