import Papa from "papaparse";
import { ApiError } from "../../errors";

/** The cells of one record, and the line of the file where it begins. */
export interface CsvRecord {
  row: number;
  cells: string[];
}

const PIECE_BYTES = 64 * 1024;
/** A record is held in memory as a whole. */
const MOST_CHARACTERS = 1024 * 1024;

export const invalid = (details: string) => new ApiError("invalid_import", { details });

const tooLong = (row: number) =>
  invalid(`Row ${row} is longer than ${MOST_CHARACTERS} characters; is a quote left open in it?`);

const DEFECTS: Record<string, string> = {
  MissingQuotes: "a quote is left open",
  InvalidQuotes: "a quote inside a quoted cell must be written twice",
};

/** Lines are cut at bytes that are part of no character, so that each can be read by itself. */
function badLine(bytes: Uint8Array): number {
  let row = 1;
  for (let at = 0; at < bytes.length; row++) {
    const end = bytes.indexOf(10, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    if (Buffer.from(line).toString().includes("\ufffd")) return row;
    at += line.length + 1;
  }
  return row;
}

const notUtf8 = (bytes: Uint8Array) =>
  invalid(`The file is not UTF-8 text: row ${badLine(bytes)} cannot be read`);

/** The file's text in pieces, without its byte order mark. Refuses other encodings than UTF-8. */
export function* textOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const stream = at + PIECE_BYTES < bytes.length;
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream });
    } catch {
      throw notUtf8(bytes);
    }
    // UTF-16 without a mark has a zero beside each letter, and is valid UTF-8.
    if (text.includes("\0")) throw invalid("The file is not UTF-8 text: it has null characters");
    yield text;
  }
}

const SEPARATORS = [",", ";", "\t"];

/** The separator that the title line has most of; where it has none of them a comma. */
function separatorOf(text: string): string {
  const [titles = ""] = text.replace(/"[^"]*"/g, "").split("\n", 1);
  const counts = SEPARATORS.map((separator) => titles.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

const linesIn = (text: string): number => text.split("\n").length - 1;

/** A line may end in CR LF, also where others end in LF. */
function withoutReturn(cells: string[], source: string): string[] {
  const last = cells.at(-1);
  return source.endsWith("\r\n") && last?.endsWith("\r")
    ? [...cells.slice(0, -1), last.slice(0, -1)]
    : cells;
}

interface Step {
  data: string[][];
  errors: { code: string }[];
  meta: { cursor: number };
}

/** The records that a text holds; the last one may go on in the next piece and is left as `rest`. */
function recordsIn(text: string, from: number, separator: string, isLast: boolean) {
  const records: CsvRecord[] = [];
  let [row, at] = [from, 0];
  const step = ({ data: [cells = []], errors: [error], meta }: Step) => {
    const source = text.slice(at, meta.cursor);
    if (error) throw invalid(`Row ${row}: ${DEFECTS[error.code] ?? "the quotes do not fit"}`);
    if (source.length > MOST_CHARACTERS) throw tooLong(row);
    if (source.trim() !== "") records.push({ row, cells: withoutReturn(cells, source) });
    row += linesIn(source);
    at = meta.cursor;
  };
  new Papa.Parser({ delimiter: separator, newline: "\n", step }).parse(text, 0, !isLast);
  return { records, row, rest: text.slice(at) };
}

/**
 * The records of a CSV file in order, read piece by piece: comma, semicolon or tab between the cells,
 * quotes doubled inside quoted cells, empty lines skipped. Refuses what is not UTF-8, records of more
 * than a mebibyte, and quotes that do not fit, with the row.
 */
export function* csvRecords(bytes: Uint8Array): Generator<CsvRecord> {
  let [row, rest, separator] = [1, "", ""];
  for (const piece of textOf(bytes)) {
    separator ||= separatorOf(piece);
    const read = recordsIn(rest + piece, row, separator, false);
    yield* read.records;
    [row, rest] = [read.row, read.rest];
    if (rest.length > MOST_CHARACTERS) throw tooLong(row);
  }
  if (rest !== "") yield* recordsIn(rest, row, separator, true).records;
}
