import { openLocalDatabase } from "../scripts/local-database";
import { startServer } from "../scripts/local-server";
import { present } from "../src/lib/assert";
import { costOf, HEADERS, post, type RequestCost } from "./shop";

const PORT = 8795;
/** Entries in the ledger of the card, between which nothing may become dearer. */
const SIZES = [10, 100_000];
const RUNS = 50;
const PAID_BY_COIN = 100;

/** What must hold; the bench prints it beside what it measured. */
export const POINTS_TARGETS = { round_trips: 2 };

interface Card {
  program: string;
  code: string;
  other: string;
  coin: string;
}

const CUSTOMER = { source_id: "bench-member" };

async function made(url: string, path: string, body: unknown) {
  const { answer } = await post(url, path, body);
  return answer as typeof answer & { code: string };
}

/** A program that earns, and a card whose points pay. */
async function openProgram(url: string): Promise<Card> {
  const { id: program } = await made(url, "/v1/loyalties", {
    name: "Bench points",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 1_000_000 } },
  });
  const member = (customer: object) => made(url, `/v1/loyalties/${program}/members`, { customer });
  const { code } = await member(CUSTOMER);
  const { code: other } = await member({ source_id: "bench-other" });
  await post(url, `/v1/loyalties/${program}/earning-rules`, [
    { event: "order.paid", loyalty: { type: "FIXED", points: 3 } },
  ]);
  const { id: coin } = await made(url, "/v1/rewards", {
    name: "Bench coin",
    type: "COIN",
    parameters: { coin: { exchange_ratio: 20, points_ratio: PAID_BY_COIN } },
  });
  await post(url, `/v1/rewards/${coin}/assignments`, { campaign: program });
  return { program, code, other, coin };
}

const NUMBERS =
  "WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)";
const CARD = "v.project_id = 'proj_demo' AND v.code = ?1";

/** Entries of one point each, straight into the tables, while no server is using them. */
function grow(state: string, code: string, size: number): void {
  const database = openLocalDatabase(state);
  try {
    const from = Number(
      database.prepare(`SELECT loyalty->>'$.entries' AS n FROM vouchers v WHERE ${CARD}`).get(code)
        ?.n ?? 0,
    );
    if (from >= size) return;
    for (const text of [
      `${NUMBERS} INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type,
        amount, total, balance, details, created_at, sequence)
       SELECT v.project_id, v.id, printf('vtx_019%015d', i), v.campaign_id, 'POINTS_ADDITION', 1,
        v.amount + i - ?2, v.balance + i - ?2, '{}', '2026-01-01T00:00:00.000Z', i
       FROM n CROSS JOIN vouchers v WHERE ${CARD}`,
      `${NUMBERS} INSERT INTO loyalty_points_moves (project_id, voucher_id, transaction_id,
        expires_at, points)
       SELECT v.project_id, v.id, printf('vtx_019%015d', i), 'never', 1
       FROM n CROSS JOIN vouchers v WHERE ${CARD}`,
      `INSERT INTO loyalty_points_buckets (project_id, voucher_id, expires_at, id, campaign_id,
        points, created_at)
       SELECT v.project_id, v.id, 'never', 'lopb_bench', v.campaign_id, ?3 - ?2,
        '2026-01-01T00:00:00.000Z' FROM vouchers v WHERE ${CARD}
       ON CONFLICT DO UPDATE SET points = points + excluded.points`,
      `UPDATE vouchers AS v SET amount = amount + ?3 - ?2, balance = balance + ?3 - ?2,
        loyalty = json_set(coalesce(loyalty, '{"entries":0,"pending":0,"expired":0}'),
          '$.entries', ?3) WHERE ${CARD}`,
    ]) {
      database.prepare(text).run(code, from, size);
    }
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

interface Cost extends RequestCost {
  ms: number;
}

/** What a request costs and, of one that earns, its reaction; and how long both take together. */
async function sent(url: string, path: string, body: unknown, headers: object) {
  const from = performance.now();
  const response = await fetch(url + path, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  const ms = performance.now() - from;
  const reaction = response.headers.get("x-reaction");
  return {
    request: { ...costOf(response), ms },
    reaction: reaction === null ? null : { ...(JSON.parse(reaction) as RequestCost), ms },
  };
}

type Ask = (at: number) => [path: string, body: unknown, headers?: object];

const OPERATIONS = ({ program, code, other, coin }: Card): Record<string, Ask> => ({
  earn: () => [
    "/v1/orders",
    { amount: 5000, status: "PAID", customer: CUSTOMER },
    { "x-earn": "1" },
  ],
  balance: () => [`/v1/loyalties/members/${code}/balance`, { points: 1 }],
  transfer: (at) => [
    `/v1/loyalties/${program}/members/${code}/transfers`,
    [{ code: other, points: 1, source_id: `bench-${at}` }],
  ],
  spend: () => [
    "/v1/redemptions",
    {
      redeemables: [
        { object: "loyalty_card", id: code, reward: { id: coin, points: PAID_BY_COIN } },
      ],
      order: { amount: 2000 },
      customer: CUSTOMER,
    },
  ],
});

const median = (values: readonly number[]): number =>
  present([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)], "a time");

/** The second request of each kind tells what all cost; the median of all, how long they take. */
async function measure(url: string, card: Card, turn: number) {
  const costs = new Map<string, Cost>();
  for (const [name, ask] of Object.entries(OPERATIONS(card))) {
    const all: Awaited<ReturnType<typeof sent>>[] = [];
    for (let at = 0; at < RUNS; at++) {
      const [path, body, headers = {}] = ask(turn * RUNS + at);
      all.push(await sent(url, path, body, headers));
    }
    const second = present(all[1], name);
    const ms = median(all.map(({ request }) => request.ms));
    costs.set(name, { ...second.request, ms });
    if (second.reaction) costs.set(`${name}, reaction`, { ...second.reaction, ms });
  }
  return costs;
}

async function running<T>(state: string, work: (url: string) => Promise<T>): Promise<T> {
  const vars = { REQUEST_LOG: "0" };
  const server = await startServer({ port: PORT, state, main: "bench/worker.ts", vars });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** Earns, adds, transfers and spends points on a card with few entries, and with many. */
export async function pointsBench(state: string) {
  const card = await running(state, openProgram);
  const [few, many] = SIZES;
  const measured: Map<string, Cost>[] = [];
  for (const [turn, size] of SIZES.entries()) {
    grow(state, card.code, size);
    measured.push(await running(state, (url) => measure(url, card, turn)));
  }
  return [...present(measured[0], "few").entries()].map(([name, small]) => {
    const large = present(measured[1]?.get(name), name);
    return {
      operation: name,
      round_trips: large.round_trips,
      [`rows_read_${few}`]: small.rows_read,
      [`rows_read_${many}`]: large.rows_read,
      rows_written: large.rows_written,
      [`p50_ms_${few}`]: Number(small.ms.toFixed(2)),
      [`p50_ms_${many}`]: Number(large.ms.toFixed(2)),
    };
  });
}
