import { describe, expect, it } from "vitest";
import type { Joinable, JoinWay, Param } from "../../src/db/client";
import { joined, kindsOf } from "../../src/db/joined";

const statement = (sql: string, ...bound: [JoinWay, Param][]): Joinable => ({
  sql,
  params: bound.map(([, value]) => value),
  ways: bound.map(([way]) => way),
});

const use = (id: string, quantity: number, credits: number, usage: object[] = []) => ({
  ...{ key: id.toLowerCase(), id, seen: null, deleted: null, quantity, credits, usage },
});
const uses = (...all: object[]) => statement("USE", ["uses", JSON.stringify(all)]);

const used = (subject: string, count: number, day = "2026-06-01") => ({
  ...{ owner: "v_1", subject, day, week: "2026-06-01", month: "2026-06" },
  ...{ count, orders_amount: 100 * count, discounted_amount: 10 * count },
});

describe("batches that are alike", () => {
  it("become as many statements as one of them has, each value in its way", () => {
    const batch = (count: number, list: object[], owners: string[]) => [
      statement("ASSERT", ["same", "proj_1"], ["sum", count], ["set", JSON.stringify(owners)]),
      statement("INSERT", ["list", JSON.stringify(list)]),
    ];
    const one = joined([
      batch(1, [{ id: "a" }], ["v_1", "camp_1"]),
      batch(2, [], ["v_2", "camp_1"]),
      batch(3, [{ id: "b", of: [1, 2] }, { id: "c" }], ["camp_1"]),
    ]);
    expect(one?.statements).toEqual([
      { sql: "ASSERT", params: ["proj_1", 6, '["v_1","camp_1","v_2"]'] },
      { sql: "INSERT", params: ['[{"id":"a"},{"id":"b","of":[1,2]},{"id":"c"}]'] },
    ]);
    expect(one?.split([[], []])).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
  });

  it("move a voucher once, and each is told what it would have been told in its turn", () => {
    const one = joined([
      [uses(use("HOT", 1, 0, [used("", 1), used("key:a", 1)]))],
      [uses(use("COLD", 1, 0), use("CARD", 1, 250))],
      [uses(use("HOT", 2, 0, [used("", 2), used("key:b", 2)]), use("CARD", 1, 50))],
    ]);
    const [moved] = one?.statements ?? [];
    expect(JSON.parse(String(moved?.params[0]))).toEqual([
      use("HOT", 3, 0, [used("", 3), used("key:a", 1), used("key:b", 2)]),
      use("COLD", 1, 0),
      use("CARD", 2, 300),
    ]);
    const row = (id: string, quantity: number, amount: number, balance: number | null) => ({
      ...{ id, redeemed_quantity: quantity, redeemed_amount: amount, balance },
    });
    const rows = [row("HOT", 13, 0, null), row("COLD", 1, 0, null), row("CARD", 2, 300, 700)];
    expect(one?.split([rows])).toEqual([
      [[row("HOT", 11, 0, null)]],
      [[row("COLD", 1, 0, null), row("CARD", 1, 250, 750)]],
      [[row("HOT", 13, 0, null), row("CARD", 2, 300, 700)]],
    ]);
  });

  it("are none where two move the same row, or count in two periods", () => {
    const rows = (id: string) => [statement("ROWS", ["rows", JSON.stringify([{ id }])])];
    expect(joined([rows("a"), rows("b")])).not.toBeNull();
    expect(joined([rows("a"), rows("b"), rows("a")])).toBeNull();
    const on = (day: string) => [uses(use("HOT", 1, 0, [used("", 1, day)]))];
    expect(joined([on("2026-06-01"), on("2026-06-01")])).not.toBeNull();
    expect(joined([on("2026-06-01"), on("2026-06-02")])).toBeNull();
  });

  it("are none where they are too large together, or come from an older version", () => {
    // A character of three bytes: 2,000,000 bytes are the most.
    const long = (characters: number) => [
      statement("LIST", ["list", JSON.stringify(["値".repeat(characters)])]),
    ];
    expect(joined([long(300_000), long(366_000)])).not.toBeNull();
    expect(joined([long(300_000), long(367_000)])).toBeNull();
    // The cast holds for what an older worker sends.
    const older = [{ sql: "A", params: [1] } as unknown as Joinable];
    const newer = [statement("A", ["sum", 1])];
    expect(kindsOf([newer, older, newer], (batch) => batch)).toHaveLength(2);
    expect(kindsOf([older, newer, older], (batch) => batch)).toHaveLength(3);
  });

  it("have the same texts, and the same values where these must be the same", () => {
    const batch = (sql: string, day: string, by: number) => [
      statement(sql, ["same", day], ["sum", by]),
    ];
    const alone = { sql: "A", params: ["2026-06-01", 1], ways: null };
    const all = {
      first: batch("A", "2026-06-01", 1),
      otherText: batch("B", "2026-06-01", 1),
      otherDay: batch("A", "2026-06-02", 1),
      longer: [...batch("A", "2026-06-01", 1), ...batch("A", "2026-06-01", 1)],
      alone: [alone],
      second: batch("A", "2026-06-01", 5),
      aloneToo: [alone],
    };
    const kinds = kindsOf(Object.entries(all), ([, each]) => each);
    expect(kinds.map((kind) => kind.map(([name]) => name))).toEqual([
      ["first", "second"],
      ["otherText"],
      ["otherDay"],
      ["longer"],
      ["alone"],
      ["aloneToo"],
    ]);
  });
});
