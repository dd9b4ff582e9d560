import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { present } from "../src/lib/assert";
import { loopAlone, note, record, replay } from "./ask";
import { copiedDatabase, sqliteCpu } from "./in-sqlite";
import { settled, workPerRequest } from "./later";
import { slice, type Target } from "./load";
import { masked } from "./masked";
import { BARE, OPERATIONS, type Operation, openOperations } from "./operations";
import { isWrite, type Sent } from "./replay/database";
import type { Recorded } from "./replay/order";
import type { Work } from "./replay/work";
import { interleavedTurns } from "./spreads";
import type { Version } from "./versions";

/** What a request asks of the database before it is answered, and how long its answer is. */
export interface Asked extends Work {
  /** Of its statements, those of batches that write. */
  written_statements: number;
  bytes: number;
}

/** What was measured of one operation of one version: microseconds of each turn, and counts. */
export interface Measured {
  whole: number[];
  replayed: number[];
  sqlite: number[];
  now: Asked;
  /** Null where nothing of it is measured over HTTP. */
  later: Work | null;
}

export function askedBy({ text, batches }: Recorded): Asked {
  const statements = batches.flatMap((batch) => batch.statements);
  const writing = batches.filter((batch) => batch.statements.some(isWrite));
  const sum = (name: "rows_read" | "rows_written") =>
    batches.reduce((all, batch) => all + batch[name], 0);
  return {
    statements: statements.length,
    written_statements: writing.flatMap((batch) => batch.statements).length,
    rows_read: sum("rows_read"),
    rows_written: sum("rows_written"),
    bytes: Buffer.byteLength(text),
  };
}

/** A version with the requests that are sent to it. */
interface Open {
  version: Version;
  targets: Record<string, Target>;
}

const targetOf = ({ targets }: Open, { name }: Operation): Target => present(targets[name], name);

/** The same request to each version, in turns, as a shop sends it. */
const overHttp = (all: readonly Open[], operation: Operation, turns: number) =>
  interleavedTurns(all, turns, async (open) => {
    const length = { amount: present(operation.amount, operation.name) };
    return (await slice(open.version, targetOf(open, operation), length)).cpu_us;
  });

/** CPU of the worker on what was recorded, less that of the loop itself. */
const onReplays = (all: readonly Open[], operation: Operation, turns: number) =>
  interleavedTurns(all, turns, async (open) => {
    const { version } = open;
    const target = targetOf(open, operation);
    const runs = present(operation.runs, operation.name);
    const cpuOf = async (work: () => Promise<unknown>) => {
      const before = version.cpu();
      await work();
      return (version.cpu() - before) / runs;
    };
    const whole = await cpuOf(() => replay(version.url, operation.name, target, runs));
    return whole - (await cpuOf(() => loopAlone(version.url, target, runs)));
  });

/** Slices that take little are more. */
const REPLAYED_TURNS = 3;

/** A slice takes so long (microseconds). */
const SLICE_US = 150_000;

interface Noted {
  database: DatabaseSync;
  sent: readonly Sent[];
}

const inSqlite = (all: readonly Noted[], turns: number) =>
  interleavedTurns(all, turns, ({ database, sent }) => {
    const runs = Math.ceil(SLICE_US / sqliteCpu(database, sent, 5));
    return sqliteCpu(database, sent, Math.min(runs, 5_000));
  });

/** A replay must answer what the real database had answered. */
async function checkReplay(open: Open, operation: Operation, { text }: Recorded): Promise<void> {
  const last = await replay(open.version.url, operation.name, targetOf(open, operation), 2);
  if (masked(last) !== masked(text))
    throw new Error(`${operation.name}: a replay answers otherwise`);
}

/** What is asked behind an answer: all that is asked, but for what the answer waits for. */
const less = (all: Work, now: Work): Work => ({
  statements: Math.max(0, all.statements - now.statements),
  rows_read: Math.max(0, all.rows_read - now.rows_read),
  rows_written: Math.max(0, all.rows_written - now.rows_written),
});

/** What was measured of one version: microseconds of bare reads, and each operation. */
export interface Measures {
  bare: number[];
  operations: Map<string, Measured>;
}

interface Run {
  /** Where copies of databases go. */
  folder: string;
  turns: number;
  /** Hears what comes next. */
  tell: (what: string) => void;
}

/** The statements of each operation as they stand in no database yet, and a copy of the one that they are for. */
async function notedOf(open: Open, folder: string) {
  const noted = new Map<string, readonly Sent[]>();
  for (const operation of OPERATIONS) {
    const sent = async () => {
      const { batches } = await note(open.version.url, operation.name, targetOf(open, operation));
      return batches.flatMap(({ statements }) => statements);
    };
    // Whose key was not read for a minute reads it again.
    await sent();
    noted.set(operation.name, await sent());
  }
  await open.version.untilQuiet();
  return { database: copiedDatabase(open.version.state, folder), noted };
}

/** Measures all operations of each version. */
export async function measureVersions(
  versions: readonly Version[],
  { folder, turns, tell }: Run,
): Promise<Measures[]> {
  const atOnce = <T>(work: (open: Open, at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(all.map(work));
  tell("making campaigns and codes");
  const all = await Promise.all(
    versions.map(async (version) => ({ version, targets: await openOperations(version.url) })),
  );
  tell("requests over HTTP");
  const bare = await overHttp(all, BARE, turns);
  const whole = new Map<string, number[][]>();
  for (const operation of OPERATIONS) {
    if (operation.amount) whole.set(operation.name, await overHttp(all, operation, turns));
  }
  tell("what goes on behind answers");
  const work = await atOnce(async (open) => {
    const found = new Map<string, Work>();
    await settled(open.version.url);
    for (const operation of OPERATIONS) {
      const { name, counted } = operation;
      const target = targetOf(open, operation);
      if (counted) found.set(name, await workPerRequest(open.version.url, target, counted));
    }
    return found;
  });
  tell("the worker on replayed answers");
  const replayed = new Map<string, number[][]>();
  const now = all.map(() => new Map<string, Asked>());
  for (const operation of OPERATIONS) {
    await atOnce(async (open, at) => {
      const recorded = await record(open.version.url, operation.name, targetOf(open, operation));
      await checkReplay(open, operation, recorded);
      now[at]?.set(operation.name, askedBy(recorded));
    });
    if (operation.runs)
      replayed.set(operation.name, await onReplays(all, operation, REPLAYED_TURNS * turns));
  }
  tell("statements in SQLite");
  const noted = await atOnce((open, at) => notedOf(open, join(folder, `copy-${at}`)));
  const sqlite = new Map<string, number[][]>();
  for (const { name } of OPERATIONS) {
    const each = noted.map((one) => ({
      database: one.database,
      sent: present(one.noted.get(name), name),
    }));
    sqlite.set(name, await inSqlite(each, REPLAYED_TURNS * turns));
  }
  return versions.map((_, at) => ({
    bare: bare[at] ?? [],
    operations: new Map(
      OPERATIONS.map(({ name }) => {
        const asked = present(now[at]?.get(name), name);
        const together = work[at]?.get(name);
        const measured = {
          ...{ now: asked, later: together ? less(together, asked) : null },
          whole: whole.get(name)?.[at] ?? [],
          replayed: replayed.get(name)?.[at] ?? [],
          sqlite: sqlite.get(name)?.[at] ?? [],
        };
        return [name, measured] as const;
      }),
    ),
  }));
}
