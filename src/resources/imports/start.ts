import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { Replay } from "../../commit/stored-answer";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { type Begin, beginAction } from "../async-actions/define";
import { refuseHeavy } from "../async-actions/refuse-heavy";
import { getCampaign, type StoredCampaign } from "../campaigns/store";
import { layoutOf } from "./columns";
import { fileKey, importFile, putFile } from "./file";
import { jsonElements } from "./json";
import { CHECK, FINISH, type Kind } from "./kind";
import { importType, KINDS } from "./kinds";
import type { Names } from "./rows";
import type { ImportInput, ImportKind, ImportState, Line } from "./schema";
import { invalid } from "./text";

export interface ImportRequest {
  kind: ImportKind;
  format: "csv" | "json";
  bytes: Uint8Array;
  /** Id or name of the campaign that codes go into. */
  campaign?: string;
}

/** The rows of an upload, and its title line. */
interface Read {
  header: string[] | null;
  lines: Generator<Line>;
}

/** Says of a row that it names what an earlier one names; the first stays as it is. */
function repetitions(scope: Scope, { identity: { path, of } }: Kind, titles: Names["titles"]) {
  const first = new Map<string, number>();
  return (row: number, body: unknown): Line[2] => {
    const name = of(scope, body);
    const before = name === null ? undefined : first.get(name);
    if (before !== undefined) {
      return { column: titles[path] ?? path, reason: `is the same as in row ${before}` };
    }
    if (name !== null) first.set(name, row);
    return null;
  };
}

/** A record has as many cells as the title line; empty ones behind them count for nothing. */
function countDefect(cells: readonly string[], count: number): Line[2] {
  const isLong = cells.slice(count).some((cell) => cell.trim() !== "");
  if (cells.length >= count && !isLong) return null;
  return { reason: `has ${cells.length} cells, the first row has ${count}` };
}

/** Cells are kept as they are: with the titles in each row a file would grow beyond all bounds. */
async function readCsv(
  scope: Scope,
  kind: Kind,
  campaign: StoredCampaign | null,
  bytes: Uint8Array,
): Promise<Read> {
  // Loaded with the first file: most isolates never read one.
  const { csvRecords } = await import("./csv");
  const records = csvRecords(bytes);
  const head = records.next();
  if (head.done) throw invalid("The file has no rows");
  const header = head.value.cells;
  const layout = layoutOf(kind.sheet, header);
  const repeated = repetitions(scope, kind, layout.titles);
  function* lines(): Generator<Line> {
    for (const { row, cells } of records) {
      if (cells.every((cell) => cell.trim() === "")) continue;
      const body = kind.shape(scope, layout.read(scope, cells), campaign);
      yield [row, cells, countDefect(cells, layout.count) ?? repeated(row, body)];
    }
  }
  return { header, lines: lines() };
}

function readJson(scope: Scope, kind: Kind, bytes: Uint8Array): Read {
  const repeated = repetitions(scope, kind, {});
  function* lines(): Generator<Line> {
    for (const { row, body } of jsonElements(bytes)) yield [row, body, repeated(row, body)];
  }
  return { header: null, lines: lines() };
}

/** The campaign of the request, and the look-up of an idempotency key before anything is stored. */
async function targetOf(scope: Scope, { campaign }: ImportRequest): Promise<StoredCampaign | null> {
  if (campaign === undefined) {
    if (scope.claim) await load(scope, []);
    return null;
  }
  const found = await getCampaign(scope, campaign);
  if (found.voucher) return found;
  throw new ApiError("invalid_campaign", {
    details: `A ${found.campaign_type} campaign has no vouchers`,
  });
}

/**
 * Stores an uploaded file and begins its import: 202 with the id of the action that checks all rows
 * and then writes all of them, or none. Refuses at once what the file shows as a whole: encoding,
 * quotes, columns, size, titles without rows (invalid_import).
 */
export async function startImport(scope: Scope, request: ImportRequest): Promise<Answer> {
  refuseHeavy(scope);
  const campaign = await targetOf(scope, request);
  const { kind: name, format, bytes } = request;
  const kind = KINDS[name];
  const { header, lines } =
    format === "csv" ? await readCsv(scope, kind, campaign, bytes) : readJson(scope, kind, bytes);
  const file = importFile(lines);
  if (file.rows === 0 && format === "csv") throw invalid("The file has no rows");
  const input: ImportInput = {
    kind: name,
    campaign_id: campaign?.id ?? null,
    header,
    bytes: file.bytes,
  };
  const state: ImportState = {
    phase: file.rows === 0 ? FINISH : CHECK,
    offset: 0,
    until: file.bytes,
    created: 0,
    updated: 0,
    failed: 0,
    errors: [],
  };
  const action = beginAction(scope, importType(name, campaign !== null), {
    total: file.rows,
    input,
    state,
  });
  const key = fileKey(scope.project.id, action.row.id);
  await putFile(scope, key, file);
  return begin(scope, key, action);
}

/** What is refused leaves no file behind, nor does the later of two under one idempotency key. */
async function begin(scope: Scope, key: string, { row, statement, job }: Begin): Promise<Answer> {
  const answer = { async_action_id: row.id };
  try {
    const written = await commit(scope, {
      statements: [statement],
      tally: { async_actions: 1 },
      jobs: [job],
      answer,
    });
    if (!written.ok) throw new TypeError(`an action is stored once: ${written.error.constraint}`);
  } catch (error) {
    if (error instanceof Replay || error instanceof ApiError) await scope.files.delete(key);
    throw error;
  }
  return answer;
}
