import { expect, it } from "vitest";
import { remembered } from "../../src/lib/remembered";

it("a text is worked out once, and again once so many others came after it", () => {
  const asked: string[] = [];
  const doubled = remembered(2, (text) => {
    asked.push(text);
    return text + text;
  });
  expect(["a", "b", "a", "b"].map(doubled)).toEqual(["aa", "bb", "aa", "bb"]);
  expect(asked).toEqual(["a", "b"]);
  expect(["c", "b", "c", "a"].map(doubled)).toEqual(["cc", "bb", "cc", "aa"]);
  expect(asked).toEqual(["a", "b", "c", "a"]);
});
