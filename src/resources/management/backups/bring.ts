import { countRows } from "../../../db/clear-rows";
import type { Db, Statement } from "../../../db/client";
import { writeBatch } from "../../../db/commit";
import { type CopiedTable, copiedTables } from "../../../db/copy-rows";
import { putChanges, putRows } from "../../../db/kept-rows";
import { TABLES } from "../../../db/project-tables";
import { param } from "../../../db/sql";
import type { BackupPartRow, BackupRow, RestoreRow } from "../../../db/tables/backups";
import { assertHeld, enterState } from "../../../db/transits";
import { insertProjectRow } from "../projects/store";
import { changesIn, copyFile, rowsIn } from "./files";
import { comeForward, discardRestored, findRestore, moveRestore } from "./store";
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

/** Of these the backup says how many rows there are: old entries of the log go by themselves. */
const COUNTED = TABLES.filter(([name]) => !LEFT_OUT.has(name));

const holdOf = ({ project_id, id }: RestoreRow) => ({ project_id, owner: id, epoch: 1 });

interface Found {
  restore: RestoreRow;
  backup: BackupRow;
  part: BackupPartRow | null;
}

type Change = Partial<Pick<RestoreRow, "status" | "error" | "parts" | "rows">>;

async function keep(
  { places, now }: Bench,
  before: RestoreRow,
  change: Change,
  beside: readonly Statement[] = [],
): Promise<RestoreRow | null> {
  const after = { ...before, ...change, updated_at: new Date(now()).toISOString() };
  const done = await writeBatch(places.control, [...moveRestore(before, after), ...beside]);
  return done.ok ? { ...after, cursor: before.cursor + 1 } : null;
}

/** Ends a restore that cannot go on; what it has brought is deleted by the sweep of projects. */
function fail(bench: Bench, restore: RestoreRow, error: string): Promise<RestoreRow | null> {
  const now = new Date(bench.now()).toISOString();
  return keep(bench, restore, { status: "FAILED", error }, [discardRestored(restore, now)]);
}

const damaged = ({ name }: BackupPartRow): string => `${name} is gone, or not as it was written`;

/** The statements that bring one part, and its rows; null where it is damaged. */
async function statementsOf(
  { files }: Bench,
  tables: readonly CopiedTable[],
  { restore, part }: { restore: RestoreRow; part: BackupPartRow },
) {
  const project = param(restore.project_id);
  if (part.kind === "changes") {
    const changes = await changesIn(files, part);
    return changes && { statements: putChanges(tables, project, changes), rows: 0 };
  }
  const rows = await rowsIn(files, part);
  const table = tables.find(({ name }) => name === part.source);
  return rows && { statements: table ? putRows(table, project, rows) : [], rows: rows.length };
}

async function bringPart(bench: Bench, db: Db, { restore, part }: Found & { part: BackupPartRow }) {
  const parts = restore.parts + 1;
  if (part.kind === "file") {
    const name = part.source.replace("/", `/${restore.project_id}/`);
    const bytes = await copyFile(bench.files, part.name, name);
    if (bytes === null) return fail(bench, restore, damaged(part));
    return keep(bench, restore, { parts });
  }
  const tables = (await copiedTables(db)).filter(({ name }) => !LEFT_OUT.has(name));
  const found = await statementsOf(bench, tables, { restore, part });
  if (!found) return fail(bench, restore, damaged(part));
  const hold = holdOf(restore);
  const entered = restore.parts === 0 ? enterState(hold, "ASIDE") : [];
  const done = await writeBatch(db, [...entered, assertHeld(hold, "ASIDE"), ...found.statements]);
  if (!done.ok) return fail(bench, restore, `${part.name} breaks ${done.error.constraint}`);
  return keep(bench, restore, { parts, rows: restore.rows + found.rows });
}

/** Lets the project in once every table has as many rows as the backup says. */
async function letIn(bench: Bench, db: Db, { restore, backup }: Found) {
  const counts = await countRows(db, restore.project_id, COUNTED);
  const wrong = COUNTED.map(([name], at) => ({
    name,
    has: counts[at],
    had: backup.counts?.[name] ?? 0,
  })).find(({ has, had }) => has !== had);
  if (wrong) {
    const { name, has, had } = wrong;
    return fail(bench, restore, `${name} has ${has} rows, and the backup ${had}`);
  }
  const ready = await writeBatch(db, comeForward(holdOf(restore)));
  if (!ready.ok) return fail(bench, restore, `The copy breaks ${ready.error.constraint}`);
  return keep(bench, restore, { status: "DONE" }, insertProjectRow(restore.project));
}

/**
 * Does the next part of a restore; answers it as it then stands, null where there is no more to do,
 * or another worker does it.
 */
export async function stepRestore(bench: Bench, id: string): Promise<RestoreRow | null> {
  const found = await findRestore(bench.places.control, id);
  if (found?.restore.status !== "IN_PROGRESS") return null;
  const db = bench.places.at(found.restore.project.place);
  const { part } = found;
  const after = part
    ? await bringPart(bench, db, { ...found, part })
    : await letIn(bench, db, found);
  return after?.status === "IN_PROGRESS" ? after : null;
}
