import { setTimeout as wait } from "node:timers/promises";
import { openLocalDatabase } from "../scripts/local-database";
import { type LocalServer, startServer } from "../scripts/local-server";
import { type Action, actionOf, DEMO, generation, send, swept } from "./background";
import { type Memory, watchMemory } from "./memory";

const PORT = 8797;
const INSPECTOR_PORT = 9797;
const IDLE_MS = 3_000;

/** What must hold; the bench prints it beside what it measured. */
export const CODE_TARGETS = {
  per_second: 16_667,
  rows_per_code: 3,
  // A step keeps the database busy for 100 ms: the slower that is, the more steps there are.
  statements_per_million: 400,
  bytes_per_voucher: 600,
  worker_mib: 128,
  wait_ms: 100,
};

/** Waits until so many codes are made. The sweep, asked now and then, finds what a kill cut off. */
async function until(server: LocalServer, id: string, count: number): Promise<Action> {
  for (let at = 0; ; at++) {
    const action = await actionOf(server, id);
    const isThere = count === action.counts.total ? action.status === "DONE" : false;
    if (isThere || (count < action.counts.total && action.counts.done >= count)) return action;
    if (at % 5 === 0) await swept(server);
    // Seldom: who asks for it makes the steps smaller.
    await wait(2_000);
  }
}

/** How long a shopper's look-ups of one code take, one after the other, until told to end. */
async function waits(server: LocalServer, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const from = performance.now();
    await send(server, DEMO, "/v1/vouchers/WAITING");
    times.push(performance.now() - from);
    await wait(20);
  }
  return times.sort((a, b) => a - b);
}

const last = (times: readonly number[], share = 1): number =>
  times[Math.ceil((times.length - 1) * share)] ?? Number.NaN;

interface Work {
  statements: number;
  rows_written: number;
}

/** A million codes without a break, as fast as it goes, and then some with a shopper beside them. */
async function straight(server: LocalServer, count: number) {
  await send(server, DEMO, "/v1/vouchers/WAITING", {
    body: { discount: { type: "PERCENT", percent_off: 5 } },
  });
  for (let warm = 0; warm < 20; warm++) await send(server, DEMO, "/v1/vouchers/WAITING");
  const idleUntil = performance.now() + IDLE_MS;
  const idle = await waits(server, () => performance.now() > idleUntil);
  const before = await send<Work>(server, DEMO, "/work");
  let isOver = false;
  const from = performance.now();
  await until(server, await generation(server, "Straight", count), count);
  const seconds = (performance.now() - from) / 1000;
  const after = await send<Work>(server, DEMO, "/work");
  const shopper = waits(server, () => isOver);
  await until(server, await generation(server, "Beside", count / 4), count / 4);
  isOver = true;
  const busy = await shopper;
  return {
    seconds,
    codes_per_second: count / seconds,
    rows_per_code: (after.rows_written - before.rows_written) / count,
    statements_per_million: ((after.statements - before.statements) * 1_000_000) / count,
    wait_ms: last(busy),
    wait_p99_ms: last(busy, 0.99),
    idle_wait_ms: last(idle),
    idle_wait_p99_ms: last(idle, 0.99),
  };
}

interface Counted {
  codes: number;
  keys: number;
}

/** What is in the database once nobody uses it: codes, different ones, and the bytes of all pages. */
function counted(state: string) {
  const database = openLocalDatabase(state);
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const found = database
      .prepare(
        "SELECT count(*) AS codes, count(DISTINCT code_key) AS keys FROM vouchers WHERE campaign_id IS NOT NULL",
      )
      .get() as unknown as Counted;
    const pages = database
      .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
      .get();
    return { ...found, bytes_per_voucher: Number(pages?.bytes) / found.codes };
  } finally {
    database.close();
  }
}

/**
 * Makes a million codes without a break, then a second million whose server is killed twice; both
 * must be there to the last code and no code twice.
 */
export async function codesBench(state: string, count: number) {
  const memory: Memory = { worker: 0, runtime: 0 };
  const running = async <T>(work: (server: LocalServer) => Promise<T>, ending: "stop" | "kill") => {
    const vars = { REQUEST_LOG: "0" };
    const place = { port: PORT, inspectorPort: INSPECTOR_PORT, state };
    const server = await startServer({ ...place, main: "bench/worker.ts", vars });
    try {
      const watched = await watchMemory(server, INSPECTOR_PORT);
      const result = await work(server);
      watched.stop();
      memory.worker = Math.max(memory.worker, watched.most.worker);
      memory.runtime = Math.max(memory.runtime, watched.most.runtime);
      return result;
    } finally {
      await server[ending]();
    }
  };
  const measured = await running((server) => straight(server, count), "stop");
  let id = "";
  const first = await running(async (server) => {
    id = await generation(server, "Killed", count);
    return until(server, id, count / 4);
  }, "kill");
  const second = await running((server) => until(server, id, count / 2), "kill");
  await running((server) => until(server, id, count), "stop");
  const { codes, keys, bytes_per_voucher } = counted(state);
  return {
    count,
    ...measured,
    killed_at: [first.counts.done, second.counts.done],
    is_exact: codes === 2.25 * count && keys === codes,
    bytes_per_voucher,
    worker_mib: memory.worker,
    runtime_mib: memory.runtime,
  };
}

const round = (value: number, digits = 0): string =>
  value.toLocaleString("en", { maximumFractionDigits: digits });

/** The lines that the bench prints, each measure beside what must hold. */
export function codesReport(result: Awaited<ReturnType<typeof codesBench>>): string {
  const most = CODE_TARGETS;
  return `${round(result.count)} codes in ${round(result.seconds, 1)} s: ${round(result.codes_per_second)} a second, at least ${round(most.per_second)}.
Rows written per code: ${round(result.rows_per_code, 4)}, at most ${most.rows_per_code} and those of the steps; statements per million: ${round(result.statements_per_million)}, at most ${most.statements_per_million}.
A look-up meanwhile waits at most ${round(result.wait_ms)} ms (99 %: ${round(result.wait_p99_ms)}), without codes being made ${round(result.idle_wait_ms)} (${round(result.idle_wait_p99_ms)}).
Killed after ${result.killed_at.map((made) => round(made)).join(" and ")} of another ${round(result.count)} codes: ${result.is_exact ? "exact, no code twice" : "NOT EXACT"}.
Bytes per voucher with all indexes: ${round(result.bytes_per_voucher)}, below ${most.bytes_per_voucher}.
Most memory: worker ${round(result.worker_mib)} MiB, below ${most.worker_mib}; its runtime with database and queue ${round(result.runtime_mib)} MiB.`;
}
