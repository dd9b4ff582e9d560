import { MEASURED_NAMES, type MeasuredOperations, type MeasuredRows } from "./measured";
import {
  costOf,
  operationsOf,
  PLAN,
  PRICES,
  placesFor,
  shopOf,
  USE_NAMES,
  useOf,
} from "./monthly-costs";

const SHOPS = [10, 1_000, 100_000];
const REDEMPTIONS = 50;
const MONTHS = 12;

const TITLES: Record<keyof MeasuredOperations, string> = {
  validation: "validation, known customer, ten a second",
  seldom: "the same, alone",
  anonymous: "validation, no customer",
  redemption: "redemption, order and customer",
  stack: "validation, 5 codes on 50 lines",
  qualification: "qualification, 1,000 campaigns",
  session: "validation with session",
};

/** Dollars that a million of an operation may cost. */
const MOST: Partial<Record<keyof MeasuredOperations, number>> = {
  validation: 0.45,
  redemption: 11,
};

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const rounded = (dollars: number): string =>
  dollars.toLocaleString("en", { maximumFractionDigits: dollars < 100 ? 2 : 0 });

/** Dollars of a million requests: their rows, now and later, the worker's CPU and themselves. */
export function dollarsOf(rows: MeasuredRows): number {
  const each =
    PRICES.requests.each +
    (rows.rows_read + rows.later_read) * PRICES.rows_read.each +
    (rows.rows_written + rows.later_written) * PRICES.rows_written.each +
    rows.worker_ms * PRICES.cpu_ms.each;
  return each * 1_000_000;
}

/** What a million of each operation costs. */
export function operationTable(measured: MeasuredOperations): string {
  const head = ["operation", "rows read", "written", "later read", "written", "CPU, ms"];
  const rows = MEASURED_NAMES.map((name) => {
    const { rows_read, rows_written, later_read, later_written, worker_ms } = measured[name];
    const counts = [rows_read, rows_written, later_read, later_written, worker_ms].map(rounded);
    const most = MOST[name];
    return [
      TITLES[name],
      ...counts,
      dollarsOf(measured[name]).toFixed(2),
      most === undefined ? "" : rounded(most),
    ];
  });
  const all = [...head, "dollars a million", "at most"];
  return [all, all.map((_, at) => (at === 0 ? "---" : "--:")), ...rows].map(line).join("\n");
}

/** What shops of so many redemptions a day cost in the month that they are so old. */
export function monthTable(
  measured: MeasuredOperations,
  redemptions = REDEMPTIONS,
  months = MONTHS,
): string {
  const operations = operationsOf(measured);
  const all = SHOPS.map((shops) => {
    const deployment = { shops, day: shopOf(redemptions), months };
    const use = useOf(deployment, operations);
    return { shops, use, places: placesFor(deployment), ...costOf(use) };
  });
  return [
    ["dollars a month", ...SHOPS.map((shops) => `${shops.toLocaleString("en")} shops`)],
    ["---", ...SHOPS.map(() => "---")],
    ["plan", ...all.map(() => rounded(PLAN))],
    ...USE_NAMES.map((name) => [
      name.replaceAll("_", " "),
      ...all.map(({ use, each }) => `${rounded(each[name])} (${rounded(use[name])})`),
    ]),
    ["**all**", ...all.map(({ total }) => `**${rounded(total)}**`)],
    ["a shop", ...all.map(({ total, shops }) => rounded(total / shops))],
    ["places", ...all.map(({ places }) => rounded(places))],
  ]
    .map(line)
    .join("\n");
}

const between = (name: string): RegExp =>
  new RegExp(`(<!-- ${name}, by npm run benchmarks -->\n)[^]*?(<!-- end -->)`);

/** A document with its tables of costs as they are now. */
export const withCosts = (text: string, measured: MeasuredOperations): string =>
  text
    .replace(between("a million"), `$1${operationTable(measured)}\n$2`)
    .replace(between("a month"), `$1${monthTable(measured)}\n$2`);
