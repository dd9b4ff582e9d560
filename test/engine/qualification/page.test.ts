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
  given: { limit: number; sorting: SortingRule; isCut: boolean; after?: string };
  expect: {
    items: string[];
    has_more: boolean;
    next: { from: string | null; after: string } | null;
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
    expect: { items: ["f", "d"], has_more: true, next: { from: null, after: "4" } },
  },
  {
    name: "a page that is exactly full is the last one where nothing is behind it",
    given: { limit: 4, sorting: "DEFAULT", isCut: false },
    expect: { items: ["f", "d", "c", "b"], has_more: false, next: null },
  },
  {
    name: "where there is more to look at, the next page begins behind what was looked at",
    given: { limit: 4, sorting: "DEFAULT", isCut: true },
    expect: { items: ["f", "d", "c", "b"], has_more: true, next: { from: null, after: "1" } },
  },
  {
    name: "the best deal first, of two alike the newer",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: false },
    expect: { items: ["d", "b", "c"], has_more: true, next: { from: "6", after: "3" } },
  },
  {
    name: "the best deals behind those of the page before: the last of all",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: false, after: "3" },
    expect: { items: ["f"], has_more: false, next: null },
  },
  {
    name: "all of these are shown, and others not yet looked at: behind the last of them",
    given: { limit: 3, sorting: "BEST_DEAL", isCut: true, after: "3" },
    expect: { items: ["f"], has_more: true, next: { from: null, after: "1" } },
  },
  {
    name: "where the last one shown does not qualify any more, they come once more",
    given: { limit: 2, sorting: "BEST_DEAL", isCut: false, after: "5" },
    expect: { items: ["d", "b"], has_more: true, next: { from: "6", after: "2" } },
  },
  {
    name: "the least deal first",
    given: { limit: 5, sorting: "LEAST_DEAL", isCut: true },
    expect: { items: ["f", "c", "d", "b"], has_more: true, next: { from: null, after: "1" } },
  },
];

describe("a page of what qualifies", () => {
  it.each(rows)("$name", ({ given, expect: expected }) => {
    expect(pageOf(looked, { after: null, ...given })).toEqual(expected);
  });
});
