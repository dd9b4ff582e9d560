import { describe, expect, it } from "vitest";
import type { Statement } from "../../src/db/client";
import type { Cells, Ran } from "../../src/db/run";
import { type Asked, LONGEST_LINE, SharedLine } from "../../src/db/shared";
import { present } from "../../src/lib/assert";

const batch = (...names: string[]): Asked => ({
  statements: names.map((sql) => ({ sql, params: [], ways: null })),
  writes: true,
  apart: [],
});

/** A line whose batches are answered when the test says so. */
function line() {
  const sent: { names: string[]; answer: () => void; fail: (text: string) => void }[] = [];
  const run = (statements: readonly Statement[]): Promise<Ran<Cells>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Ran<Cells>>();
    const names = statements.map(({ sql }) => sql);
    sent.push({
      names,
      answer: () =>
        resolve({
          rows: names.map((name) => [{ name }]),
          ...{ rows_read: 7, rows_written: 3, ran: 2, took: 4, region: "WEUR", bytes: 10 },
          ...{ isPrimary: true, bookmark: "b" },
        }),
      fail: (text) => reject(new Error(text)),
    });
    return promise;
  };
  const shared = new SharedLine(run);
  const ask = (asked: Asked) => present(shared.ask(asked), "a place in the line");
  return { shared, ask, sent, last: () => present(sent.at(-1), "a batch that was sent") };
}

/** Lets all go on that waits for nothing but its turn. */
const settled = () => new Promise((go) => setTimeout(go));

const ran = (names: string[], cost: object) => ({
  ran: {
    rows: names.map((name) => [{ name }]),
    ...cost,
    ...{ region: "WEUR", bytes: 10, isPrimary: true, bookmark: "b" },
  },
});

const ALL = { rows_read: 7, rows_written: 3, ran: 2, took: 4 };
const NONE = { rows_read: 0, rows_written: 0, ran: 0, took: null };

describe("batches that share one", () => {
  it("gather while one is under way, and each hears its own rows", async () => {
    const { ask, sent, last } = line();
    const first = ask(batch("a"));
    const second = ask(batch("b1", "b2"));
    const third = ask(batch("c"));
    expect(sent.map(({ names }) => names)).toEqual([["a"]]);
    last().answer();
    expect(await first).toEqual(ran(["a"], ALL));
    await settled();
    expect(last().names).toEqual(["b1", "b2", "c"]);
    last().answer();
    expect(await second).toEqual(ran(["b1", "b2"], ALL));
    // What both cost together is told once.
    expect(await third).toEqual(ran(["c"], NONE));
    expect(sent).toHaveLength(2);
  });

  it("that write and are alike are joined; reads, and what is not alike, stand as they are", async () => {
    const { ask, sent, last } = line();
    const counted = (sql: string, writes: boolean): Asked => ({
      statements: [{ sql, params: [1], ways: ["sum"] }],
      ...{ writes, apart: [] },
    });
    const asked = [
      ask(batch("a")),
      ask(counted("b", true)),
      ask(batch("c")),
      ask(counted("b", true)),
      ask(counted("d", false)),
      ask(counted("d", false)),
    ];
    last().answer();
    await settled();
    expect(last().names).toEqual(["b", "c", "d", "d"]);
    last().answer();
    await Promise.all(asked);
    expect(sent).toHaveLength(2);
  });

  it("are run alone where any of them is refused", async () => {
    const { ask, sent, last } = line();
    const first = ask(batch("a"));
    const others = [ask(batch("b")), ask(batch("c")), ask(batch("d"))];
    last().answer();
    await first;
    await settled();
    last().fail("D1_ERROR: assert:history_moved: SQLITE_CONSTRAINT");
    for (const name of ["b", "c", "d"]) {
      await settled();
      expect(last().names).toEqual([name]);
      if (name === "c") last().fail("D1_ERROR: assert:history_moved: SQLITE_CONSTRAINT");
      else last().answer();
    }
    expect(await Promise.all(others)).toEqual([
      ran(["b"], ALL),
      { failure: "D1_ERROR: assert:history_moved: SQLITE_CONSTRAINT" },
      ran(["d"], ALL),
    ]);
    expect(sent).toHaveLength(5);
  });

  it("all fail where the database does not say why: what is unknown is not tried again", async () => {
    const { ask, sent, last } = line();
    const first = ask(batch("a"));
    const others = [ask(batch("b")), ask(batch("c"))];
    last().answer();
    await first;
    await settled();
    last().fail("Network connection lost");
    const failure = "Network connection lost";
    expect(await Promise.all(others)).toEqual([{ failure }, { failure }]);
    expect(sent).toHaveLength(2);
    // The line goes on.
    const next = ask(batch("d"));
    last().answer();
    expect(await next).toEqual(ran(["d"], ALL));
  });

  it("share none with another that stands on the same row, in the order in which they came", async () => {
    const { ask, sent, last } = line();
    const about = (name: string, ...apart: string[]): Asked => ({ ...batch(name), apart });
    const first = ask(batch("a"));
    const others = [
      ask(about("b", "anna")),
      ask(about("c", "anna", "order")),
      ask(about("d", "order")),
      ask(about("e", "ben")),
    ];
    last().answer();
    await first;
    for (const names of [["b", "e"], ["c"], ["d"]]) {
      await settled();
      expect(last().names).toEqual(names);
      last().answer();
    }
    await Promise.all(others);
    expect(sent).toHaveLength(4);
  });

  it("are at most 20, with at most 300 statements, however large a first one is", async () => {
    const { ask, sent, last } = line();
    const first = ask(batch("a"));
    const many = Array.from({ length: 25 }, (_, at) => ask(batch(`b${at}`)));
    const large = Array.from({ length: 3 }, () => ask(batch(...Array(150).fill("c"))));
    const huge = ask(batch(...Array(400).fill("d")));
    while (sent.at(-1)?.names[0] !== "d") {
      last().answer();
      await settled();
    }
    last().answer();
    await Promise.all([first, ...many, ...large, huge]);
    expect(sent.map(({ names }) => names.length)).toEqual([1, 20, 155, 300, 400]);
  });

  it("are no larger together than a million characters, and wait with no more than 16 million", async () => {
    const { shared, ask, sent, last } = line();
    const large = (name: string): Asked => ({
      ...batch(name),
      statements: [{ sql: name, params: ["x".repeat(600_000), 1, null], ways: null }],
    });
    const first = ask(batch("a"));
    const others = Array.from({ length: 27 }, (_, at) => ask(large(`b${at}`)));
    expect(shared.ask(batch("c"))).toBeNull();
    for (let at = 0; at < 28; at++) {
      last().answer();
      await settled();
    }
    await Promise.all([first, ...others]);
    // One by one, as two are too large together.
    expect(sent).toHaveLength(28);
    expect(shared.ask(batch("c"))).not.toBeNull();
  });

  it("take nobody behind a line of 500", async () => {
    const { shared, ask, last } = line();
    void ask(batch("a"));
    const waiting = Array.from({ length: LONGEST_LINE }, () => ask(batch("b")));
    expect(LONGEST_LINE).toBe(500);
    expect(waiting).toHaveLength(500);
    expect(shared.ask(batch("c"))).toBeNull();
    last().answer();
    await settled();
    expect(shared.ask(batch("c"))).not.toBeNull();
  });
});
