import { describe, expect, it } from "vitest";
import { nextRows, noteStep, pauseAfter } from "../../src/async/pace";
import { noCost } from "../../src/db/client";

const ROWS = { least: 100, most: 10_000 };
const took = (longest_ms: number) => ({ ...noCost(), longest_ms });

describe("how many rows a step takes", () => {
  it("few at first, and up to twice as many as before while they are quick", () => {
    expect(nextRows("first", ROWS, false)).toBe(100);
    noteStep("first", 100, took(1));
    expect(nextRows("first", ROWS, false)).toBe(200);
    noteStep("first", 200, took(1));
    expect(nextRows("first", ROWS, false)).toBe(400);
    // A millisecond for forty: 100 ms for 4,000, of which the next step takes twice the last.
    noteStep("first", 400, took(10));
    expect(nextRows("first", ROWS, false)).toBe(800);
    noteStep("first", 800, took(40));
    expect(nextRows("first", ROWS, false)).toBe(1600);
    noteStep("first", 1600, took(80));
    expect(nextRows("first", ROWS, false)).toBe(2000);
  });

  it("fewer where steps are slow, a quarter at the least", () => {
    noteStep("slow", 4000, took(200));
    expect(nextRows("slow", ROWS, false)).toBe(2000);
    noteStep("slow", 2000, took(6000));
    expect(nextRows("slow", ROWS, false)).toBe(500);
  });

  it("a twentieth of them where others wait, within what the work takes", () => {
    noteStep("both", 6000, took(100));
    expect([nextRows("both", ROWS, false), nextRows("both", ROWS, true)]).toEqual([6000, 300]);
    // What a crowded step took says as much of one that is alone.
    noteStep("both", 300, took(5));
    expect(nextRows("both", ROWS, false)).toBe(6000);
    noteStep("fast", 10_000, took(1));
    expect([nextRows("fast", ROWS, false), nextRows("fast", ROWS, true)]).toEqual([10_000, 500]);
    noteStep("least", 100, took(1000));
    expect(nextRows("least", ROWS, true)).toBe(100);
  });

  it("rests as long as it took, where others wait", () => {
    expect(pauseAfter(40, false)).toBe(10);
    expect(pauseAfter(40, true)).toBe(40);
    expect(pauseAfter(2, true)).toBe(10);
    expect(pauseAfter(900, true)).toBe(100);
  });
});
