import { forgetChanges, isWatching, startCapture, stopCapture } from "../../../db/capture";
import { tablesWithRows } from "../../../db/clear-rows";
import type { Db } from "../../../db/client";
import { readBatch, writeBatch } from "../../../db/commit";
import {
  type CopiedTable,
  copiedTables,
  hasLast,
  type Piece,
  readBehind,
} from "../../../db/copy-rows";
import { archiveName, archivesAfter, readArchives } from "../../../db/event-archives";
import { type KeptChange, readCut } from "../../../db/kept-rows";
import { MOVED_TABLES } from "../../../db/project-tables";
import type { BackupRow, BackupState } from "../../../db/tables/backups";
import type { WebhookRow } from "../../../db/tables/webhooks";
import { letGo } from "../../../db/transits";
import { deleteFiles } from "../../../lib/delete-files";
import type { Places } from "../../../scope/places";
import type { Rows } from "../../async-actions/define";
import type { Erasure } from "./erase";
import { copyFile, folderOf, MOST_FILES, nextFiles, type Written, writeLines } from "./files";
import { deleteBackup, findKept, insertParts, moveBackup } from "./store";

// A backup shows one moment of its project, which goes on meanwhile: all rows are read table by
// table while triggers note what changes; then what has changed is read, in rounds, until all that
// is left of it is read at once.

/** What a step works with. */
export interface Bench {
  places: Places;
  files: R2Bucket;
  /** A webhook as a copy of its project has it (`webhooks/copy.ts`). */
  ownWebhook: (row: WebhookRow, from: string) => WebhookRow;
  /** How customers are deleted for good in what a restore has brought. */
  erasure: Erasure;
  /** Epoch milliseconds. */
  now: () => number;
  /** How many rows of a database the step takes, which others ask, too (`async/pace.ts`). */
  rows: (db: Db, work: "backup" | "restore" | "count", bounds: Rows) => number;
}

/** Rows that one read takes, and one file has: each file is a row of its own, too. */
const ROWS: Rows = { least: 500, most: 2_000 };
/** So many changed rows of each table are read at once. */
const CHANGES = 500;

const holdOf = ({ project_id, id }: BackupRow) => ({ project_id, owner: id, epoch: 1 });

type Change = Partial<Omit<BackupRow, "state">> & { state?: Partial<BackupState> };

interface Step {
  change: Change;
  parts?: readonly Written[];
}

/** Commits what a step did; null where another worker has made it. */
async function keep(
  { places, now }: Bench,
  before: BackupRow,
  { change, parts = [] }: Step,
): Promise<BackupRow | null> {
  const sum = (of: (each: Written) => number) => parts.reduce((all, each) => all + of(each), 0);
  const after: BackupRow = {
    ...before,
    parts: before.parts + parts.length,
    rows: before.rows + sum(({ part }) => (part.kind === "rows" ? part.rows : 0)),
    bytes: before.bytes + sum(({ part }) => part.bytes),
    unpacked: before.unpacked + sum(({ unpacked }) => unpacked),
    ...change,
    state: { ...before.state, ...change.state },
    updated_at: new Date(now()).toISOString(),
  };
  const own = parts.map(({ part }, at) => ({
    ...part,
    backup_id: before.id,
    part: before.parts + at,
  }));
  const added = own.length > 0 ? [insertParts(own)] : [];
  const done = await writeBatch(places.control, [...added, ...moveBackup(before, after)]);
  return done.ok ? { ...after, cursor: before.cursor + 1 } : null;
}

/** Ends a backup that cannot go on, and what watches its project. */
async function fail(bench: Bench, row: BackupRow, error: string): Promise<BackupRow | null> {
  await stopCapture(bench.places.at(row.project.place), holdOf(row));
  return keep(bench, row, { change: { status: "FAILED", error } });
}

const GONE = "The project was deleted meanwhile";
const MOVED = "The project lives elsewhere by now";
const CHANGED = "The schema changed meanwhile, so that changes went unseen";

const WATCHED = MOVED_TABLES.map(([name]) => name);

/** Whether a version with other tables has begun it, by whose places among them it goes on. */
const isOfOthers = ({ state: { watched } }: BackupRow): boolean =>
  watched !== undefined && watched.join() !== WATCHED.join();

