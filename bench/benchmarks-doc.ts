import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { withCosts } from "../scripts/cost-tables";
import type { MeasuredOperations, MeasuredRows } from "../scripts/measured";
import { root } from "../scripts/wrangler";
import { present } from "../src/lib/assert";
import { TARGET_REF } from "./operations";
import { measuresTable, ratiosTable } from "./report";
import type { Measures } from "./slices";
import { usualOf } from "./spreads";

interface Benchmarks {
  these: Measures;
  /** The version that they are held against. */
  against: { ref: string; those: Measures };
  turns: number;
}

/** The text of `docs/benchmarks.md`. */
export const benchmarksDoc = ({ these, against, turns }: Benchmarks): string => `# Benchmarks

Made by \`npm run benchmarks\`, on a machine of ${availableParallelism()} cores. Do not edit it by hand.

\`npm run bench\` measures the same without another version. \`npm run bench -- --against <git ref>\` compares any other
one. Nothing else should run on the machine. All CPU is that of the process of the worker, in microseconds a request,
the lower quartile of ${turns} slices and more: whatever else goes on only adds.

## What each operation takes

${measuresTable(these)}

- **whole**: the CPU of a request over HTTP, with what goes on behind its answer within 1.2 seconds. It includes the database, the queue
  and the HTTP server of the local simulator. They are most of it.
- **worker**: the CPU of the service alone. The worker answers one request again and again in one isolate. The database
  repeats what it answered before, as text; queues and session objects answer nothing. The loop's own time is taken off.
- **SQLite**: the CPU of the request's statements in plain SQLite, on a copy of the database. Writes are rolled back.
- **statements** and **rows**: those that the answer waits for. The second number counts the statements of batches that write.
- **later**: what the service asks of the database behind the answers, a request. Requests of one customer arrive at ten a second. A request that is alone
  has none before or after it for sixteen seconds: the service puts together what many requests leave behind. Events that leave for the archive later are not in it.
- **bytes**: the length of the answer, not compressed.
- **bare reads**: a footnote. \`whole\` as a multiple of one read by primary key in the same worker. The local database
  client and the simulator make most of this number.

## In ratio to version ${against.ref}

Both versions run in turns: each slice of one is followed by the same slice of the other, and the order changes each time.
A ratio below 1 means that this version takes less. It compares the lower quartiles of ${turns} slices and more. In brackets
stand the lowest and the highest ratio of two slices that followed each other.
\`at most\` is the target in ratio to ${TARGET_REF}.

${ratiosTable(these, against.those)}

What version ${against.ref} takes:

${measuresTable(against.those)}
`;

const rounded = (value: number): number => Number(value.toFixed(2));

/** Gathers the rows and CPU that costs are computed from (`scripts/cost-tables.ts`). */
export function measuredRows({ operations }: Measures): MeasuredOperations {
  const rowsOf = (name: string, cpuOf = name): MeasuredRows => {
    const { now, later } = present(operations.get(name), name);
    const { whole, replayed } = present(operations.get(cpuOf), cpuOf);
    return {
      rows_read: now.rows_read,
      rows_written: now.rows_written,
      later_read: rounded(later?.rows_read ?? 0),
      later_written: rounded(later?.rows_written ?? 0),
      worker_ms: rounded(usualOf(replayed) / 1_000),
      whole_ms: rounded(usualOf(whole) / 1_000),
    };
  };
  return {
    validation: rowsOf("validation"),
    seldom: rowsOf("seldom", "validation"),
    anonymous: rowsOf("anonymous"),
    redemption: rowsOf("redemption"),
    stack: rowsOf("stack"),
    qualification: rowsOf("qualification"),
    session: rowsOf("session"),
  };
}

/** Writes the benchmarks, and the costs that follow from them. */
export function writeDocuments(benchmarks: Benchmarks): void {
  const measured = measuredRows(benchmarks.these);
  const scale = join(root, "docs/scale.md");
  writeFileSync(join(root, "docs/benchmarks.md"), benchmarksDoc(benchmarks));
  writeFileSync(join(root, "scripts/measured.json"), `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(scale, withCosts(readFileSync(scale, "utf8"), measured));
}
