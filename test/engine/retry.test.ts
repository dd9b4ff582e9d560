import { describe, expect, it, vi } from "vitest";
import { retried } from "../../src/commit/retry";
import { ApiError } from "../../src/errors";
import type { PlatformScope } from "../../src/scope/scope";

/** A scope whose time passes at once; what it slept is written down. */
function scopeWith(byte: number) {
  const slept: number[] = [];
  const parts: Pick<PlatformScope, "sleep" | "random"> = {
    random: (length) => new Uint8Array(length).fill(byte),
    sleep: async (ms) => {
      slept.push(ms);
      await new Promise((wake) => setImmediate(wake));
    },
  };
  // retried reads nothing else of a scope without a project
  return { scope: parts as PlatformScope, slept };
}

const never = new Promise<never>(() => {});

describe("a race that is lost again and again", () => {
  it("is run nine times, the second time at once, with pauses of 10 to 80 ms before the last six", async () => {
    const { scope, slept } = scopeWith(7);
    const attempts: number[] = [];
    const lost = retried(scope, async (attempt) => {
      attempts.push(attempt);
      return null;
    });
    await expect(lost).rejects.toThrow(ApiError);
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // 7 x 256 + 7 = 1,799 of 71 places: the 24th
    expect(slept).toEqual(Array(6).fill(34));
  });

  it("does not pause where the second attempt wins", async () => {
    const { scope, slept } = scopeWith(0);
    expect(await retried(scope, async (attempt) => (attempt === 2 ? "won" : null))).toBe("won");
    expect(slept).toEqual([]);
  });
});

describe("those that want the same row", () => {
  it("go in the order in which they came, and others are not held up", async () => {
    const { scope } = scopeWith(0);
    const order: string[] = [];
    const holder = retried(scope, async (attempt) => (attempt < 5 ? null : order.push("first")), [
      "row a",
    ]);
    await new Promise((wake) => setImmediate(wake));
    const behind = ["second", "third"].map((name) =>
      retried(scope, async () => order.push(name), ["row a"]),
    );
    await retried(scope, async () => order.push("elsewhere"), ["row b"]);
    await Promise.all([holder, ...behind]);
    expect(order).toEqual(["elsewhere", "first", "second", "third"]);
  });

  it("a leader that was cut off is passed over after two seconds", async () => {
    const { scope, slept } = scopeWith(0);
    void retried(scope, (attempt) => (attempt < 3 ? Promise.resolve(null) : never), ["row c"]);
    await new Promise((wake) => setImmediate(wake));
    expect(await retried(scope, async (attempt) => attempt, ["row c"])).toBe(1);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(2_004);
  });

  it("those behind it that were cut off with it are passed over together, who still looks is not", async () => {
    const { scope, slept } = scopeWith(0);
    const cutOff = { ...scope, sleep: () => never };
    void retried(scope, (attempt) => (attempt < 3 ? Promise.resolve(null) : never), ["row d"]);
    await new Promise((wake) => setImmediate(wake));
    for (let at = 0; at < 20; at++) void retried(cutOff, async () => at, ["row d"]);
    const order: string[] = [];
    await Promise.all(
      ["first", "second"].map((name) => retried(scope, async () => order.push(name), ["row d"])),
    );
    expect(order).toEqual(["first", "second"]);
    // Two seconds each, and a look or two more.
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5_000);
  });

  it("a line that is too long and does not look any more is sent away after two seconds", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { scope } = scopeWith(0);
    const cutOff = { ...scope, sleep: () => never };
    void retried(scope, (attempt) => (attempt < 3 ? Promise.resolve(null) : never), ["row e"]);
    await new Promise((wake) => setImmediate(wake));
    for (let at = 0; at < 500; at++) void retried(cutOff, async () => at, ["row e"]);
    const next = () => retried(scope, async (attempt) => attempt, ["row e"]);
    await expect(next()).rejects.toThrow(ApiError);
    vi.advanceTimersByTime(1_999);
    await expect(next()).rejects.toThrow(ApiError);
    vi.advanceTimersByTime(1);
    await expect(next()).rejects.toThrow(ApiError);
    expect(await next()).toBe(1);
    vi.useRealTimers();
  });
});
