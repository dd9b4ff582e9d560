import { describe, expect, it } from "vitest";
import { joined, nothing, param, raw, sql, valuesOf } from "../../src/db/sql";
import { bareParameter } from "../support/bare-parameters";

const textAndParams = ({ sql: text, params }: ReturnType<typeof sql>) => [text, [...params]];

describe("what stands in a statement is", () => {
  const id = "v_1";
  const isOwn = sql`owner = ${"me"}`;

  it.each([
    ["text alone", sql`SELECT 1`, "SELECT 1", []],
    ["a value", sql`WHERE a = ${id}`, "WHERE a = +?1", [id]],
    [
      "each kind of value",
      sql`VALUES (${1}, ${"b"}, ${null}, ${true})`,
      "VALUES (+?1, +?2, +?3, +?4)",
      [1, "b", null, true],
    ],
    [
      "a fragment with its own value",
      sql`SELECT * FROM t WHERE a = ${id} AND ${isOwn} LIMIT ${5}`,
      "SELECT * FROM t WHERE a = +?1 AND owner = +?2 LIMIT +?3",
      [id, "me", 5],
    ],
    ["nothing", sql`SELECT 1${nothing}`, "SELECT 1", []],
    ["text from elsewhere", sql`SELECT ${raw("a.b")} FROM t`, "SELECT a.b FROM t", []],
    [
      "a list of fragments",
      sql`WHERE ${joined([isOwn, sql`b = ${2}`, sql`c`], " AND ")}`,
      "WHERE owner = +?1 AND b = +?2 AND c",
      ["me", 2],
    ],
    ["an empty list of fragments", sql`a${joined([], ", ")}b`, "ab", []],
    [
      "the values of a list, whatever their number",
      sql`WHERE id IN (${valuesOf(["a", "b"])})`,
      "WHERE id IN (SELECT value FROM json_each(+?1))",
      ['["a","b"]'],
    ],
  ])("%s", (_, statement, text, params) => {
    expect(textAndParams(statement)).toEqual([text, params]);
    expect(bareParameter(statement.sql)).toBeNull();
  });

  it("no fragment within a plain text: what it binds would be lost", () => {
    expect(() => `SELECT ${isOwn}`).toThrow("only be written into another");
  });

  it("never what a value says", () => {
    const hostile = "'; DROP TABLE vouchers; --";
    expect(textAndParams(sql`WHERE a = ${hostile}`)).toEqual(["WHERE a = +?1", [hostile]]);
  });
});

describe("a parameter", () => {
  it("is one where the same slot stands in several fragments", () => {
    const project = param("proj");
    const inner = sql`SELECT id FROM b WHERE project_id = ${project} AND x = ${1}`;
    const outer = sql`SELECT * FROM a WHERE y = ${2} AND project_id = ${project} AND id IN (${inner})`;
    expect(textAndParams(outer)).toEqual([
      "SELECT * FROM a WHERE y = +?1 AND project_id = +?2 AND id IN (SELECT id FROM b WHERE project_id = +?2 AND x = +?3)",
      [2, "proj", 1],
    ]);
  });

  it("is one where the same fragment stands twice", () => {
    const named = sql`(SELECT id FROM t WHERE name = ${"N"})`;
    expect(textAndParams(sql`a = ${named} OR b = ${named}`)).toEqual([
      "a = (SELECT id FROM t WHERE name = +?1) OR b = (SELECT id FROM t WHERE name = +?1)",
      ["N"],
    ]);
  });

  it("is another for an equal value: the text does not depend on what is bound", () => {
    const text = (a: string, b: string) => sql`WHERE a = ${a} AND b = ${b}`.sql;
    expect(text("x", "x")).toBe(text("x", "y"));
    expect(sql`WHERE a = ${param("x")} AND b = ${param("x")}`.sql).toBe(text("x", "y"));
  });

  it("has the number of its place in the statement that is sent", () => {
    const piece = sql`b = ${"own"}`;
    expect(piece.sql).toBe("b = +?1");
    expect(textAndParams(sql`a = ${0} AND ${piece}`)).toEqual(["a = +?1 AND b = +?2", [0, "own"]]);
    expect(piece.sql).toBe("b = +?1");
  });

  it("is one of at most 100", () => {
    const many = (count: number) =>
      sql`VALUES (${joined(
        Array.from({ length: count }, (_, at) => param(at)),
        ", ",
      )})`;
    expect(many(100).params).toHaveLength(100);
    expect(() => many(101).sql).toThrow("at most 100");
  });
});
