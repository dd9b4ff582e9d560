import { describe, expect, it } from "vitest";
import { grow } from "../bench/years/grow";
import { migrated } from "./support/large-database";

/** Redemptions a day, and of the customers one in five is new. */
const SALES = 12;

describe("months of a shop", () => {
  it("add the same to the database for each redemption, and every event is told", async () => {
    const database = migrated();
    const { months, eventsTold } = await grow(database, { days: 120, sales: SALES });
    expect(months.map(({ redemptions }) => redemptions)).toEqual(Array(4).fill(30 * SALES));
    const [, second, , fourth] = months;
    // The first month holds its events, of the second on as many leave as come.
    expect(months[0]?.each).toBeGreaterThan(4_000);
    expect(fourth?.each).toBeLessThan(3_000);
    expect(Math.abs((fourth?.each ?? 0) - (second?.each ?? 0))).toBeLessThan(250);
    const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    expect(count("SELECT count(*) FROM redemptions WHERE object = 'redemption'")).toBe(120 * SALES);
    expect(count("SELECT count(*) FROM idempotency_keys")).toBeLessThanOrEqual(SALES * 2);
    expect(count("SELECT count(*) FROM async_actions")).toBeLessThanOrEqual(91);
    expect(count("SELECT count(*) FROM outbox")).toBeLessThan(eventsTold / 3);
    // Of 28 rollbacks, one in four days or so, those of the last month are told.
    expect(count("SELECT count(*) FROM webhook_deliveries")).toBeLessThanOrEqual(9);
    expect(count("SELECT event_sequence FROM tallies")).toBe(eventsTold);
    // Entries of the ledger, their orders and those of the audit log, with all that finds them and the room of their pages.
    const kept = count(`SELECT sum(pgsize) FROM dbstat WHERE name IN (
      SELECT name FROM sqlite_schema WHERE tbl_name IN ('redemptions', 'orders', 'order_lines', 'audit_log'))`);
    expect(kept / count("SELECT count(*) FROM redemptions")).toBeLessThan(2_500);
  });
});
