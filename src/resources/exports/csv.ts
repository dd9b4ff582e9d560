import Papa from "papaparse";
import type { Cell } from "./kind";

/**
 * What a spreadsheet would run, also behind apostrophes, of which imports take one away. The
 * library's own pattern stops at a line break: a cell of two lines would pass it.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Objects as JSON; numbers stay numbers, so that -5 is one. */
const written = (cell: Cell): string | number | boolean =>
  cell === null ? "" : typeof cell === "object" ? JSON.stringify(cell) : cell;

/** An empty cell that is its row's only one; bare it would be an empty line, which readers skip. */
const isAlone = (rows: readonly (readonly Cell[])[]) => (cell: unknown) =>
  cell === "" && rows[0]?.length === 1;

/**
 * Rows as CSV (RFC 4180): CRLF after each, cells quoted where they must be. A text that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ""
    : `${Papa.unparse(
        rows.map((row) => row.map(written)),
        { escapeFormulae: FORMULA, header: false, newline: "\r\n", quotes: isAlone(rows) },
      )}\r\n`;
