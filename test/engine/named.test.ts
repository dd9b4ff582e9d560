import { describe, expect, it } from "vitest";
import { rowsByName, statementsOf } from "../../src/commit/named";
import { sql } from "../../src/db/sql";

const [one, two, three] = [sql`SELECT 1`, sql`SELECT 2`, sql`SELECT 3`];

describe("statements by name", () => {
  const named = { none: null, list: [two, three], one, empty: [], absent: undefined, last: two };

  it("stand in their order, each as often as it is named", () => {
    expect(statementsOf(named)).toEqual([two, three, one, two]);
  });

  it("have their own rows under their names", () => {
    const rows = [[{ a: 2 }], [], [{ a: 1 }, { a: 1 }], [{ a: 4 }]];
    expect(rowsByName(named, rows)).toEqual({
      none: [],
      list: [[{ a: 2 }], []],
      one: [{ a: 1 }, { a: 1 }],
      empty: [],
      absent: [],
      last: [{ a: 4 }],
    });
  });
});
