import Papa from "papaparse";
import { FORMULA_CELL } from "../../lib/formula-cell";
import type { Cell } from "./kind";

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
        { escapeFormulae: FORMULA_CELL, header: false, newline: "\r\n", quotes: isAlone(rows) },
      )}\r\n`;
