import { describe, expect, it } from "vitest";
import { firstId, idsOf, isTimeId, timeId, timeIds } from "../../src/lib/id";
import { keystream } from "../../src/lib/keystream";

const NOW = Date.UTC(2026, 10, 21);
const random = (stream: number) => keystream(new Uint8Array(32).fill(3), stream);

describe("ids made together", () => {
  it("are different, ascend, begin with their time and have the form of their kind", () => {
    const ids = timeIds("v", NOW, 12_500, random(1));
    expect(ids).toHaveLength(12_500);
    expect(new Set(ids).size).toBe(12_500);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^v_[0-9A-Za-z]{32}$/);
    expect(ids.every((id) => id.startsWith(firstId("v", NOW)))).toBe(true);
  });

  it("of the same instant elsewhere are others, in 21 drawn characters", () => {
    const drawn = (stream: number) =>
      timeIds("v", NOW, 1000, random(stream)).map((id) => id.slice(-21));
    const [one, other] = [new Set(drawn(1)), drawn(2)];
    expect(one.size).toBe(1000);
    expect(other.filter((tail) => one.has(tail))).toEqual([]);
  });
});

describe("ids of entries that one request makes", () => {
  it("are different, ascend, begin with their time and have the form of their kind", () => {
    const newId = idsOf(NOW, random(1));
    const ids = Array.from({ length: 1000 }, () => newId("vtx"));
    expect(new Set(ids).size).toBe(1000);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^vtx_[0-9a-f]{18}$/);
    expect(ids.every((id) => id.startsWith(firstId("vtx", NOW)))).toBe(true);
  });

  it("go on in the next instant where theirs is full", () => {
    const newId = idsOf(NOW, (length) => new Uint8Array(length).fill(255));
    const [one, two] = [newId("vtx"), newId("vtx")];
    expect(one).toBe(`${firstId("vtx", NOW)}fffffff`);
    expect(two).toBe(`${firstId("vtx", NOW + 1)}000ffff`);
  });

  it("of other kinds stay as hard to guess as they are long", () => {
    const newId = idsOf(NOW, random(2));
    const ids = Array.from({ length: 100 }, () => newId("r"));
    expect(ids.toSorted()).not.toEqual(ids);
  });
});

describe("an id of this service", () => {
  const now = Date.UTC(2026, 10, 22);
  const made = (prefix: string, at = now) => timeId(prefix, at, (length) => new Uint8Array(length));

  it.each(["cust", "val", "asgm", "r", "evvou", "dist"])("is known again: %s", (prefix) => {
    expect(isTimeId(made(prefix), now)).toBe(true);
  });

  it.each([
    ["of later", made("cust", now + 1)],
    ["that is a number of the same length", "user_202611220930001234"],
    ["of another length", `${made("cust")}0`],
    ["with digits of base62 where there are none", "r_19a000000000000zZ0"],
    ["that is a text", "maria_MariaSchmidt1980"],
    ["without a prefix", made("r").slice(2)],
  ])("is none %s", (_, text) => {
    expect(isTimeId(text, now)).toBe(false);
  });
});
