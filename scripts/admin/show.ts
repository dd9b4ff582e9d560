import { styleText } from "node:util";
import Table from "cli-table3";
import type { Out } from "./terminal.ts";

export type Cell = string | number | boolean | null | undefined;

/** A column's title, and what stands in it; numbers go to the right. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** The answers of verbs, for people as tables and for programs as JSON. */
export interface Show {
  isJson: boolean;
  list: <Row>(answer: unknown, rows: readonly Row[], columns: Columns<Row>) => void;
  one: (answer: unknown, facts: Record<string, Cell>) => void;
  said: (answer: unknown, sentence: string) => void;
  /** One of many that come by and by: a line of JSON, or of text. */
  line: (answer: unknown, text: string) => void;
}

const BARE = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** What a terminal might take for an order is shown, not sent; codes and names are anybody's text. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (each) => JSON.stringify(each).slice(1, -1));

const written = (cell: Cell): string => {
  if (cell === null || cell === undefined || cell === "") return "-";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return typeof cell === "number" ? cell.toLocaleString("en") : printable(cell);
};

/** Rows below their titles, as wide as they are. */
function tableOf<Row>(rows: readonly Row[], columns: Columns<Row>, bold: (text: string) => string) {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  const table = new Table({
    head: Object.keys(columns).map(bold),
    chars: BARE,
    colAligns: Object.keys(columns).map((_, at) =>
      cells.some((row) => typeof row[at] === "number") ? "right" : "left",
    ),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  table.push(...cells.map((row) => row.map(written)));
  return table.toString().replace(/ +$/gm, "");
}

/** How answers are written to a stream: bold where it is a terminal that knows colours. */
export function showOn(stream: Out, isJson: boolean): Show {
  const write = (text: string) => stream.write(`${text}\n`);
  const json = (answer: unknown) => write(JSON.stringify(answer, null, 2));
  const bold = (text: string) =>
    stream.isTTY ? styleText("bold", text, { stream, validateStream: true }) : text;
  return {
    isJson,
    list: (answer, rows, columns) => {
      if (isJson) json(answer);
      else write(rows.length === 0 ? "Nothing here." : tableOf(rows, columns, bold));
    },
    one: (answer, facts) => {
      if (isJson) return void json(answer);
      const width = Math.max(...Object.keys(facts).map(({ length }) => length));
      for (const [name, cell] of Object.entries(facts)) {
        write(`${bold(name.padEnd(width))}  ${written(cell)}`);
      }
    },
    said: (answer, sentence) => void (isJson ? json(answer) : write(sentence)),
    line: (answer, text) => void write(isJson ? JSON.stringify(answer) : printable(text)),
  };
}
