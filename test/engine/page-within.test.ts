import { expect, it } from "vitest";
import { pageWithin } from "../../src/lib/page-within";

it.each([
  ["as many as the limit", [1, 1, 1, 1, 1], 2, [2, 2, 1]],
  ["as many as fit", [3, 3, 3, 1, 5], 4, [2, 2, 1]],
  ["one that fits nowhere, alone", [1, 9, 1], 4, [1, 1, 1]],
  ["nothing", [], 4, []],
])("pages hold %s", (_, sizes, limit, lengths) => {
  const pages = [...lengths, 0].map((_each, at) =>
    pageWithin(sizes, { limit, page: at + 1, mostBytes: 6 }),
  );
  expect(pages.map(({ from, to }) => to - from)).toEqual([...lengths, 0]);
  expect(pages.slice(1).map(({ from }) => from)).toEqual(pages.slice(0, -1).map(({ to }) => to));
});
