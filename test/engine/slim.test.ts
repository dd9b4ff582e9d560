import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slim, whole } from "../../src/lib/slim";
import { runs } from "../support/runs";

const USUAL = { a: null, b: 0, c: { x: 0, y: { z: 1 } }, metadata: {} };

describe("slim", () => {
  it.each([
    ["what is as usual is left out", { ...USUAL, id: "v_1" }, { id: "v_1" }],
    ["what is not stays", { ...USUAL, b: 7 }, { b: 7 }],
    ["inside of records too", { ...USUAL, c: { x: 1, y: { z: 1 } } }, { c: { x: 1 } }],
    [
      "what is missing is named",
      { a: null, b: 0, c: { x: 0 } },
      { c: { "~": ["y"] }, "~": ["metadata"] },
    ],
    [
      "anything may stand in an empty record",
      { ...USUAL, metadata: { "~": ["a"] } },
      { metadata: { "~": ["a"] } },
    ],
  ])("%s", (_, record, kept) => {
    expect(slim(record, USUAL)).toEqual(kept);
    expect(whole(kept, USUAL)).toEqual(record);
  });

  const value = fc.oneof(fc.constantFrom(null, 0, 1, "", "x"), fc.constant([]), fc.constant({}));
  const record: fc.Memo<Record<string, unknown>> = fc.memo((depth) =>
    fc.dictionary(
      fc.constantFrom("a", "b", "c", "d"),
      depth > 1 ? fc.oneof(value, record(depth - 1)) : value,
    ),
  );

  it("whole gives back every record, whatever is usual", () => {
    fc.assert(
      fc.property(record(3), record(3), (own, usual) => {
        expect(whole(slim(own, usual), usual)).toEqual(own);
      }),
      { numRuns: runs(5_000) },
    );
  });
});
