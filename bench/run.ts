import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleWorker, MOST_KIB, weightOf } from "../scripts/bundle";
import { startServer } from "../scripts/local-server";
import { present } from "../src/lib/assert";
import { migrated } from "../test/support/large-database";
import { statementTimes } from "./anew";
import { CODE_TARGETS, codesBench, codesReport } from "./codes";
import { openDecisions } from "./decisions";
import { engineBench } from "./engine";
import { LEDGER_TARGETS, ledgersBench, ledgersReport } from "./ledgers";
import { interleaved, type Measure, paired, type Target } from "./load";
import { MOVE_TARGETS, moveBench, moveReport } from "./moving";
import { POINTS_TARGETS, pointsBench } from "./points";
import { isAnew } from "./prepared";
import { cpuOf, runtimeOf } from "./runtime";
import { openShop, type RequestCost } from "./shop";
import { SPREAD_TARGETS, spreadBench, spreadReport } from "./spread";
import { stackBench } from "./stack";
import { WEBHOOK_TARGETS, webhooksBench, webhooksReport } from "./webhooks";
import { grow } from "./years/grow";

const TURNS = 5;
const CODES = 1_000_000;
const ENTRIES = 1_000_000;
const EVENTS = 10_000;
const MOVED_CODES = 50_000;
const PORT = 8799;

/** What must hold; the bench prints it beside what it measured. */
const TARGETS = {
  ratio: { validation: 0.65, redemption: 0.38, stack: 0.42, qualification: 0.37, session: 0.44 },
  cpu_ratio: { validation: 2, redemption: 4 },
  /**
   * Requests a second of validations within a session of the database to those whose session stays
   * aside. The local database writes its file for each batch of a session, and for no other.
   */
  session_object: 1,
  engine_us: 50,
  stack_ms: 5,
  bundle_kib: MOST_KIB.start,
};

/** What the table calls an operation, where its name alone does not say it. */
const TITLES: Record<string, string> = {
  stack: "validation, 5 on 50 lines",
  qualification: "qualification, 1,000 campaigns",
  session: "validation with session",
  untold: "validation, bookmark untold",
  plain: "validation without a session of the database",
};

interface Anew {
  /** Statements that are prepared anew in each run. */
  anew: number;
}

const BARE_COST = { round_trips: 1, rows_read: 1, rows_written: 0, anew: 0 };

/** How many statements of one request the database prepares though it knows them, by operation. */
async function preparedAnew(
  url: string,
  targets: Record<string, Target>,
  names: readonly string[],
): Promise<Map<string, number>> {
  const anew = new Map<string, number>();
  for (const name of names) {
    const times = await statementTimes(url, present(targets[name], name));
    anew.set(name, times.filter(isAnew).length);
  }
  return anew;
}

