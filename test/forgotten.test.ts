import { describe, expect, it } from "vitest";
import { field, type Node, type Source, sourceOf, sourcesIn } from "./support/source";

const sources = sourcesIn("src");
const readers = ["test", "bench", "scripts"].flatMap(sourcesIn);

const nodesAt = (node: unknown, name: string): unknown[] => [field(node, name)].flat();

/** Names of the values that a statement exports; types are the compiler's to know. */
const exported = ({ type, declaration }: Node): string[] =>
  type === "ExportNamedDeclaration" && !String(field(declaration, "type")).startsWith("TS")
    ? [declaration, ...nodesAt(declaration, "declarations")].flatMap((each) => {
        const name = field(field(each, "id"), "name");
        return typeof name === "string" ? [name] : [];
      })
    : [];

const wordsOf = ({ text }: Source): string[] => text.match(/[\w$]+/g) ?? [];

/** What is exported and named nowhere else: a row that was forgotten in its table, or dead code. */
function forgottenIn(all: readonly Source[], others: readonly Source[]): string[] {
  const files = new Map<string, number>();
  for (const source of [...all, ...others]) {
    for (const word of new Set(wordsOf(source))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  return all.flatMap((source) => {
    const words = wordsOf(source);
    return source.nodes
      .flatMap(({ node }) => exported(node))
      .filter((name) => files.get(name) === 1)
      .filter((name) => words.filter((word) => word === name).length === 1)
      .map((name) => `${source.path} ${name}`);
  });
}

describe("what is exported", () => {
  it("is asked for somewhere: background work, listeners and jobs by the table they are a row of", () => {
    // Tables of the database are read as a whole, by the test that holds the migrations to them.
    const isTable = ({ path }: (typeof sources)[number]) => path.startsWith("src/db/tables/");
    const all = sources.filter((source) => !isTable(source));
    expect(forgottenIn(all, [...readers, ...sources.filter(isTable)])).toEqual([]);
  });

  it.each([
    ["export const work = defineAction({});", ["src/a.ts work"]],
    ["export async function job() {}", ["src/a.ts job"]],
    ["export const work = 1; const also = work;", []],
    ["export type Work = 1; const inner = 2;", []],
  ])("is seen when it is forgotten: %s", (text, expected) => {
    expect(forgottenIn([sourceOf("src/a.ts", text)], [])).toEqual(expected);
  });

  it("is not forgotten where another file names it", () => {
    const [a, b] = [
      sourceOf("src/a.ts", "export const work = 1;"),
      sourceOf("src/b.ts", 'const { work } = await import("./a");'),
    ];
    expect(forgottenIn([a, b], [])).toEqual([]);
  });
});
