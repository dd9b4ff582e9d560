import { expect, it } from "vitest";
import { WindowCounts } from "../../src/lib/window-counts";

it("counts each key in windows of the clock, which end together", () => {
  const counts = new WindowCounts(10_000);
  expect([counts.add("a", 20_000), counts.add("a", 25_000), counts.add("b", 29_999)]).toEqual([
    1, 2, 1,
  ]);
  expect([counts.add("a", 30_000), counts.add("b", 30_001)]).toEqual([1, 1]);
  expect([20_000, 29_999, 30_000].map((now) => counts.endAfter(now))).toEqual([
    30_000, 30_000, 40_000,
  ]);
});
