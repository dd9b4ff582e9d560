import { describe, expect, it } from "vitest";
import { steady } from "../../src/db/steady";
import { bareParameter } from "../support/bare-parameters";

describe("a plus stands in front of each parameter", () => {
  it.each([
    ["SELECT * FROM t WHERE a = ?1", "SELECT * FROM t WHERE a = +?1"],
    ["WHERE a=?1 AND b IS ?2", "WHERE a=+?1 AND b IS +?2"],
    [
      "WHERE a < ?1 AND b >= ?12 LIMIT ?3 OFFSET ?4",
      "WHERE a < +?1 AND b >= +?12 LIMIT +?3 OFFSET +?4",
    ],
    ["WHERE ?1 IS NULL OR a <> ?1", "WHERE +?1 IS NULL OR a <> +?1"],
    ["SELECT value FROM json_each(?2, '$.ids')", "SELECT value FROM json_each(+?2, '$.ids')"],
    ["SET a = ?4->>'$.a', b = b - ?2 + 1", "SET a = +?4->>'$.a', b = b - +?2 + 1"],
    ["VALUES (?1, ?2)", "VALUES (+?1, +?2)"],
    ["WHERE a = ? AND b IN (?, ?) LIMIT ?", "WHERE a = +? AND b IN (+?, +?) LIMIT +?"],
  ])("%s", (sql, expected) => {
    expect(steady(sql)).toBe(expected);
    expect(bareParameter(sql)).not.toBeNull();
    expect(bareParameter(expected)).toBeNull();
  });
});

describe("what is no parameter, or stands behind a plus, stays as it is", () => {
  it.each([
    ["SELECT 'a = ?1' FROM t"],
    ["SELECT 'it''s = ?1', \"b = ?2\" FROM t"],
    ["SELECT a->>'$.x?1' FROM t WHERE b = '' AND c = '?'"],
    ["SELECT 1 -- of which = ?1\nFROM t"],
    ["SELECT /* of\nwhich = ?1 */ 1 FROM t"],
    ["SELECT * FROM t WHERE a = +?1 LIMIT +?2"],
    [""],
  ])("%s", (sql) => {
    expect(steady(sql)).toBe(sql);
  });

  it("finds a parameter behind quotes, and says the same twice", () => {
    const sql = "WHERE a = 'what''s ?1' AND \"?2\" = ?3 AND b = '' || ?4";
    const expected = "WHERE a = 'what''s ?1' AND \"?2\" = +?3 AND b = '' || +?4";
    expect([steady(sql), steady(sql), steady(expected)]).toEqual([expected, expected, expected]);
  });
});
