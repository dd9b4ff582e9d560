import { afterEach, expect, it, vi } from "vitest";
import { leave } from "../../src/async/background";

afterEach(() => void vi.useRealTimers());

it("waits for work beyond eighty, until those were cut off", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const forever = new Promise<never>(() => {});
  const left: Promise<unknown>[] = [];
  const leaves = async (): Promise<boolean> => {
    const before = left.length;
    await Promise.race([leave(forever, (work) => void left.push(work), true), Promise.resolve()]);
    return left.length > before;
  };
  for (let at = 0; at < 80; at++) expect(await leaves()).toBe(true);
  expect(await leaves()).toBe(false);
  vi.setSystemTime(44_999);
  expect(await leaves()).toBe(false);
  vi.setSystemTime(45_000);
  expect(await leaves()).toBe(true);
});
