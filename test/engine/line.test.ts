import { describe, expect, it } from "vitest";
import { Line } from "../../src/lib/line";

describe("a line", () => {
  it("those who want the same stand behind each other, others beside", () => {
    const line = new Line();
    const first = line.join(["a"]);
    const both = line.join(["a", "b"]);
    const other = line.join(["c"]);
    const last = line.join(["b"]);
    expect(line.ahead(first)).toEqual([]);
    expect(line.ahead(both)).toEqual([first]);
    expect(line.ahead(other)).toEqual([]);
    expect(line.ahead(last)).toEqual([both]);
  });

  it("who leaves makes room, also twice", () => {
    const line = new Line();
    const [first, second] = [line.join(["a"]), line.join(["a"])];
    line.leave(first);
    line.leave(first);
    expect(line.ahead(second)).toEqual([]);
    expect([line.isWanted(["b", "a"]), line.isWanted(["b"])]).toEqual([true, false]);
    line.leave(second);
    expect(line.isWanted(["a"])).toBe(false);
  });

  it("who wants nothing is in nobody's way", () => {
    const line = new Line();
    line.join([]);
    expect(line.ahead(line.join([]))).toEqual([]);
  });
});