/**
 * Begins to watch the project where it lives. Once it is watched it neither moves nor goes; until
 * then it may have moved since the backup was asked for.
 */
async function watch(bench: Bench, db: Db, row: BackupRow) {
  const watched = await startCapture(db, holdOf(row));
  const project = await findKept(bench.places.control, row.project_id);
  if (!project) return fail(bench, row, GONE);
  if (project.place !== row.project.place) {
    await stopCapture(db, holdOf(row));
    return keep(bench, row, { change: { project } });
  }
  if (watched.ok) {
    return keep(bench, row, { change: { project, state: { phase: "ROWS", watched: WATCHED } } });
  }
  const error = "Other work has the project at the moment: a move, or another backup";
  const failed = await keep(bench, row, { change: { status: "FAILED", error } });
  // Another worker of it may watch the project since that work has ended.
  if (failed) await endEarly(bench, row);
  return failed;
}

/** The rows of a piece. The cast holds because the database has made such a list. */
const valuesIn = ({ values, rows }: Piece): (readonly unknown[])[] =>
  typeof values === "string" ? (JSON.parse(values) as unknown[][]) : rows > 0 ? [values] : [];

/** The next rows of the table at hand, or else the first ones of the next that has some. */
async function nextPiece(
  { rows: paced }: Bench,
  db: Db,
  tables: readonly CopiedTable[],
  { project_id, state }: BackupRow,
) {
  const rows = paced(db, "backup", ROWS);
  const table = state.after === null ? null : tables[state.table];
  const piece = table && (await readBehind(db, table, { project_id, after: state.after, rows }));
  if (piece && piece.last !== null) return { table, at: state.table, piece, rows };
  // A table that fills later is among what changes.
  const left = MOVED_TABLES.slice(table ? state.table + 1 : state.table);
  const [filled] = await tablesWithRows(db, project_id, left);
  const at = tables.findIndex(({ name }) => name === filled?.[0]);
  const next = tables[at];
  if (!next) return null;
  return {
    table: next,
    at,
    piece: await readBehind(db, next, { project_id, after: null, rows }),
    rows,
  };
}

type Told = NonNullable<BackupState["tables"]>;

/** What was read of each table, and now; one that an earlier version began tells nothing. */
function told({ state: { tables: before } }: BackupRow, now: Told): Pick<BackupState, "tables"> {
  if (!before) return {};
  const added = Object.entries(now).map(([name, { rows, changed }]) => [
    name,
    {
      rows: rows + (before[name]?.rows ?? 0),
      changed: changed + (before[name]?.changed ?? 0),
    },
  ]);
  return { tables: { ...before, ...Object.fromEntries(added) } };
}

/** How many of the changes are of each table. */
const changedIn = (changes: readonly KeptChange[]): Told =>
  Object.fromEntries(
    [...Map.groupBy(changes, ({ tab }) => tab)].map(([name, own]) => [
      name,
      { rows: 0, changed: own.length },
    ]),
  );

/** Reads the next rows into a file. */
async function readRows(bench: Bench, db: Db, row: BackupRow) {
  if (isOfOthers(row)) return fail(bench, row, CHANGED);
  const next = await nextPiece(bench, db, await copiedTables(db), row);
  if (!next) return keep(bench, row, { change: { state: { phase: "CHANGES" } } });
  const { table, at, piece, rows } = next;
  // Rows that come to a table that is over are among what changes: nobody runs after them.
  const seen = hasLast(piece, rows)
    ? { table: at + 1, after: null }
    : { table: at, after: piece.last };
  const lines = valuesIn(piece).map((values) =>
    Object.fromEntries(table.columns.map((column, place) => [column, values[place] ?? null])),
  );
  if (lines.length === 0) return keep(bench, row, { change: { state: seen } });
  const part = await writeLines(bench.files, row, { kind: "rows", source: table.name, lines });
  const tables = told(row, { [table.name]: { rows: lines.length, changed: 0 } });
  return keep(bench, row, { change: { state: { ...seen, ...tables } }, parts: [part] });
}

