import { describe, expect, it } from "vitest";
import { benchmarksDoc } from "../bench/benchmarks-doc";
import { masked } from "../bench/masked";
import { OPERATIONS } from "../bench/operations";
import { measuresTable, ratiosTable } from "../bench/report";
import type { Measures } from "../bench/slices";
import { interleavedTurns, ratioOf, usualOf } from "../bench/spreads";

/** Each operation takes `times` as much CPU as 100, 50 and 10 microseconds. */
const measures = (times: number): Measures => ({
  bare: [20, 30, 40],
  operations: new Map(
    OPERATIONS.map(({ name, amount }) => [
      name,
      {
        whole: amount ? [90 * times, 100 * times, 300 * times] : [],
        replayed: amount ? [50 * times, 50 * times, 50 * times] : [],
        sqlite: [10 * times, 10 * times, 10 * times],
        now: {
          statements: 9,
          written_statements: 8,
          rows_read: 70,
          rows_written: 12,
          bytes: 1_500 * times,
        },
        later: { statements: 1.25, rows_read: 2, rows_written: 0 },
      },
    ]),
  ),
});

const cellsOf = (table: string, row: number): string[] =>
  (table.split("\n")[row + 2] ?? "").split("|").map((cell) => cell.trim());

describe("measures", () => {
  it("usually come to their lower quartile", () => {
    expect(usualOf([5, 1, 3])).toBe(1);
    expect(usualOf([9, 4, 1, 3, 2])).toBe(2);
    expect(usualOf([])).toBeNaN();
  });

  it("have a ratio, and the spread of what was measured in the same turn", () => {
    const those = [2, 2, 2, 4, 2];
    expect(ratioOf([1, 6, 2, 2, 2], those)).toEqual({ usual: 1, low: 0.5, high: 3 });
  });

  it("comes from versions that take turns, the first of which warm up", async () => {
    const order: string[] = [];
    const measured = await interleavedTurns(["this", "that"], 2, (version) => {
      order.push(version);
      return order.length;
    });
    expect(order).toEqual(["this", "that", "that", "this", "this", "that"]);
    expect(measured).toEqual([
      [4, 5],
      [3, 6],
    ]);
  });
});

describe("an answer without its ids and times", () => {
  it("keeps all else", () => {
    const answer = '{"id":"v_0123456789abc","at":"2026-11-28T10:00:00.123Z","code":"BENCH-1"}';
    expect(masked(answer)).toBe('{"id":"v_id","at":"a time","code":"BENCH-1"}');
  });
});

describe("the tables of the bench", () => {
  it("have a row for each operation, with what it usually takes", () => {
    const table = measuresTable(measures(1));
    expect(table.split("\n")).toHaveLength(OPERATIONS.length + 2);
    const [, ...cells] = cellsOf(table, 0);
    const cpu = ["validation, known customer", "90", "50", "10"];
    const counts = ["9", "1", "8", "70", "12", "1.25", "2", "0", "1,500", "–", "4.5"];
    expect(cells.slice(0, -1)).toEqual([...cpu, ...counts]);
    expect(cellsOf(table, OPERATIONS.length - 1).slice(2, 5)).toEqual(["–", "–", "10"]);
  });

  it("compare with another version, beside the targets", () => {
    const [, ...cells] = cellsOf(ratiosTable(measures(1), measures(2)), 0);
    const half = "0.50 (0.50–0.50)";
    const row = ["validation, known customer", half, "0.75", half, "0.75", half];
    expect(cells.slice(0, -1)).toEqual([...row, "1", "1", "1", "1", "0.50"]);
  });

  it("stand in the document with the command that makes it", () => {
    const [these, those] = [measures(1), measures(2)];
    const text = benchmarksDoc({ these, against: { ref: "abc", those }, turns: 3 });
    expect(text).toContain("`npm run benchmarks`");
    expect(text).toContain(measuresTable(these));
    expect(text).toContain(ratiosTable(these, those));
    expect(text).toContain(measuresTable(those));
  });
});
