import { describe, expect, it } from "vitest";
import { type Examined, pageOf } from "../../../src/engine/qualification/page";
import type { SortingRule } from "../../../src/model/scenario";

/** Newest first; a letter qualifies with its discount, a dash does not. */
const looked: Examined<string>[] = [
  { key: "6", item: "f", discount: 100 },
  { key: "5", item: null, discount: 0 },
  { key: "4", item: "d", discount: 300 },
  { key: "3", item: "c", discount: 200 },
  { key: "2", item: "b", discount: 300 },
  { key: "1", item: null, discount: 0 },
];

const rows: {
  name: string;
  given: { limit: number; sorting: SortingRule; isCut: boolean; after?: string; shown?: number };
  expect: {
    items: string[];
    has_more: boolean;
    next: { from: string | null; after: string; shown: number } | null;
  };
}[] = [
  {
    name: "all that qualify, newest first",
    given: { limit: 5, sorting: "DEFAULT", isCut: false },
    expect: { items: ["f", "d", "c", "b"], has_more: false, next: null },
  },
  {
    name: "a full page goes on behind its last entry",
    given: { limit: 2, sorting: "DEFAULT", isCut: false },
    expect: { items: ["f", "d"], has_more: true, next: { from: null, after: "4", shown: 0 } },
  },
  {
    name: "a page that is exactly full is the last one where nothing is behind it",
    given: { limit: 4, sorting: "DEFAULT", isCut: false },
    expect: { items: ["f", "d", "c", "b"], has_more: false, next: null },
  },
  {
    name: "where there is more to look at, the next page begins behind what was looked at",
    given: { limit: 4, sorting: "DEFAULT", isCut: true },
    expect: {
      items: ["f", "d", "c", "b"],
      has_more: true,
      next: { from: null, after: "1", shown: 0 },
    },
  },
  {
    name: "the best deal first, of two alike the newer",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: false },
    expect: { items: ["d", "b", "c"], has_more: true, next: { from: "6", after: "3", shown: 3 } },
  },
  {
    name: "the best deals behind those of the page before: the last of all",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: false, after: "3" },
    expect: { items: ["f"], has_more: false, next: null },
  },
  {
    name: "the best deals behind as many as were shown: the last of all",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: false, shown: 3 },
    expect: { items: ["f"], has_more: false, next: null },
  },
  {
    name: "the best deals behind one that was shown: two more, and three are shown then",
    given: { limit: 2, sorting: "BEST_DEAL", isCut: false, shown: 1 },
    expect: { items: ["b", "c"], has_more: true, next: { from: "6", after: "3", shown: 3 } },
  },
  {
    name: "all of these are shown, and others not yet looked at: behind the last of them",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: true, after: "3" },
    expect: { items: ["f"], has_more: true, next: { from: null, after: "1", shown: 0 } },
  },
  {
    name: "where the last one shown does not qualify any more, they come once more",
    given: { limit: 2, sorting: "BEST_DEAL", isCut: false, after: "5" },
    expect: { items: ["d", "b"], has_more: true, next: { from: "6", after: "2", shown: 2 } },
  },
  {
    name: "the least deal first",
    given: { limit: 5, sorting: "LEAST_DEAL", isCut: true },
    expect: {
      items: ["f", "c", "d", "b"],
      has_more: true,
      next: { from: null, after: "1", shown: 0 },
    },
  },
];

const WHOLE = { isWhole: true, shown: 0, after: null, second: null };

describe("a page of what qualifies", () => {
  it.each(rows)("$name", ({ given, expect: { next, ...page } }) => {
    expect(pageOf(looked, { ...WHOLE, ...given })).toEqual({
      ...page,
      next: next && { ...next, isWhole: true },
    });
  });
});

const at = (moment: string, item: string | null): Examined<string> => ({
  key: `2026-03-01T10:00:${moment}1111111111`,
  item,
  discount: 0,
});

describe("a page that ends within a moment", () => {
  const crowd = [at("02.001", "f"), ...["e", "d", "c"].map((item) => at("01.500", item))];
  const older = [...crowd, at("01.400", "b"), at("00.900", "a")];
  const DEFAULT = { ...WHOLE, sorting: "DEFAULT", isCut: false } as const;

  it("has all of it, so that the moment tells where the next one begins", () => {
    const { items, has_more, next } = pageOf(older, { ...DEFAULT, limit: 2 });
    expect(items).toEqual(["f", "e", "d", "c"]);
    expect(has_more).toBe(true);
    expect(next).toEqual({ from: null, after: at("01.500", "c").key, shown: 0, isWhole: true });
  });

  it("ends where a moment ends that is none of those that many share", () => {
    expect(pageOf(older, { ...DEFAULT, limit: 1 }).items).toEqual(["f"]);
    expect(pageOf(older, { ...DEFAULT, limit: 5 }).items).toEqual(["f", "e", "d", "c", "b"]);
  });

  it("shows a second again that was cut, and something older, however many there are", () => {
    const behind = older.slice(1);
    const second = "2026-03-01T10:00:01";
    const { items, has_more } = pageOf(behind, { ...DEFAULT, limit: 2, second });
    expect(items).toEqual(["e", "d", "c", "b", "a"]);
    expect(has_more).toBe(false);
  });

  it("says so where those that were looked at do not have all of it", () => {
    const { next } = pageOf(crowd.slice(1), { ...DEFAULT, limit: 3, isCut: true, isWhole: false });
    expect(next).toMatchObject({ isWhole: false });
  });
});
