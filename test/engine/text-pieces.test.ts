import { describe, expect, it } from "vitest";
import { textPieces } from "../../src/lib/chunk";

const MOST_BYTES = 2_000_000;
const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

describe("a text in pieces", () => {
  it.each([
    ["nothing", "", 0],
    ["a short one", "short", 1],
    ["as much as one piece takes", "x".repeat(600_000), 1],
    ["one character more", "x".repeat(600_001), 2],
    ["three bytes for each unit", "値".repeat(1_300_000), 3],
    ["characters of two units, cut at an odd place", `x${"🎁".repeat(700_000)}`, 3],
  ])("%s", (_, text, count) => {
    const pieces = textPieces(text);
    expect(pieces).toHaveLength(count);
    expect(pieces.join("") === text).toBe(true);
    for (const piece of pieces) {
      expect(bytesOf(piece)).toBeLessThanOrEqual(MOST_BYTES);
      expect(piece.isWellFormed()).toBe(true);
    }
  });
});
