import { describe, expect, it } from "vitest";
import { field, type Node, type Source, sourcesIn } from "./support/source";

const sources = sourcesIn("pages");

/** A table of texts: what it is called by whoever uses it, and its keys. */
interface Texts {
  path: string;
  table: Node;
  keys: string[];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (key: unknown): string => String(field(key, "name") ?? field(key, "value"));

/** What is given to `textsOf` where it stands; keys that come from the service have a table elsewhere. */
function tablesOf({ path, nodes }: Source): Texts[] {
  return nodes.flatMap(({ node }) => {
    const isTable = node.type === "CallExpression" && field(node.callee, "name") === "textsOf";
    const [given] = listOf(node.arguments);
    if (!isTable || field(given, "type") !== "ObjectExpression") return [];
    const properties = listOf(field(given, "properties"));
    return [{ path, table: node, keys: properties.map((each) => textOf(field(each, "key"))) }];
  });
}

const tables = sources.flatMap(tablesOf);

/** What is written in a file outside of its tables: texts, and patterns of texts with a gap. */
function written({ path, nodes }: Source): { texts: string[]; patterns: RegExp[] } {
  const own = tables.filter((each) => each.path === path).map(({ table }) => table);
  const outside = nodes.filter(({ parents }) => !parents.some((parent) => own.includes(parent)));
  const texts = outside.flatMap(({ node }) =>
    node.type === "Literal" || node.type === "Identifier" ? [textOf(node)] : [],
  );
  const patterns = outside.flatMap(({ node }) => {
    if (node.type !== "TemplateLiteral") return [];
    const parts = listOf(node.quasis).map((quasi) =>
      String(field(field(quasi, "value"), "cooked")).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
    return parts.length > 1 && /[a-z]{2}/i.test(parts.join(""))
      ? [new RegExp(`^${parts.join(".*")}$`)]
      : [];
  });
  return { texts, patterns };
}

const places = sources.map(written);
const said = new Set(places.flatMap(({ texts }) => texts));
const patterns = places.flatMap(({ patterns: own }) => own);

/** What the service says in capitals, of a field or by itself: a page looks it up as it comes. */
const SERVICES_OWN = /^([a-z_]+\.)?[A-Z][A-Z_.]+$/;

const isUsed = (key: string): boolean =>
  said.has(key) || SERVICES_OWN.test(key) || patterns.some((pattern) => pattern.test(key));

describe("the texts of the pages", () => {
  it("are looked at wherever there are some", () => {
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.every(({ keys }) => keys.length > 0)).toBe(true);
  });

  it("are all said somewhere", () => {
    const unused = tables.flatMap(({ path, keys }) =>
      keys.filter((key) => !isUsed(key)).map((key) => `${path} ${key}`),
    );
    expect(unused).toEqual([]);
  });
});
