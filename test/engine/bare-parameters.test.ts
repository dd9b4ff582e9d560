import { describe, expect, it } from "vitest";
import { bareParameter } from "../support/bare-parameters";

describe("a parameter without a plus in front of it is seen", () => {
  it.each([
    ["SELECT * FROM t WHERE a = ?1", "SELECT * FROM t WHERE a = +?1"],
    ["WHERE a=?1 AND b IS ?2", "WHERE a=+?1 AND b IS +?2"],
    ["WHERE a < +?1 AND b >= +?12 LIMIT ?3", "WHERE a < +?1 AND b >= +?12 LIMIT +?3"],
    ["SELECT value FROM json_each(?2, '$.ids')", "SELECT value FROM json_each(+?2, '$.ids')"],
    ["SET a = ?4->>'$.a', b = b - +?2 + 1", "SET a = +?4->>'$.a', b = b - +?2 + 1"],
    ["VALUES (+?1, ?2)", "VALUES (+?1, +?2)"],
    ["WHERE a = ? AND b IN (?, ?)", "WHERE a = +? AND b IN (+?, +?)"],
  ])("%s", (bare, steady) => {
    expect(bareParameter(bare)).not.toBeNull();
    expect(bareParameter(steady)).toBeNull();
  });

  it("but not what stands in quotes", () => {
    expect(bareParameter("SELECT 'a = ?1' FROM t WHERE b->>'$.x?1' = +?1")).toBeNull();
  });
});
