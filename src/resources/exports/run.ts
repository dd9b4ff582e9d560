import type * as z from "zod";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import type { AsyncActionRow, ExportRow } from "../../db/tables/work";
import { ApiError } from "../../errors";
import { assert } from "../../lib/assert";
import { isoNow, type Scope } from "../../scope/scope";
import { afterStep, defineAction, type Running, running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { countOn } from "./counting";
import { EXPORT } from "./create";
import { KINDS } from "./kinds";
import { manifestOf } from "./manifest";
import { findPiece, type Piece, pieceName, putPiece, removeFile } from "./pieces";
import { type Job, type Limits, type Made, readPiece, readRun } from "./reading";
import { removeRuns, runName } from "./runs";
import { ExportedObject, ExportParameters } from "./schema";
import { selectionOf } from "./selection";
import { decodeExport, exportById, moveExport } from "./store";

/** Rows that are read at once. */
const ROWS = { least: 100, most: 500 };
const PAGES = 10;
/**
 * Rows that a piece of the file has at least, and a run is sorted for, however small their pages
 * are: who downloads the file asks for each piece, and each piece of a sorted one for all runs.
 */
const PIECE_ROWS = 2_000;
const RUN_ROWS = 5_000;

/** Each page is a statement, of which a step sends only so many. */
const MOST_PAGES = 50;

const pagesFor = (least: number, rows: number): number =>
  Math.min(MOST_PAGES, Math.max(PAGES, Math.ceil(least / rows)));

/** What one step does that reads so many rows at once. */
export const limitsOf = (rows: number): Limits => ({
  rows,
  pages: pagesFor(PIECE_ROWS, rows),
  runPages: pagesFor(RUN_ROWS, rows),
  characters: 4 * 1024 * 1024,
  counted: 20_000,
});

/** An export that is not finished after so long (milliseconds) has failed. */
const GIVEN_UP_MS = 86_400_000;

type State = z.infer<typeof EXPORT.state>;
type Exporting = Running<z.infer<typeof EXPORT.input>, State>;

/** What a step came to: rows of the file and those it looked at, and where the next one goes on. */
interface Stepped {
  rows: number;
  looked: number;
  isLast: boolean;
  state: State;
}

/** Null where its filters can be decided no more, as when a location that they name is deleted. */
async function jobOf(
  scope: Scope,
  row: ExportRow,
  { input }: Exporting,
  limits: Limits,
): Promise<Job | null> {
  const kind = KINDS[ExportedObject.parse(row.exported_object)];
  const { order, fields, filters } = ExportParameters.parse(row.parameters);
  // As of when it was asked for, so that a step that is made again finds the same.
  const asked = { ...scope, now: Date.parse(row.created_at) };
  const selection = await selectionOf(asked, kind, {
    order,
    filters: input.filters ?? filters ?? {},
    within: input.within,
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.key === "invalid_query_params") return null;
    throw error;
  });
  return selection && { scope, row, kind, selection, columns: fields ?? kind.defaults, limits };
}

/**
 * A part that is written at most once: where a worker before was cut off after writing it, or is
 * quicker, its part counts, so that what follows goes on from where that one ends.
 */
async function once(files: R2Bucket, name: string, make: () => Promise<Made>): Promise<Piece> {
  const found = await findPiece(files, name);
  if (found) return found;
  const { piece, bytes } = await make();
  if (await putPiece(files, name, piece, bytes)) return piece;
  const other = await findPiece(files, name);
  assert(other, "a piece that is in the way is there");
  return other;
}

/** The next run of keys: behind the last one the file begins. */
async function oneRun(job: Job, { row: { cursor }, state }: Exporting): Promise<Stepped> {
  const at = cursor - state.counts;
  const name = runName(job.row, at);
  const run = await once(job.scope.files, name, () => readRun(job, state.after));
  return {
    rows: 0,
    looked: run.looked,
    isLast: false,
    state: run.isLast
      ? { ...state, after: "", runs: at + 1 }
      : { ...state, after: run.after, runs: null },
  };
}

/** The next piece of the file. Runs that it no longer needs go before it is told of. */
async function onePiece(job: Job, { row: { cursor }, state }: Exporting): Promise<Stepped> {
  const { files } = job.scope;
  const at = cursor - state.counts - (state.runs ?? 0);
  const { after, hash, ...piece } = await once(files, pieceName(job.row, at), () =>
    readPiece(job, state, at === 0),
  );
  if (piece.isLast && state.runs !== null) await removeRuns(files, job.row, state.runs);
  return { ...piece, state: { ...state, after, hash } };
}

/** The export that the work is of; null once it is deleted. */
async function rowOf(scope: Scope, exportId: string): Promise<ExportRow | null> {
  const { rows } = await load(scope, { rows: exportById(scope.project.id, exportId) });
  return rows[0] ? decodeExport(rows[0]) : null;
}

