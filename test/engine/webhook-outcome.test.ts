import { describe, expect, it } from "vitest";
import { outcomeOf, retryAt } from "../../src/engine/webhooks/outcome";

const MINUTE = 60_000;
const FIRST = Date.parse("2026-01-01T00:00:00.000Z");
const tried = (attempts: number, id = "whs_000000001abcdef012") => ({
  id,
  attempts,
  firstAt: FIRST,
});

describe("when a failed delivery is tried again", () => {
  it.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 16],
    [5, 32],
    [6, 60],
    [7, 120],
    [8, 240],
    [9, 480],
    [10, 1_020],
    [11, 1_440],
  ])(
    "after %i retries: %i minutes after the first attempt, a tenth later at most",
    (before, at) => {
      const due = retryAt(tried(before), FIRST) ?? 0;
      expect(due).toBeGreaterThanOrEqual(FIRST + at * MINUTE);
      expect(due).toBeLessThanOrEqual(FIRST + at * MINUTE * 1.1);
    },
  );

  it("is the same whenever it is asked, and other for other deliveries", () => {
    expect(retryAt(tried(11), FIRST)).toBe(retryAt(tried(11), FIRST));
    const others = Array.from({ length: 100 }, (_, at) => retryAt(tried(11, `whs_${at}`), FIRST));
    expect(new Set(others).size).toBe(100);
    const spread = others.map((due) => ((due ?? 0) - FIRST) / (1_440 * MINUTE) - 1);
    expect(Math.min(...spread)).toBeLessThan(0.01);
    expect(Math.max(...spread)).toBeGreaterThan(0.09);
  });

  it("is not at once, though an outage made several of its times pass", () => {
    const late = FIRST + 600 * MINUTE;
    expect(retryAt(tried(1), late)).toBe(late + 30_000);
  });

  it("is never after the twelfth retry", () => {
    expect(retryAt(tried(12), FIRST)).toBeNull();
  });
});

describe("what becomes of a delivery", () => {
  it.each([
    [200, "SUCCEEDED", null],
    [204, "SUCCEEDED", null],
    [299, "SUCCEEDED", null],
    [199, "RETRYING", null],
    [300, "RETRYING", null],
    [301, "RETRYING", null],
    [400, "RETRYING", null],
    [404, "RETRYING", null],
    [429, "RETRYING", null],
    [500, "RETRYING", null],
    [null, "RETRYING", null],
    [410, "DEAD", "TARGET_GONE"],
  ])("after %s: %s, which ends the webhook with %s", (status, expected, because) => {
    const outcome = outcomeOf(tried(0), { status }, FIRST);
    expect(outcome).toMatchObject({ status: expected, deactivates: because });
    expect(outcome.dueAt === null).toBe(expected !== "RETRYING");
  });

  it.each([
    [500, "DEAD", "RETRIES_EXHAUSTED"],
    [null, "DEAD", "RETRIES_EXHAUSTED"],
    [200, "SUCCEEDED", null],
  ])("after %s to the last attempt: %s, %s", (status, expected, because) => {
    const outcome = outcomeOf(tried(12), { status }, FIRST);
    expect(outcome).toEqual({ status: expected, dueAt: null, deactivates: because });
  });

  it("what was not sent at last is given up, and the webhook is not to blame", () => {
    const outcome = outcomeOf(tried(12), { status: null, isUnsent: true }, FIRST);
    expect(outcome).toEqual({ status: "DEAD", dueAt: null, deactivates: null });
  });
});