async function throughput(state: string) {
  const server = await startServer({
    port: PORT,
    state,
    main: "bench/worker.ts",
    vars: { REQUEST_LOG: "0" },
  });
  try {
    const shop = await openShop(server.url);
    const decisions = await openDecisions(server.url);
    const targets: Record<string, Target> = { ...shop.targets, ...decisions.targets };
    const costs: Record<string, RequestCost> = { ...shop.costs, ...decisions.costs };
    const { pid } = await runtimeOf(server);
    const loaded = { url: server.url, cpu: () => cpuOf(pid) };
    const measures = await interleaved(loaded, targets, TURNS);
    const times = async (first: string, second: string): Promise<number> =>
      (await paired(loaded, present(targets[first], first), present(targets[second], second)))
        .times;
    return {
      costs,
      measures,
      session_object: await times("validation", "untold"),
      session_write: await times("untold", "plain"),
      anew: await preparedAnew(server.url, targets, Object.keys(costs)),
    };
  } finally {
    await server.stop();
  }
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

function row(name: string, measure: Measure, bare: Measure, cost: RequestCost & Anew) {
  return {
    operation: name,
    requests_per_second: round(measure.requests_per_second, 0),
    p50_ms: round(measure.p50_ms),
    p95_ms: round(measure.p95_ms),
    p99_ms: round(measure.p99_ms),
    ratio: round(measure.requests_per_second / bare.requests_per_second),
    cpu_us: round(measure.cpu_us, 0),
    cpu_ratio: round(measure.cpu_us / bare.cpu_us),
    ...cost,
  };
}

async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "vouchsafe-bench-"));
  try {
    const engine = engineBench();
    const stack = stackBench();
    const bundle = weightOf(await bundleWorker(join(folder, "bundle"))).start;
    const { costs, measures, anew, ...sessions } = await throughput(join(folder, "state"));
    const points = await pointsBench(join(folder, "points"));
    const codes = await codesBench(join(folder, "codes"), CODES);
    const ledgers = await ledgersBench(join(folder, "ledgers"), ENTRIES);
    const webhooks = await webhooksBench(join(folder, "webhooks"), EVENTS);
    const spread = await spreadBench(join(folder, "spread"));
    const move = await moveBench(join(folder, "move"), MOVED_CODES);
    const { months } = await grow(migrated(), { days: 90, sales: 20 });
    const of = (name: string) => present(measures.get(name), name);
    const bare = of("bare");
    return {
      targets: {
        ...TARGETS,
        points: POINTS_TARGETS,
        codes: CODE_TARGETS,
        ledgers: LEDGER_TARGETS,
        webhooks: WEBHOOK_TARGETS,
        spread: SPREAD_TARGETS,
        move: MOVE_TARGETS,
      },
      operations: [
        row("bare read", bare, bare, BARE_COST),
        ...Object.entries(costs).map(([name, cost]) =>
          row(TITLES[name] ?? name, of(name), bare, {
            ...cost,
            anew: present(anew.get(name), name),
          }),
        ),
      ],
      engine: { decide_us: round(engine.decide_us), floor_us: round(engine.floor_us) },
      stack: Object.fromEntries(Object.entries(stack).map(([name, ms]) => [name, round(ms)])),
      bundle_gzip_kib: round(bundle, 1),
      points,
      codes,
      ledgers,
      webhooks,
      spread,
      move,
      session_object: round(sessions.session_object),
      session_write: round(sessions.session_write),
      bytes_per_redemption: present(months.at(-1), "three months").each,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Columns as wide as their widest cell; numbers to the right. */
function table(rows: readonly Record<string, string | number>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((one) => names.map((name) => String(one[name])))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return cells.map((line) => line.map(pad).join("  ")).join("\n");
}

const listed = (targets: Record<string, number>): string =>
  Object.entries(targets)
    .map(([name, value]) => `${TITLES[name] ?? name} ${value}`)
    .join("; ");

function print(result: Awaited<ReturnType<typeof bench>>): void {
  const { engine, stack, targets } = result;
  console.log(`${table(result.operations)}

Ratio to the bare read, at least: ${listed(targets.ratio)}.
CPU of the worker's process to that of the bare read, at most: ${listed(targets.cpu_ratio)}.
Prepared anew: statements of a request that run as slowly on empty tables when their text is known to the database as when it is new.
Engine, 1 voucher, 3 rules, 5 lines: ${engine.decide_us} us, at most ${targets.engine_us}; parsing the voucher's JSON takes ${engine.floor_us} us here.
Engine, 30 redeemables with 10 rules each, on 10, 100 and 500 lines: ${stack.lines_10_ms}, ${stack.lines_100_ms} and ${stack.lines_500_ms} ms, at most ${targets.stack_ms}; with a million units a line ${stack.many_units_ms} ms.
Worker bundle, gzipped: ${result.bundle_gzip_kib} KiB, at most ${targets.bundle_kib}.

${table(result.points)}
Points on a card with so many entries in its ledger; each in at most ${targets.points.round_trips} round trips, with as many rows read. The time of earning is that of the order and of its reaction.

${codesReport(result.codes)}

${ledgersReport(result.ledgers)}

${webhooksReport(result.webhooks)}

Validations within a session of the database: ${result.session_object} times as many a second as where nobody is told of it, at least ${targets.session_object}; those are ${result.session_write} times as many as without one, for which the local database writes no bookmark to its file.
${spreadReport(result.spread, result.bytes_per_redemption)}
${moveReport(result.move)}`);
}

const result = await bench();
if (process.argv.includes("--json")) console.log(JSON.stringify(result, null, 2));
else print(result);
