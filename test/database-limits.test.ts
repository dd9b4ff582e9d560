import { describe, expect, it } from "vitest";
import { sourcesIn } from "./support/source";

/** The most arguments that D1 gives a function of SQLite; local runs take more. */
const MOST_ARGUMENTS = 32;

const OPENS: Record<string, number> = { "(": 1, ")": -1 };

/** How many arguments the call has that opens right before `from`. */
function argumentsFrom(text: string, from: number): number {
  let [depth, count, quote] = [1, 1, ""];
  for (let at = from; at < text.length && depth > 0; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'") quote = character;
    else if (character === "," && depth === 1) count += 1;
    else depth += OPENS[character] ?? 0;
  }
  return count;
}

/** Calls in SQL with more arguments than the database takes, by their place. */
const tooWide = (text: string): string[] =>
  [...text.matchAll(/\bjson_(?:object|array|set|insert)\(/g)].flatMap((call) => {
    const count = argumentsFrom(text, call.index + call[0].length);
    const line = text.slice(0, call.index).split("\n").length;
    return count > MOST_ARGUMENTS ? [`line ${line}: ${count} arguments`] : [];
  });

describe("what the database takes and local runs do not say", () => {
  it("no function of SQL has more arguments than D1 takes", { timeout: 30_000 }, () => {
    const found = sourcesIn("src").flatMap(({ path, text }) =>
      tooWide(text).map((place) => `${path} ${place}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    [`json_object(${"'a', 1, ".repeat(16)}'b', 2)`, ["line 1: 34 arguments"]],
    [`json_object(${"'a', 1, ".repeat(15)}'b', 2)`, []],
    ["json_object('a,b', json_array(1, 2), 'c)', (SELECT 1, 2))", []],
  ])("counts %s", (text, expected) => {
    expect(tooWide(text)).toEqual(expected);
  });
});
