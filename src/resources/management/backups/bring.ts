import type { Db, Statement } from "../../../db/client";
import { readBatch, writeBatch } from "../../../db/commit";
import { type CopiedTable, copiedTables } from "../../../db/copy-rows";
import { assertErased } from "../../../db/erased-customers";
import { archivesAfter, readArchives } from "../../../db/event-archives";
import { countBehind, countFew, putChanges, putRows } from "../../../db/kept-rows";
import { param } from "../../../db/sql";
import type {
  BackupPartRow,
  BackupRow,
  RestoreRow,
  RestoreState,
} from "../../../db/tables/backups";
import { assertHeld, enterState, takeOver } from "../../../db/transits";
import type { Rows } from "../../async-actions/define";
import { insertProjectRow } from "../projects/store";
import { eraseNext } from "./erase";
import { archiveWithoutFile, changesIn, copyFile, rowsIn } from "./files";
import { comeForward, discardRestored, findRestore, findWebhooks, moveRestore } from "./store";
import type { Bench } from "./take";

// A backup becomes a project that is not there for anybody before all of it is: its rows stand
// aside, where no request, job or sweep looks, until the last step lets them in.

/**
 * What belongs to the project that there was, not to its copy: answers to its callers, what they
 * guessed, jobs that failed there, and what its receivers have yet to be told.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "idempotency_keys",
  "misses",
  "dead_jobs",
  "webhook_deliveries",
  "webhook_lanes",
  "webhook_spans",
]);

/** What is brought of a database. */
const broughtTables = async (db: Db): Promise<CopiedTable[]> =>
  (await copiedTables(db)).filter(({ name }) => !LEFT_OUT.has(name));

/** Each step is a worker of its own: one that is late brings nothing older than what has come. */
const holdOf = ({ project_id, id, cursor }: RestoreRow) => ({
  project_id,
  owner: id,
  epoch: cursor + 1,
});

interface Found {
  restore: RestoreRow;
  backup: BackupRow;
  part: BackupPartRow | null;
}

type Change = Partial<Pick<RestoreRow, "status" | "error" | "parts" | "rows">> & {
  state?: Partial<RestoreState>;
};

async function keep(
  { places, now }: Bench,
  before: RestoreRow,
  change: Change,
  beside: readonly Statement[] = [],
): Promise<RestoreRow | null> {
  const state = { ...before.state, ...change.state };
  const after = { ...before, ...change, state, updated_at: new Date(now()).toISOString() };
  const done = await writeBatch(places.control, [...moveRestore(before, after), ...beside]);
  return done.ok ? { ...after, cursor: before.cursor + 1 } : null;
}

/** Ends a restore that cannot go on; what it has brought is deleted by the sweep of projects. */
function fail(bench: Bench, restore: RestoreRow, error: string): Promise<RestoreRow | null> {
  const now = new Date(bench.now()).toISOString();
  return keep(bench, restore, { status: "FAILED", error }, [discardRestored(restore, now)]);
}

const damaged = ({ name }: BackupPartRow): string => `${name} is gone, or not as it was written`;

/** Lines of a part that one step brings, which reads all of it. */
const LINES: Rows = { least: 500, most: 2_000 };

/** The statements that bring some lines of a part; null where it is damaged. */
async function statementsOf(
  { files }: Bench,
  tables: readonly CopiedTable[],
  { restore, part, lines }: { restore: RestoreRow; part: BackupPartRow; lines: number },
): Promise<{ statements: Statement[]; left: number; brought: number } | null> {
  const project = param(restore.project_id);
  const { line } = restore.state;
  if (part.kind === "changes") {
    const changes = await changesIn(files, part);
    const next = changes?.slice(line, line + lines);
    if (!changes || !next) return null;
    const left = changes.length - line - next.length;
    return { statements: putChanges(tables, project, next), left, brought: next.length };
  }
  const rows = await rowsIn(files, part);
  const next = rows?.slice(line, line + lines);
  if (!rows || !next) return null;
  const table = tables.find(({ name }) => name === part.source);
  const statements = table ? putRows(table, project, next) : [];
  return { statements, left: rows.length - line - next.length, brought: next.length };
}

async function bringPart(bench: Bench, db: Db, { restore, part }: Found & { part: BackupPartRow }) {
  const isOver = { parts: restore.parts + 1, state: { line: 0 } };
  if (part.kind === "file") {
    const name = part.source.replace("/", `/${restore.project_id}/`);
    const bytes = await copyFile(bench.files, part.name, name);
    if (bytes === null) return fail(bench, restore, damaged(part));
    return keep(bench, restore, isOver);
  }
  const tables = await broughtTables(db);
  const lines = bench.rows(db, "restore", LINES);
  const found = await statementsOf(bench, tables, { restore, part, lines });
  if (!found) return fail(bench, restore, damaged(part));
  const hold = holdOf(restore);
  const entered = restore.cursor === 0 ? enterState(hold, "ASIDE") : [takeOver(hold)];
  const done = await writeBatch(db, [...entered, assertHeld(hold, "ASIDE"), ...found.statements]);
  if (!done.ok) return fail(bench, restore, `${part.name} breaks ${done.error.constraint}`);
  const line = restore.state.line + found.brought;
  const rows = restore.rows + (part.kind === "rows" ? found.brought : 0);
  return keep(bench, restore, { rows, ...(found.left > 0 ? { state: { line } } : isOver) });
}

/** Archives that one step looks for. */
const LOOKED_FOR = 500;

