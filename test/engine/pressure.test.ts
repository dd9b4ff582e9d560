import { afterEach, describe, expect, it, vi } from "vitest";
import { busiestOf, isCrowded, noteBatch, noteFailed, waitOf } from "../../src/db/pressure";

afterEach(() => {
  vi.useRealTimers();
});

let places = 0;
const newPlace = () => ({ place: `DB_${++places}` });
const batch = (took: number, ran: number, isRequest = false) => ({ took, ran, isRequest });

describe("whether others wait for a database", () => {
  it("they do where requests asked more than twice in a second, and at that place alone", () => {
    vi.useFakeTimers({ now: 3_000_000 });
    const [asked, other] = [newPlace(), newPlace()];
    const ask = () => noteBatch(asked, batch(3, 2, true));
    for (let second = 0; second < 10; second++) {
      ask();
      expect(isCrowded(asked)).toBe(false);
      vi.advanceTimersByTime(1000);
    }
    for (let at = 0; at < 3; at++) ask();
    expect([isCrowded(asked), isCrowded(other)]).toEqual([true, false]);
    // Of what is a little more than three by then, a third is left.
    vi.advanceTimersByTime(1000);
    expect(isCrowded(asked)).toBe(false);
  });

  it("they do where batches wait longer than the way there takes", () => {
    const place = newPlace();
    // The way alone is 30 ms: nobody is before us.
    for (let at = 0; at < 50; at++) noteBatch(place, batch(120, 60));
    expect(isCrowded(place)).toBe(false);
    // Now each waits 130 ms beside the 90 that it takes itself.
    for (let at = 0; at < 10; at++) noteBatch(place, batch(220, 60));
    expect(isCrowded(place)).toBe(true);
    for (let at = 0; at < 20; at++) noteBatch(place, batch(120, 60));
    expect(isCrowded(place)).toBe(false);
  });

  it("they do not where a large batch takes long itself, with its way and its commit", () => {
    const place = newPlace();
    noteBatch(place, batch(1, 1));
    for (let at = 0; at < 20; at++) noteBatch(place, batch(140, 100));
    expect(isCrowded(place)).toBe(false);
    for (let at = 0; at < 20; at++) noteBatch(place, batch(180, 100));
    expect(isCrowded(place)).toBe(true);
  });
});

describe("whether others wait, told by slow batches alone", () => {
  it("is so however many come, until ways that long have been the least for an hour", () => {
    vi.useFakeTimers({ now: 5_000_000 });
    const place = newPlace();
    noteBatch(place, batch(2, 2));
    for (let at = 0; at < 5_000; at++) noteBatch(place, batch(100, 0));
    expect(isCrowded(place)).toBe(true);
    // From nothing to a way of 31 ms in half of an hour, of which twice and 20 are less than 100.
    vi.advanceTimersByTime(5 * 600_000);
    noteBatch(place, batch(100, 0));
    expect(isCrowded(place)).toBe(true);
    vi.advanceTimersByTime(600_000);
    noteBatch(place, batch(100, 0));
    expect(isCrowded(place)).toBe(false);
  });

  it("is so where nobody has ever seen it quick, since no way is that long", () => {
    const place = newPlace();
    for (let at = 0; at < 50; at++) noteBatch(place, batch(600, 0));
    expect(isCrowded(place)).toBe(false);
    for (let at = 0; at < 50; at++) noteBatch(place, batch(700, 0));
    expect(isCrowded(place)).toBe(true);
  });
});

describe("batches that fail", () => {
  const failed = (took: number, isTurnedAway: boolean) => ({
    took,
    isTurnedAway,
    isRequest: false,
  });

  it("count as a wait of ten seconds where they are turned away, however soon", () => {
    const place = newPlace();
    noteFailed(place, failed(1, true));
    expect(Math.round(waitOf(place))).toBe(2000);
    // 10,000 - 8,000 * 0.8 ** 3
    for (let at = 0; at < 3; at++) noteFailed(place, failed(1, true));
    expect(Math.round(waitOf(place))).toBe(5904);
  });

  it("count as long as they took where they were lost, and never say that it is quick", () => {
    const place = newPlace();
    noteFailed(place, failed(20_000, false));
    expect(waitOf(place)).toBeCloseTo(4000);
    for (let at = 0; at < 20; at++) noteFailed(place, failed(1, false));
    expect(waitOf(place)).toBeCloseTo(4000);
  });
});

describe("for whom a database works most", () => {
  it("the project whose statements ran longest of late, if they ran long at all", () => {
    const place = newPlace();
    const ran = (project: string, ms: number) => noteBatch({ ...place, project }, batch(ms, ms));
    expect(busiestOf(place)).toBeNull();
    for (let at = 0; at < 5; at++) ran("small", 99);
    expect(busiestOf(place)).toBeNull();
    ran("large", 700);
    for (let at = 0; at < 3; at++) ran("small", 50);
    expect(busiestOf(place)).toBe("large");
    ran("small", 200);
    expect(busiestOf(place)).toBe("small");
    expect(busiestOf(newPlace())).toBeNull();
  });

  it("forgets what was long ago", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const place = newPlace();
    const ran = (project: string, ms: number) => noteBatch({ ...place, project }, batch(ms, ms));
    ran("before", 6000);
    vi.setSystemTime(1_010_000);
    // A third and some are left of it: 2,207 ms.
    ran("now", 2200);
    expect(busiestOf(place)).toBe("before");
    ran("now", 20);
    expect(busiestOf(place)).toBe("now");
    vi.setSystemTime(1_040_000);
    expect(busiestOf(place)).toBeNull();
  });

  it("tells a wait for twice as long as it is, where that is longer than five seconds", () => {
    vi.useFakeTimers({ now: 2_000_000 });
    const place = newPlace();
    for (let at = 0; at < 100; at++) noteBatch(place, batch(6_000, 0));
    vi.advanceTimersByTime(11_900);
    expect(waitOf(place)).toBeCloseTo(6_000);
    vi.advanceTimersByTime(100);
    expect(waitOf(place)).toBe(0);
  });

  it("tells no wait of a database that nobody asked for five seconds", () => {
    vi.useFakeTimers({ now: 2_000_000 });
    const place = newPlace();
    for (let at = 0; at < 20; at++) noteBatch(place, batch(400, 100));
    expect(Math.round(waitOf(place))).toBe(247);
    vi.setSystemTime(2_004_999);
    expect(Math.round(waitOf(place))).toBe(247);
    vi.setSystemTime(2_005_000);
    expect(waitOf(place)).toBe(0);
  });
});
