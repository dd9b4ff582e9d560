import { present } from "../src/lib/assert";
import { OPERATIONS, type Operation } from "./operations";
import type { Measured, Measures } from "./slices";
import { ratioOf, type Spread, usualOf } from "./spreads";

/** A table of Markdown: the first column to the left, all others to the right. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, at) => (at === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const NONE = "–";

const whole = (value: number): string =>
  Number.isFinite(value) ? Math.round(value).toLocaleString("en") : NONE;

/** A number of at most two digits behind the point. */
const short = (value: number | undefined): string =>
  value === undefined ? NONE : String(Number(value.toFixed(2)));

const usual = (values: readonly number[]): string => whole(usualOf(values));

const spread = ({ usual: value, low, high }: Spread): string =>
  Number.isFinite(value) ? `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})` : NONE;

const ratio = (value: number | undefined, than: number | undefined): string =>
  value === undefined || than === undefined
    ? NONE
    : value === than
      ? "1"
      : than === 0
        ? NONE
        : (value / than).toFixed(2);

const measuredOf = ({ operations }: Measures, { name }: Operation): Measured =>
  present(operations.get(name), name);

/** What each operation takes. */
export function measuresTable(measures: Measures): string {
  const head = [
    "operation",
    "whole, µs",
    "worker, µs",
    "SQLite, µs",
    "statements",
    "at most",
    "of them in writes",
    "rows read",
    "rows written",
    "later: statements",
    "read",
    "written",
    "bytes",
    "at most",
    "bare reads",
  ];
  const bare = usualOf(measures.bare);
  const rows = OPERATIONS.map((operation) => {
    const { now, later, ...cpu } = measuredOf(measures, operation);
    return [
      operation.title,
      usual(cpu.whole),
      usual(cpu.replayed),
      usual(cpu.sqlite),
      ...[now.statements, operation.most?.statements].map(short),
      ...[now.written_statements, now.rows_read, now.rows_written].map(short),
      ...[later?.statements, later?.rows_read, later?.rows_written].map(short),
      ...[now.bytes, operation.most?.bytes ?? Number.NaN].map(whole),
      cpu.whole.length > 0 ? (usualOf(cpu.whole) / bare).toFixed(1) : NONE,
    ];
  });
  return tableOf(head, rows);
}

/** What each operation takes in ratio to another version, measured in the same run. */
export function ratiosTable(these: Measures, those: Measures): string {
  const head = [
    "operation",
    "whole",
    "at most",
    "worker",
    "at most",
    "SQLite",
    "statements",
    "rows read",
    "rows written",
    "written later",
    "bytes",
  ];
  const rows = OPERATIONS.map((operation) => {
    const [own, other] = [measuredOf(these, operation), measuredOf(those, operation)];
    const most = (value: number | undefined) => (value === undefined ? NONE : value.toFixed(2));
    return [
      operation.title,
      spread(ratioOf(own.whole, other.whole)),
      most(operation.most?.whole),
      spread(ratioOf(own.replayed, other.replayed)),
      most(operation.most?.replayed),
      spread(ratioOf(own.sqlite, other.sqlite)),
      ratio(own.now.statements, other.now.statements),
      ratio(own.now.rows_read, other.now.rows_read),
      ratio(own.now.rows_written, other.now.rows_written),
      ratio(own.later?.rows_written, other.later?.rows_written),
      ratio(own.now.bytes, other.now.bytes),
    ];
  });
  const bare = [
    "bare read (what noise does)",
    spread(ratioOf(these.bare, those.bare)),
    ...head.slice(2).map(() => NONE),
  ];
  return tableOf(head, [...rows, bare]);
}