/** Looks whether each archive of events that has come has its file, too: the feed reads them. */
async function lookForFiles(bench: Bench, db: Db, { restore }: Found) {
  const project = { id: restore.project_id };
  const after = Number(restore.state.after ?? 0);
  const [rows = []] = await readBatch(db, [archivesAfter({ project }, after, LOOKED_FOR)]);
  const keys = readArchives({ project }, rows);
  const lost = await archiveWithoutFile(bench.files, keys);
  if (lost) return fail(bench, restore, `${lost} is gone`);
  const last = keys.at(-1);
  return keep(bench, restore, {
    state: last ? { after: String(last.last) } : { phase: "COUNTS", after: null },
  });
}

/**
 * How many rows a table has to have: at least and at most, where one that has many changed while it
 * was read. Of a backup of an earlier version the tables that are not counted came after it.
 */
function expectedOf({ counts, state }: BackupRow, name: string): readonly [number, number] {
  const exact = counts?.[name];
  if (exact !== undefined) return [exact, exact];
  if (!state.tables) return [0, Number.POSITIVE_INFINITY];
  const { rows, changed } = state.tables[name] ?? { rows: 0, changed: 0 };
  return [Math.max(0, rows - changed), rows + changed];
}

/** What is wrong with how many rows a table has; null where nothing is. */
function wrongIn(backup: BackupRow, name: string, has: number): string | null {
  const [least, most] = expectedOf(backup, name);
  if (has >= least && has <= most) return null;
  const had = least === most ? String(least) : `${least} to ${most}`;
  return `${name} has ${has} rows, and the backup ${had}`;
}

/** Keys that one step walks to count them. */
const COUNTED: Rows = { least: 2_000, most: 100_000 };

/** Walks on through a table that has many rows. */
async function walk(bench: Bench, db: Db, { restore, backup }: Found, table: CopiedTable) {
  const { project_id, state } = restore;
  const { after } = state;
  const rows = bench.rows(db, "count", COUNTED);
  const { counted, last } = await countBehind(db, table, { project_id, after, rows });
  if (last !== null) {
    return keep(bench, restore, { state: { after: last, counted: state.counted + counted } });
  }
  const wrong = wrongIn(backup, table.name, state.counted);
  if (wrong) return fail(bench, restore, wrong);
  return keep(bench, restore, { state: { table: state.table + 1, after: null, counted: 0 } });
}

/** Looks whether each table has as many rows as the backup says. */
async function count(bench: Bench, db: Db, found: Found) {
  const { restore, backup } = found;
  // Old entries of the log go by themselves.
  const tables = (await broughtTables(db)).filter(({ name }) => name !== "audit_log");
  const { table, after } = restore.state;
  const walked = tables[table];
  if (after !== null && walked) return walk(bench, db, found, walked);
  const left = tables.slice(table);
  const counts = await countFew(db, restore.project_id, left);
  const many = counts.indexOf(null);
  const few = many < 0 ? left : left.slice(0, many);
  const wrong = few.map(({ name }, at) => wrongIn(backup, name, counts[at] ?? 0)).find(Boolean);
  if (wrong) return fail(bench, restore, wrong);
  const next = left[few.length];
  if (!next) return keep(bench, restore, { state: { phase: "IN", after: null, counted: 0 } });
  const at = { ...restore, state: { ...restore.state, table: table + few.length } };
  return walk(bench, db, { ...found, restore: at }, next);
}

/**
 * Lets the project in. Sweeps change its rows from then on, so that nothing is counted again.
 * Before anybody can read it, those are taken out who were deleted for good since the backup was
 * made; where somebody was meanwhile, all of them are looked at again.
 */
async function letIn(bench: Bench, db: Db, { restore, backup }: Found) {
  const brought = await findWebhooks(db, restore.project_id);
  const webhooks = brought.map((row) => bench.ownWebhook(row, backup.project_id));
  const ready = await writeBatch(db, comeForward(holdOf(restore), webhooks));
  if (!ready.ok) return fail(bench, restore, `The copy breaks ${ready.error.constraint}`);
  const erased = await eraseNext(bench, db, { restore, backup });
  if (erased) return keep(bench, restore, { state: erased });
  const opened = await keep(bench, restore, { status: "DONE" }, [
    assertErased(backup.project_id, restore.state.counted),
    ...insertProjectRow(restore.project),
  ]);
  return opened ?? keep(bench, restore, { state: { after: null, counted: 0 } });
}

/** What is done next; behind the last part, first of all what has come is looked at. */
async function bring(bench: Bench, db: Db, found: Found) {
  const { part } = found;
  if (part) return bringPart(bench, db, { ...found, part });
  return keep(bench, found.restore, { state: { phase: "ARCHIVES", after: null } });
}

const PHASES = { PARTS: bring, ARCHIVES: lookForFiles, COUNTS: count, IN: letIn } as const;

/**
 * Does the next part of a restore; answers it as it then stands, null where there is no more to do,
 * or another worker does it.
 */
export async function stepRestore(bench: Bench, id: string): Promise<RestoreRow | null> {
  const found = await findRestore(bench.places.control, id);
  if (found?.restore.status !== "IN_PROGRESS") return null;
  const { restore, backup } = found;
  const db = bench.places.at(restore.project.place);
  const after = backup
    ? await PHASES[restore.state.phase](bench, db, { ...found, backup })
    : await fail(bench, restore, "The backup is gone");
  return after?.status === "IN_PROGRESS" ? after : null;
}
