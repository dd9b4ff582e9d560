// `npm run bench:all`: the engine alone, the bundle, ledgers, a million codes, webhooks, three
// databases and a move. `-- --json` prints the same as one document.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleWorker, MOST_KIB, weightOf } from "../scripts/bundle";
import { present } from "../src/lib/assert";
import { migrated } from "../test/support/large-database";
import { CODE_TARGETS, codesBench, codesReport } from "./codes";
import { engineBench } from "./engine";
import { LEDGER_TARGETS, ledgersBench, ledgersReport } from "./ledgers";
import { MOVE_TARGETS, moveBench, moveReport } from "./moving";
import { POINTS_TARGETS, pointsBench } from "./points";
import { SPREAD_TARGETS, spreadBench, spreadReport } from "./spread";
import { stackBench } from "./stack";
import { WEBHOOK_TARGETS, webhooksBench, webhooksReport } from "./webhooks";
import { grow } from "./years/grow";

const CODES = 1_000_000;
const ENTRIES = 1_000_000;
const EVENTS = 10_000;
const MOVED_CODES = 50_000;

/** What must hold; the bench prints it beside what it measured. */
const TARGETS = {
  engine_us: 50,
  stack_ms: 5,
  bundle_kib: MOST_KIB.start,
};

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "vouchsafe-bench-"));
  try {
    const engine = engineBench();
    const stack = stackBench();
    const bundle = weightOf(await bundleWorker(join(folder, "bundle"))).start;
    const points = await pointsBench(join(folder, "points"));
    const codes = await codesBench(join(folder, "codes"), CODES);
    const ledgers = await ledgersBench(join(folder, "ledgers"), ENTRIES);
    const webhooks = await webhooksBench(join(folder, "webhooks"), EVENTS);
    const spread = await spreadBench(join(folder, "spread"));
    const move = await moveBench(join(folder, "move"), MOVED_CODES);
    const { months } = await grow(migrated(), { days: 90, sales: 20 });
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
      engine: { decide_us: round(engine.decide_us), floor_us: round(engine.floor_us) },
      stack: Object.fromEntries(Object.entries(stack).map(([name, ms]) => [name, round(ms)])),
      bundle_gzip_kib: round(bundle, 1),
      points,
      codes,
      ledgers,
      webhooks,
      spread,
      move,
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

function print(result: Awaited<ReturnType<typeof bench>>): void {
  const { engine, stack, targets } = result;
  console.log(`Engine, 1 voucher, 3 rules, 5 lines: ${engine.decide_us} us, at most ${targets.engine_us}; parsing the voucher's JSON takes ${engine.floor_us} us here.
Engine, 30 redeemables with 10 rules each, on 10, 100 and 500 lines: ${stack.lines_10_ms}, ${stack.lines_100_ms} and ${stack.lines_500_ms} ms, at most ${targets.stack_ms}; with a million units a line ${stack.many_units_ms} ms.
Worker bundle, gzipped: ${result.bundle_gzip_kib} KiB, at most ${targets.bundle_kib}.

${table(result.points)}
Points on a card with so many entries in its ledger; each in at most ${targets.points.round_trips} round trips, with as many rows read. The time of earning is that of the order and of its reaction.

${codesReport(result.codes)}

${ledgersReport(result.ledgers)}

${webhooksReport(result.webhooks)}

${spreadReport(result.spread, result.bytes_per_redemption)}
${moveReport(result.move)}`);
}

const result = await bench();
if (process.argv.includes("--json")) console.log(JSON.stringify(result, null, 2));
else print(result);
