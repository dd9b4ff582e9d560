import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turns } from "../../src/lib/turns";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks for turns by the same name; those that have come are noted, with what ends them. */
function asking({ most = 1, waitMs = 5_000 } = {}) {
  const turns = new Turns();
  const limit = { most };
  const ends = new Map<string, () => void>();
  const came: string[] = [];
  const ask = async (who: string, line = "line", nap = sleep) => {
    const end = await turns.take(line, { most: () => limit.most, waitMs, sleep: nap });
    came.push(end ? who : `${who} in vain`);
    if (end) ends.set(who, end);
  };
  const end = (who: string) => ends.get(who)?.();
  return { limit, came, ask, end };
}

describe("turns", () => {
  it("come to so many at a time, in the order in which they were asked for", async () => {
    const { came, ask, end } = asking({ most: 2 });
    for (const who of ["a", "b", "c", "d"]) void ask(who);
    void ask("of another", "another line");
    await vi.advanceTimersByTimeAsync(500);
    expect(came).toEqual(["a", "b", "of another"]);
    end("b");
    // Who comes now stands behind those that wait.
    void ask("e");
    await vi.advanceTimersByTimeAsync(100);
    expect(came.slice(3)).toEqual(["c"]);
    end("a");
    end("c");
    await vi.advanceTimersByTimeAsync(100);
    expect(came.slice(4)).toEqual(["d", "e"]);
  });

  it("come to all at once where nothing limits them any more", async () => {
    const { limit, came, ask } = asking();
    for (const who of ["a", "b", "c"]) void ask(who);
    await vi.advanceTimersByTimeAsync(100);
    expect(came).toEqual(["a"]);
    limit.most = Number.POSITIVE_INFINITY;
    await ask("d");
    expect(came).toEqual(["a", "d"]);
    await vi.advanceTimersByTimeAsync(20);
    expect(came.toSorted()).toEqual(["a", "b", "c", "d"]);
  });

  it("do not come in vain: who waits too long is told, and so is who finds 500 waiting", async () => {
    const { came, ask, end } = asking({ waitMs: 900 });
    for (const who of ["a", "b"]) void ask(who);
    await vi.advanceTimersByTimeAsync(890);
    expect(came).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(20);
    expect(came).toEqual(["a", "b in vain"]);
    for (let at = 0; at < 500; at++) void ask(`${at}`);
    await ask("last");
    expect(came.slice(2)).toEqual(["last in vain"]);
    end("a");
    await vi.advanceTimersByTimeAsync(150);
    expect(came.slice(3)).toEqual(["0"]);
  });

  it("pass over who was cut off: one that goes after ten seconds, one that waits after one", async () => {
    const { came, ask } = asking({ waitMs: 60_000 });
    void ask("a");
    void ask("gone", "line", () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(8_500);
    void ask("b");
    await vi.advanceTimersByTimeAsync(1_400);
    expect(came).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(200);
    expect(came).toEqual(["a", "b"]);
  });

  it("stay as they are where one ends that counted as cut off, after its line was over", async () => {
    const { came, ask, end } = asking();
    void ask("slow");
    await vi.advanceTimersByTimeAsync(10_100);
    // The next finds it cut off, and is the last of that line.
    void ask("next");
    await vi.advanceTimersByTimeAsync(10);
    end("next");
    void ask("new");
    await vi.advanceTimersByTimeAsync(10);
    end("slow");
    void ask("last");
    await vi.advanceTimersByTimeAsync(100);
    expect(came).toEqual(["slow", "next", "new"]);
    end("new");
    await vi.advanceTimersByTimeAsync(100);
    expect(came.slice(3)).toEqual(["last"]);
  });
});
