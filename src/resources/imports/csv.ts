import Papa from "papaparse";
import { invalid, textOf } from "./text";

/** The cells of one record, and the line of the file where it begins. */
export interface CsvRecord {
  row: number;
  cells: string[];
}

/** A record is held in memory as a whole. */
const MOST_CHARACTERS = 1024 * 1024;

const tooLong = (row: number) =>
  invalid(`Row ${row} is longer than ${MOST_CHARACTERS} characters; is a quote left open in it?`);

const DEFECTS: Record<string, string> = {
  MissingQuotes: "a quote is left open",
  InvalidQuotes: "a quote inside a quoted cell must be written twice",
};

const SEPARATORS = [",", ";", "\t"];

/** The separator that the title line has most of; where it has none of them a comma. */
function separatorOf(text: string): string {
  // What stands in quotes separates nothing, but makes its line one that is not empty.
  const lines = text.replace(/"[^"]*"/g, '""').split("\n");
  const titles = lines.find((line) => line.trim() !== "") ?? "";
  const counts = SEPARATORS.map((separator) => titles.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

const linesIn = (text: string): number => text.split("\n").length - 1;

/** A line may end in CR LF, also where others end in LF. A return within quotes is the cell's. */
function withoutReturn(cells: string[], source: string, separator: string): string[] {
  const last = cells.at(-1);
  if (!last?.endsWith("\r") || !source.endsWith(`${last}\n`)) return cells;
  const before = source.slice(0, -last.length - 1);
  const isQuoted = before !== "" && !before.endsWith(separator);
  return isQuoted ? cells : [...cells.slice(0, -1), last.slice(0, -1)];
}

interface Step {
  data: string[][];
  errors: { code: string }[];
  meta: { cursor: number };
}

/**
 * The records that a text holds; the last one may go on in the next piece and is left as `rest`.
 */
function recordsIn(text: string, from: number, separator: string, isLast: boolean) {
  const records: CsvRecord[] = [];
  let [row, at] = [from, 0];
  const step = ({ data: [cells = []], errors: [error], meta }: Step) => {
    const source = text.slice(at, meta.cursor);
    if (error) throw invalid(`Row ${row}: ${DEFECTS[error.code] ?? "the quotes do not fit"}`);
    if (source.length > MOST_CHARACTERS) throw tooLong(row);
    if (source.trim() !== "") records.push({ row, cells: withoutReturn(cells, source, separator) });
    row += linesIn(source);
    at = meta.cursor;
  };
  new Papa.Parser({ delimiter: separator, newline: "\n", step }).parse(text, 0, !isLast);
  return { records, row, rest: text.slice(at) };
}

/**
 * The records of a CSV file in order, read piece by piece: comma, semicolon or tab between the
 * cells, quotes doubled inside quoted cells, empty lines skipped. Refuses what is not UTF-8,
 * records of more than a mebibyte, and quotes that do not fit, with the row.
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
