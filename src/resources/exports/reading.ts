import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import type { ExportRow } from "../../db/tables/work";
import { hashOn } from "../../lib/running-hash";
import type { Scope } from "../../scope/scope";
import { type Cell, cellOf, type ExportKind, titleOf } from "./kind";
import { keysOf, pageOf, placeOf, rowsOf } from "./kinds/rows";
import type { Piece, Reached } from "./pieces";
import { type Entry, merge, runBytes } from "./runs";
import { isWanted, type Selection } from "./selection";

/** How much one step holds in memory: it reads pages of rows until it has so many characters. */
export interface Limits {
  rows: number;
  pages: number;
  /** Pages of keys where a step sorts them. */
  runPages: number;
  characters: number;
  /** Rows that it counts at most, before the first is read. */
  counted: number;
}

/** An export at one of its steps. */
export interface Job {
  scope: Scope;
  row: ExportRow;
  kind: ExportKind;
  selection: Selection;
  columns: readonly string[];
  limits: Limits;
}

/** A piece or a run, which is not stored yet. */
export interface Made {
  piece: Piece;
  bytes: Uint8Array;
}

interface Taken {
  found: RawRow[];
  /** Rows that were looked at for them. */
  looked: number;
  after: string;
  isLast: boolean;
}

/** The next rows of the file, so many at a time. */
type Take = (limit: number) => Promise<Taken>;

function alongKey({ scope, kind, selection }: Job, from: string): Take {
  let after = from;
  return async (limit) => {
    const page = pageOf(scope, kind, selection, { after, limit });
    const { found } = await load(scope, { found: page });
    const last = found.at(-1);
    if (last) after = placeOf(kind, last);
    return { found, looked: found.length, after, isLast: found.length < limit };
  };
}

/** Rows that are gone since their keys were sorted are left out. */
async function alongRuns(job: Job, runs: number, after: string): Promise<Take> {
  const { scope, row, kind, selection } = job;
  const { isDescending } = selection;
  const merged = await merge(scope.files, row, { runs, after, isDescending });
  return async (limit) => {
    const { keys, ...place } = await merged.take(limit);
    const { found } = await load(scope, { found: rowsOf(scope, kind, selection, keys) });
    const byKey = new Map(found.map((raw) => [placeOf(kind, raw), raw]));
    const sorted = keys.map((key) => byKey.get(key)).filter((raw) => raw !== undefined);
    return { found: sorted, looked: keys.length, ...place };
  };
}

/** Loaded with the first export: most isolates never write one. */
const csv = () => import("./csv");

/** Those of the rows that the export takes, as CSV. */
async function written({ scope, kind, selection, columns }: Job, found: readonly RawRow[]) {
  const { csvOf } = await csv();
  const wanted = found.flatMap((raw) => {
    const cells: Record<string, Cell> | null = isWanted(selection, raw)
      ? kind.cells(raw, scope)
      : null;
    return cells ? [cells] : [];
  });
  const text = csvOf(wanted.map((cells) => columns.map((column) => cellOf(cells, column))));
  return { text, rows: wanted.length };
}

/** Between two pages others have their turn (milliseconds). */
const REST_MS = 5;

/** The next piece of the file: the titles, if it is the first, and the rows of some pages. */
export async function readPiece(
  job: Job,
  { after, hash, runs }: Reached & { runs: number | null },
  isFirst: boolean,
): Promise<Made> {
  const { scope, limits, columns } = job;
  const take = await (runs === null ? alongKey(job, after) : alongRuns(job, runs, after));
  const { csvOf } = await csv();
  let part = { after, rows: 0, looked: 0, isLast: false };
  let text = isFirst ? csvOf([columns.map(titleOf)]) : "";
  for (
    let pages = 0;
    !part.isLast && pages < limits.pages && text.length < limits.characters;
    pages++
  ) {
    if (pages > 0) await scope.sleep(REST_MS);
    const { found, looked, ...place } = await take(limits.rows);
    const page = await written(job, found);
    text += page.text;
    part = { ...place, rows: part.rows + page.rows, looked: part.looked + looked };
  }
  const bytes = new TextEncoder().encode(text);
  return { piece: { ...part, hash: hash && hashOn(hash, bytes) }, bytes };
}

/** So many more keys than rows are read at once, being so much smaller. */
const KEYS_FOR_A_ROW = 10;

/** The next run: the keys of the rows behind a place of the walk along them, sorted. */
export async function readRun(job: Job, from: string): Promise<Made> {
  const { scope, kind, selection, limits } = job;
  const limit = limits.rows * KEYS_FOR_A_ROW;
  const entries: Entry[] = [];
  let place = { after: from, isLast: false };
  let looked = 0;
  let characters = 0;
  for (
    let pages = 0;
    !place.isLast && pages < limits.runPages && characters < limits.characters;
    pages++
  ) {
    if (pages > 0) await scope.sleep(REST_MS);
    const page = keysOf(scope, kind, selection, { after: place.after, limit });
    const { found } = await load(scope, { found: page });
    const wanted = found.filter((raw) => isWanted(selection, raw));
    const read = wanted.map((raw) => entryOf(kind, raw));
    characters += read.reduce((sum, [sorted]) => sum + (sorted?.length ?? 0), 0);
    entries.push(...read);
    looked += found.length;
    const last = found.at(-1);
    place = { after: last ? placeOf(kind, last) : place.after, isLast: found.length < limit };
  }
  const bytes = runBytes(entries, selection.isDescending);
  return { piece: { ...place, hash: "", rows: entries.length, looked }, bytes };
}

const entryOf = (kind: ExportKind, raw: RawRow): Entry => [
  raw.sorted === null ? null : String(raw.sorted),
  placeOf(kind, raw),
];
