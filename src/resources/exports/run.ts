import type * as z from "zod";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import type { AsyncActionRow, ExportRow } from "../../db/tables/work";
import { assert } from "../../lib/assert";
import { hashOn } from "../../lib/running-hash";
import { isoNow, type Scope } from "../../scope/scope";
import { afterStep, defineAction, type Running, running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { EXPORT } from "./create";
import { type Cell, cellOf, type ExportKind, titleOf } from "./kind";
import { KINDS } from "./kinds";
import { manifestOf } from "./manifest";
import { findPiece, type Piece, putPiece, type Reached, removeFile } from "./pieces";
import { isWanted, pageOf, placeOf, type Selection, selectionOf } from "./rows";
import { ExportedObject, ExportParameters } from "./schema";
import { decodeExport, exportById, moveExport } from "./store";

/** How much one step holds in memory: it reads pages of rows until it has so many characters. */
export interface Limits {
  rows: number;
  pages: number;
  characters: number;
}

const LIMITS: Limits = { rows: 500, pages: 10, characters: 4 * 1024 * 1024 };

/** An export that is not finished after so long (milliseconds) has failed. */
const GIVEN_UP_MS = 86_400_000;

type Exporting = Running<z.infer<typeof EXPORT.input>, z.infer<typeof EXPORT.state>>;

interface Work {
  scope: Scope;
  row: ExportRow;
  kind: ExportKind;
  selection: Selection;
  columns: readonly string[];
  limits: Limits;
}

function workOf(scope: Scope, row: ExportRow, { input }: Exporting, limits: Limits): Work {
  const kind = KINDS[ExportedObject.parse(row.exported_object)];
  const { order, fields, filters } = ExportParameters.parse(row.parameters);
  // As of when it was asked for, so that a step that is made again finds the same.
  const asked = { ...scope, now: Date.parse(row.created_at) };
  const selection = selectionOf(asked, kind, {
    order,
    filters: input.filters ?? filters ?? {},
    within: input.within,
  });
  return { scope, row, kind, selection, columns: fields ?? kind.defaults, limits };
}

/** Loaded with the first export: most isolates never write one. */
const csv = () => import("./csv");

/** Rows after a key as CSV. */
async function readPage({ scope, kind, selection, columns, limits }: Work, after: string) {
  const { csvOf } = await csv();
  const query = pageOf(scope, kind, selection, { after, limit: limits.rows });
  const { found } = await load(scope, { found: query });
  const last = found.at(-1);
  const wanted = found.flatMap((raw) => {
    const cells: Record<string, Cell> | null = isWanted(selection, raw)
      ? kind.cells(raw, scope)
      : null;
    return cells ? [cells] : [];
  });
  return {
    text: csvOf(wanted.map((cells) => columns.map((column) => cellOf(cells, column)))),
    after: last ? placeOf(kind, last) : after,
    rows: wanted.length,
    isLast: found.length < limits.rows,
  };
}

/** The next piece of the file: the titles, if it is the first, and the rows of some pages. */
async function readPiece(work: Work, from: Reached, isFirst: boolean) {
  const { limits, columns } = work;
  const { csvOf } = await csv();
  let part = { after: from.after, rows: 0, isLast: false };
  let text = isFirst ? csvOf([columns.map(titleOf)]) : "";
  for (
    let pages = 0;
    !part.isLast && pages < limits.pages && text.length < limits.characters;
    pages++
  ) {
    const page = await readPage(work, part.after);
    text += page.text;
    part = { after: page.after, rows: part.rows + page.rows, isLast: page.isLast };
  }
  const bytes = new TextEncoder().encode(text);
  const piece: Piece = { ...part, hash: from.hash && hashOn(from.hash, bytes) };
  return { piece, bytes };
}

/**
 * Piece `at` of the file, written at most once: where a worker before was cut off after writing it,
 * or is quicker, its piece counts, so that what follows goes on from where that one ends.
 */
async function onePiece(work: Work, at: number, from: Reached): Promise<Piece> {
  const { files } = work.scope;
  const found = await findPiece(files, work.row, at);
  if (found) return found;
  const { piece, bytes } = await readPiece(work, from, at === 0);
  if (await putPiece(files, { owner: work.row, at }, piece, bytes)) return piece;
  const other = await findPiece(files, work.row, at);
  assert(other, "a piece that is in the way is there");
  return other;
}

/** Ends the work: its export is over, was deleted, or has taken too long. */
async function end(
  scope: Scope,
  work: Exporting,
  row: ExportRow | null,
): Promise<AsyncActionRow | null> {
  const isLate = row !== null && row.status !== "DONE" && row.status !== "ERROR";
  const { row: action, input } = work;
  const after = afterStep(scope, work, {
    status: "DONE",
    operation_status: "FAILED",
    result: { ...input },
  });
  const result = await commit(scope, {
    statements: [
      moveAction(action, after),
      ...(isLate ? moveExport(row, { status: "ERROR", updated_at: isoNow(scope) }) : []),
    ],
    answer: DONE,
  });
  if (!row) await removeFile(scope.files, { project_id: scope.project.id, id: input.export_id });
  return result.ok ? after : null;
}

/**
 * Writes down that a piece stands; the action first, since a worker that is late must fail on it.
 */
function advance(scope: Scope, work: Exporting, row: ExportRow, piece: Piece) {
  const { row: action } = work;
  const done = action.done + piece.rows;
  const after = afterStep(scope, work, {
    done,
    total: done,
    state: { after: piece.after, hash: piece.hash },
    ...(piece.isLast && {
      status: "DONE",
      operation_status: "SUCCESS",
      result: { export_id: row.id },
    }),
  });
  const status = piece.isLast ? "DONE" : "IN_PROGRESS";
  const manifest = piece.isLast ? manifestOf(piece, done) : null;
  const moved = moveExport(row, { status, updated_at: isoNow(scope), manifest });
  const statements = [moveAction(action, after), ...moved];
  return { after, statements };
}

/**
 * One step with limits of its own: one piece of the file, and the export's row that tells of it.
 */
export async function exportPiece(
  scope: Scope,
  action: AsyncActionRow,
  limits: Limits,
): Promise<AsyncActionRow | null> {
  const work = running(EXPORT, action);
  const [found] = (await load(scope, { rows: exportById(scope.project.id, work.input.export_id) }))
    .rows;
  const row = found ? decodeExport(found) : null;
  const isOpen = row?.status === "SCHEDULED" || row?.status === "IN_PROGRESS";
  if (!isOpen || scope.now - Date.parse(row.created_at) > GIVEN_UP_MS) {
    return end(scope, work, row);
  }
  const piece = await onePiece(workOf(scope, row, work, limits), action.cursor, work.state);
  const { after, statements } = advance(scope, work, row, piece);
  const result = await commit(scope, { statements, answer: DONE });
  if (result.ok) return after;
  // The export was deleted meanwhile: the next attempt finds that, and deletes the piece too.
  return result.error.constraint === "export_gone" ? exportPiece(scope, action, limits) : null;
}

/** A step of an export: bounded reads along the key, one piece of the file, one commit. */
export const runExport = defineAction({
  ...EXPORT,
  step: (scope, { row }) => exportPiece(scope, row, LIMITS),
});