/** Reads what has changed since; where that is all there is, the backup shows this moment. */
async function readChanges(bench: Bench, db: Db, row: BackupRow) {
  if (isOfOthers(row) || !(await isWatching(db, row.project_id))) return fail(bench, row, CHANGED);
  const { project_id } = row;
  const { changes, noted, counts } = await readCut(db, await copiedTables(db), {
    project_id,
    most: CHANGES,
  });
  const project = await findKept(bench.places.control, project_id);
  if (!project) return fail(bench, row, GONE);
  if (project.place !== row.project.place) return fail(bench, row, MOVED);
  const taken_at = new Date(bench.now()).toISOString();
  const tables = told(row, changedIn(changes));
  const taken: Change = counts
    ? { project, counts, taken_at, state: { phase: "FILES", ...tables } }
    : { state: tables };
  const source = "changes";
  const lines = changes.length > 0 ? ({ kind: source, source, lines: changes } as const) : null;
  const parts = lines ? [await writeLines(bench.files, row, lines)] : [];
  const after = await keep(bench, row, { change: taken, parts });
  if (!after) return null;
  if (!counts) await writeBatch(db, forgetChanges(holdOf(row), noted));
  return after;
}

/** Copies a file of the project's own; null where there is none. */
async function copyOne({ files }: Bench, row: BackupRow, from: string): Promise<Written | null> {
  const source = from.replace(`/${row.project_id}/`, "/");
  const name = `${folderOf(row)}files/${source}`;
  const bytes = await copyFile(files, from, name);
  if (bytes === null) return null;
  return { part: { kind: "file", name, source, rows: 0, bytes, sha256: null }, unpacked: 0 };
}

/**
 * Copies the project's own files, some at a time: those of the archive of events that the database
 * names, where the project lives by now, each of which has to be there; then all others.
 */
async function copyFiles(bench: Bench, db: Db, row: BackupRow) {
  // What the backup shows is read: nobody need note any more what changes.
  await stopCapture(db, holdOf(row));
  const { project_id, state } = row;
  const project = await findKept(bench.places.control, project_id);
  if (!project) return fail(bench, row, GONE);
  const [found = []] = await readBatch(bench.places.at(project.place), [
    archivesAfter({ project }, state.archived ?? 0, MOST_FILES),
  ]);
  const archives = readArchives({ project }, found);
  const last = archives.at(-1);
  const names = last
    ? archives.map(archiveName)
    : await nextFiles(bench.files, project_id, state.file);
  if (names.length === 0) {
    return keep(bench, row, { change: { status: "DONE", state: { phase: "END" } } });
  }
  const copied = await Promise.all(names.map((from) => copyOne(bench, row, from)));
  const lost = last && names.find((_, at) => copied[at] === null);
  if (lost) return fail(bench, row, `${lost} is gone`);
  return keep(bench, row, {
    change: { state: last ? { archived: last.last } : { file: names.at(-1) ?? null } },
    // Another one that has just gone has gone out of the project, too.
    parts: copied.filter((each) => each !== null),
  });
}

/** A worker of a backup that was ended may still write a file for so long (milliseconds). */
const LATE_MS = 60_000;

/** Ends what a backup does that is over before its end, and bars its workers for good. */
async function endEarly({ places }: Bench, row: BackupRow): Promise<void> {
  const db = places.at(row.project.place);
  await stopCapture(db, holdOf(row));
  await writeBatch(db, letGo(holdOf(row)));
}

async function removeOne(bench: Bench, row: BackupRow): Promise<BackupRow | null> {
  const { places, files, now } = bench;
  const isWhole = row.state.phase === "END";
  if (!isWhole) await endEarly(bench, row);
  if (await deleteFiles(files, folderOf(row))) return row;
  // A sweep comes again for those of a worker that is late.
  if (!isWhole && now() - Date.parse(row.updated_at) < LATE_MS) return null;
  await writeBatch(places.control, deleteBackup(row.id));
  return null;
}

const PHASES = { WATCH: watch, ROWS: readRows, CHANGES: readChanges, FILES: copyFiles } as const;

/**
 * Does the next part of a backup, or of its removal; answers it as it then stands, null where there
 * is no more to do, or another worker does it.
 */
export async function stepBackup(bench: Bench, row: BackupRow): Promise<BackupRow | null> {
  if (row.status === "REMOVED") return removeOne(bench, row);
  const { phase } = row.state;
  if (row.status !== "IN_PROGRESS" || phase === "END") return null;
  const after = await PHASES[phase](bench, bench.places.at(row.project.place), row);
  return after?.status === "IN_PROGRESS" ? after : null;
}
