import { describe, expect, it } from "vitest";
import type { Statement } from "../../src/db/client";
import { byId, deleteRow, updateRow } from "../../src/db/rows";
import { segments } from "../../src/db/tables/catalogue";

const KEY = { project_id: "proj_1", id: "seg_1" };
const SEEN = { ...KEY, updated_at: "2026-01-01T00:00:00.000Z" };
const CHANGED = [
  "INSERT INTO assert_v (ok, tag) VALUES (changes() = +?1, +?2)",
  [1, "segment_moved"],
];

/** A statement on one line, with what it binds. */
const told = (statement: Statement): unknown[] => [
  statement.sql.replaceAll(/\s+/g, " ").trim(),
  [...statement.params],
];

describe("a plain row is", () => {
  it("read by its id", () => {
    expect(told(byId(segments, KEY))).toEqual([
      "SELECT * FROM segments WHERE project_id = +?1 AND id = +?2",
      ["proj_1", "seg_1"],
    ]);
  });

  it("changed in the columns that are named, as it was read", () => {
    const change = { name: "Loyal", filter: null };
    expect(updateRow(segments, SEEN, change, "segment_moved").map(told)).toEqual([
      [
        "UPDATE segments SET name = +?1->>'$.name', filter = +?1->>'$.filter' WHERE project_id = +?2 AND id = +?3 AND updated_at IS +?4",
        ['{"name":"Loyal","filter":null}', "proj_1", "seg_1", "2026-01-01T00:00:00.000Z"],
      ],
      CHANGED,
    ]);
  });

  it("taken away, and nothing else with it", () => {
    expect(deleteRow(segments, KEY, "segment_moved").map(told)).toEqual([
      ["DELETE FROM segments WHERE project_id = +?1 AND id = +?2", ["proj_1", "seg_1"]],
      CHANGED,
    ]);
  });
});