/** Removes the file of an export that is deleted, as far as it was written. */
const removeFileOf = (scope: Scope, exportId: string): Promise<void> =>
  removeFile(scope.files, { project_id: scope.project.id, id: exportId });

/**
 * Ends the work: its export is over, was deleted, has taken too long, or can be written no more.
 * The file of one that was deleted goes first, since nobody comes again once the work is over.
 */
async function end(
  scope: Scope,
  work: Exporting,
  row: ExportRow | null,
): Promise<AsyncActionRow | null> {
  const isLate = row !== null && row.status !== "DONE" && row.status !== "ERROR";
  const { row: action, input } = work;
  if (!row) await removeFileOf(scope, input.export_id);
  const after = afterStep(scope, work, {
    status: "DONE",
    operation_status: "FAILED",
    result: { export_id: input.export_id },
  });
  const result = await commit(scope, {
    statements: [
      moveAction(action, after),
      ...(isLate ? moveExport(row, { status: "ERROR", updated_at: isoNow(scope) }) : []),
    ],
    answer: DONE,
  });
  return result.ok ? after : null;
}

/** Rows of the file so far. */
const rowsSoFar = ({ row, state }: Exporting): number => state.rows ?? row.done;

/**
 * Writes down what a step has made; the action first, since a worker that is late must fail on it.
 */
function advance(
  scope: Scope,
  work: Exporting,
  row: ExportRow,
  { looked, isLast, state, ...made }: Stepped,
) {
  const { row: action } = work;
  const rows = rowsSoFar(work) + made.rows;
  const done = action.done + looked;
  const after = afterStep(scope, work, {
    done,
    // More may have come since they were counted.
    total: Math.max(action.total, done + 1),
    state: { ...state, rows },
    ...(isLast && {
      ...{ done: rows, total: rows },
      status: "DONE",
      operation_status: "SUCCESS",
      result: { export_id: row.id },
    }),
  });
  const status = isLast ? "DONE" : "IN_PROGRESS";
  const manifest = isLast ? manifestOf(state, rows) : null;
  const moved = moveExport(row, { status, updated_at: isoNow(scope), manifest });
  const statements = [moveAction(action, after), ...moved];
  return { after, statements };
}

/** The work with what it is going to look at counted on; that takes steps of its own if need be. */
async function counted(job: Job, work: Exporting): Promise<Exporting> {
  const { row, state } = work;
  if (state.counted === null) return work;
  const { isWhole, ...so } = await countOn(job, state.counted);
  return {
    ...work,
    row: { ...row, total: so.total },
    state: isWhole
      ? { ...state, counted: null }
      : { ...state, counted: so, counts: state.counts + 1 },
  };
}

/** The next piece of the file, or run where it has to be sorted first. */
async function oneStep(job: Job, work: Exporting): Promise<Stepped> {
  const { state } = work;
  if (state.counted !== null) return { rows: 0, looked: 0, isLast: false, state };
  const isSorting = job.selection.sort !== null && state.runs === null;
  return isSorting ? oneRun(job, work) : onePiece(job, work);
}

/**
 * One step with limits of its own: one piece of the file, or one run of keys or a count before the
 * first, and the export's row that tells of it.
 */
export async function exportPiece(
  scope: Scope,
  action: AsyncActionRow,
  limits: Limits,
): Promise<AsyncActionRow | null> {
  const begun = running(EXPORT, action);
  const { export_id } = begun.input;
  const row = await rowOf(scope, export_id);
  const isOpen = row?.status === "SCHEDULED" || row?.status === "IN_PROGRESS";
  if (!isOpen || scope.now - Date.parse(row.created_at) > GIVEN_UP_MS) {
    return end(scope, begun, row);
  }
  const job = await jobOf(scope, row, begun, limits);
  if (!job) return end(scope, begun, row);
  const work = await counted(job, begun);
  const { after, statements } = advance(scope, work, row, await oneStep(job, work));
  const result = await commit(scope, { statements, answer: DONE });
  if (result.ok) return after;
  // The export was deleted meanwhile: the next attempt finds that, and deletes the piece too.
  if (result.error.constraint === "export_gone") return exportPiece(scope, action, limits);
  // Where another worker has ended the work of a deleted export, nobody else removes this piece.
  if ((await rowOf(scope, export_id)) === null) await removeFileOf(scope, export_id);
  return null;
}

/** A step of an export: bounded reads along the key, one piece of the file, one commit. */
export const runExport = defineAction({
  ...EXPORT,
  rows: ROWS,
  step: (scope, { row }, rows) => exportPiece(scope, row, limitsOf(rows)),
});
