import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonChunks } from "../../src/lib/chunk";

const text = (length: number): string => "x".repeat(length);
/** What one parameter of the database takes. */
const MOST_BYTES = 2_000_000;

describe("values in as many parameters as they need", () => {
  it.each([
    { name: "none", given: [], expect: [] },
    { name: "few: one", given: [1, 2, 3], expect: [[0, 3]] },
    {
      name: "two that do not fit together",
      given: [text(400_000), text(400_000)],
      expect: [
        [0, 1],
        [1, 1],
      ],
    },
    {
      name: "one that is too long stands alone",
      given: [1, text(700_000), 2, 3],
      expect: [
        [0, 1],
        [1, 1],
        [2, 2],
      ],
    },
  ])("$name", ({ given, expect: expected }) => {
    const chunks = jsonChunks(given);
    expect(chunks.map(({ from, json }) => [from, JSON.parse(json).length])).toEqual(expected);
  });

  it("all of them in their order, each chunk from where the one before it ended, none too long", () => {
    const value = fc.tuple(fc.constantFrom("x", "\u20ac"), fc.integer({ min: 0, max: 500_000 }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), (list) => {
        const given = list.map(([unit, length]) => unit.repeat(length));
        const chunks = jsonChunks(given);
        expect(chunks.flatMap(({ json }) => JSON.parse(json))).toEqual(given);
        let next = 0;
        for (const { from, json } of chunks) {
          expect(from).toBe(next);
          next += JSON.parse(json).length;
          expect(Buffer.byteLength(json)).toBeLessThan(MOST_BYTES);
        }
      }),
      { numRuns: 30 },
    );
  });
});
