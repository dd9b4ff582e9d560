import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dollarsOf, monthTable, operationTable, withCosts } from "../scripts/cost-tables";
import { MEASURED, type MeasuredOperations } from "../scripts/measured";
import { costOf, operationsOf, placesFor, shopOf, type Use, useOf } from "../scripts/monthly-costs";

const NOTHING: Use = {
  requests: 0,
  cpu_ms: 0,
  rows_read: 0,
  rows_written: 0,
  database_gb: 0,
  queue_operations: 0,
  object_requests: 0,
  object_gb_s: 0,
  bucket_gb: 0,
  bucket_writes: 0,
  bucket_reads: 0,
};

const rows = (
  rows_read: number,
  rows_written: number,
  [later_read = 0, later_written = 0] = [0, 0],
) => ({
  ...{ rows_read, rows_written, later_read, later_written },
  ...{ worker_ms: 1, whole_ms: 2 },
});

/** Numbers that nobody measured. */
const ROUND: MeasuredOperations = {
  validation: rows(40, 0, [3, 0.1]),
  seldom: rows(40, 0, [7, 2.4]),
  anonymous: rows(40, 0),
  redemption: rows(70, 16, [10, 0]),
  stack: rows(200, 0),
  qualification: rows(799, 0),
  session: rows(28, 8),
};

describe("what a million of an operation costs", () => {
  it("its requests, its CPU and its rows, now and later", () => {
    // 0.30 of requests, 1 ms of CPU, 47 rows read and 2.4 written.
    expect(dollarsOf(ROUND.seldom)).toBeCloseTo(0.3 + 0.02 + 0.047 + 2.4, 10);
    expect(dollarsOf(ROUND.redemption)).toBeCloseTo(0.3 + 0.02 + 0.08 + 16, 10);
  });

  it("stands in a table beside what it may be", () => {
    const lines = operationTable(ROUND).split("\n");
    const [often, seldom] = ["validation, known customer, ten a second", "the same, alone"];
    expect(lines[2]).toBe(`| ${often} | 40 | 0 | 3 | 0.1 | 1 | 0.46 | 0.45 |`);
    expect(lines[3]).toBe(`| ${seldom} | 40 | 0 | 7 | 2.4 | 1 | 2.77 |  |`);
    expect(lines[5]).toBe("| redemption, order and customer | 70 | 16 | 10 | 0 | 1 | 16.40 | 11 |");
    expect(lines).toHaveLength(9);
  });

  it("stands in the document as it was measured last", () => {
    const text = readFileSync("docs/scale.md", "utf8");
    expect(text).toContain(operationTable(MEASURED));
    expect(text).toContain(monthTable(MEASURED));
    expect(withCosts(text, MEASURED)).toBe(text);
    expect(withCosts(text, ROUND)).toContain(operationTable(ROUND));
    expect(withCosts(text, ROUND)).toContain(monthTable(ROUND));
  });
});

describe("what a month costs", () => {
  it("the plan alone, as far as all is in it", () => {
    expect(costOf(NOTHING).total).toBe(5);
    expect(costOf({ ...NOTHING, requests: 10e6, rows_written: 50e6 }).total).toBe(5);
  });

  it("the plan, and each million and each GB beyond", () => {
    const use = { ...NOTHING, requests: 12e6, rows_written: 51e6, database_gb: 9, bucket_gb: 110 };
    const { each, total } = costOf(use);
    expect(each.requests).toBeCloseTo(0.6);
    expect(each.rows_written).toBeCloseTo(1);
    expect(each.database_gb).toBeCloseTo(3);
    expect(each.bucket_gb).toBeCloseTo(1.5);
    expect(total).toBeCloseTo(11.1);
  });
});

describe("what shops use", () => {
  it("that of their operations, and of sweeps and files", () => {
    const operations = operationsOf(ROUND);
    const use = useOf({ shops: 1, day: shopOf(1), months: 1 }, operations);
    // 4 validations, a session, 5 qualifications, 5 reads, 4 for the redemption; 43,200 minutes.
    expect(use.requests).toBe(19 * 30 + 43_200);
    expect(use.rows_read).toBe((188 + 28 + 3995 + 50 + 80 + 70) * 30 + 43_200 * 101);
    expect(use.rows_written).toBeCloseTo((9.6 + 8 + 10 + 16 + 34) * 30 + 43_200 * 24 + 300);
    expect(use.queue_operations).toBe(9 * 30 + (43_200 + 30) * 3);
    expect(use.database_gb).toBeCloseTo(0.000_124_8, 10);
    expect(use.bucket_gb).toBeCloseTo(0.000_007_2, 10);
    const [ten, year] = [10, 12].map((months) =>
      useOf({ shops: 1, day: shopOf(1), months }, operations),
    );
    // Two months more are 60 redemptions that stay.
    expect((year?.database_gb ?? 0) - (ten?.database_gb ?? 0)).toBeCloseTo(60 * 2800e-9, 10);
  });

  it("as many places as their bytes want, or the work of their busiest hour", () => {
    expect(placesFor({ shops: 10, day: shopOf(50), months: 12 })).toBe(1);
    // 62.4 GB, of which a place has 8.
    expect(placesFor({ shops: 10, day: shopOf(50_000), months: 1 })).toBe(8);
    // The database works 76,000 s a day, in the busiest hour five times as much as on average, and
    // is to work half of the time: 8.8; the bytes would fit into eight.
    const day = { ...shopOf(4_000_000), redemption: 500_000 };
    expect(placesFor({ shops: 1, day, months: 1 })).toBe(9);
  });
});
