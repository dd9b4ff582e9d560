import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CAMPAIGN_TYPES } from "../src/model/campaign-types";
import { VOUCHER_TYPES } from "../src/model/voucher-kinds";
import {
  field,
  lineOf,
  type Node,
  type Source,
  sourceOf,
  sourcesIn,
  type Visited,
} from "./support/source";

const sources = sourcesIn("src");

/** Files beyond 300 lines: tables and lists of data, with what they are. */
const LONG_FILES: Record<string, string> = {};

/** Smells that stand for now, each with its reason. One that is gone fails too: take it off. */
const KNOWN_GAPS: Record<string, string> = {
  "src/deciding/ruled.ts comparison with a kind":
    "tells vouchers from tiers for the compiler; everybody else asks `isTier`",
  "src/async/queue.ts await in a loop":
    "messages are run and acknowledged one at a time; a batch has at most 25",
  "src/async/cron.ts await in a loop":
    "sweeps go one after the other, so that nobody waits for all of them; there are some twenty",
  "src/engine/allocate.ts sort without comparator":
    "a Float64Array sorts by number, and equal numbers cannot be told apart",
  "src/resources/redemptions/parts.ts sort without comparator":
    "ids of one prefix: different ASCII texts, so code units are a total order",
};

const nameOf = (value: unknown): string => String(field(value, "name") ?? "");

/** `object.property` of a member expression, as far as both are plain names. */
const member = (value: unknown): { object: string; property: string } => ({
  object: nameOf(field(value, "object")),
  property: nameOf(field(value, "property")),
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const argumentsOf = (node: Node): unknown[] => listOf(node.arguments);
const numberOf = (value: unknown): number => Number(field(value, "value") ?? 0);

const isCall = (node: Node, ...names: string[]): boolean =>
  node.type === "CallExpression" && names.includes(member(node.callee).property);

const inEngine = ({ path }: Source): boolean => path.startsWith("src/engine/");
const isFunction = (type: string): boolean => /Function(Declaration|Expression)$/.test(type);

const isClockOrChance = (node: Node): boolean => {
  if (node.type === "NewExpression") {
    return nameOf(node.callee) === "Date" && argumentsOf(node).length === 0;
  }
  if (node.type === "Identifier") return nameOf(node) === "crypto";
  const { object, property } = member(node);
  return ["Date.now", "Math.random", "Temporal.Now"].includes(`${object}.${property}`);
};

/** A cast needs a comment right above the declaration that holds it, saying why it is safe. */
function isBareCast({ node, parents }: Visited, { text }: Source): boolean {
  if (node.type === "TSTypeAssertion") return true;
  const isConst = nameOf(field(node.typeAnnotation, "typeName")) === "const";
  if (node.type !== "TSAsExpression" || isConst) return false;
  const holder = parents[1];
  const above = text.slice(0, holder?.start).trimEnd();
  return !above.endsWith("*/") && !/\/\/[^\n]*$/.test(above);
}

const isErrorStatus = (node: Node): boolean => {
  if (isCall(node, "json", "body", "text")) return numberOf(argumentsOf(node)[1]) >= 400;
  return node.type === "Property" && nameOf(node.key) === "status" && numberOf(node.value) >= 400;
};

const SQL = /\b(SELECT .* FROM|INSERT INTO|UPDATE \w+ (\w+ )*SET|DELETE FROM)\b/s;

/** A text is looked at with what is written into it, since its columns may be a fragment. */
const isSql = ({ type, start, end }: Node, { text }: Source): boolean =>
  (type === "Literal" || type === "TemplateLiteral") && SQL.test(text.slice(start, end));

/** What a fragment binds has a number only once its statement is finished. */
const isNumberedByHand = (node: Node): boolean =>
  node.type === "TaggedTemplateExpression" &&
  nameOf(node.tag) === "sql" &&
  listOf(field(node.quasi, "quasis")).some((quasi) =>
    JSON.stringify(field(quasi, "value")).includes("?"),
  );

const KINDS: readonly unknown[] = [...VOUCHER_TYPES, ...CAMPAIGN_TYPES, "PROMOTION_TIER"];

/** What sets a kind of voucher or campaign apart is asked of its row in the table, not of its name. */
const isKindCompared = ({ type, left, right, test }: Node): boolean =>
  (type === "BinaryExpression" || type === "SwitchCase") &&
  [left, right, test].some((side) => KINDS.includes(field(side, "value")));

/** Rooms that ask the database for others, and exports, whose kinds are rows of a table. */
const ASKING_ROOMS =
  /^src\/(db|commit|listing|deciding\/sql|events|scope|forgetting|async\/sweeps|resources\/exports\/kinds)\//;

/** Where a resource asks; the select of a list stands next to the parameters that filter it. */
const ASKING_FILES = /\/([a-z-]+-)?store\.ts$|\/(sql|forget|list)\.ts$/;

const isAskedOutside = (node: Node, source: Source): boolean =>
  isSql(node, source) && !ASKING_ROOMS.test(source.path) && !ASKING_FILES.test(source.path);

interface Smell {
  name: string;
  is: (visited: Visited, source: Source) => boolean;
}

const SMELLS: Smell[] = [
  { name: "any", is: ({ node }) => node.type === "TSAnyKeyword" },
  { name: "!", is: ({ node }) => node.type === "TSNonNullExpression" },
  { name: "bare cast", is: isBareCast },
  { name: "transaction", is: ({ node }) => isCall(node, "transaction") },
  {
    name: "batch outside db/run.ts",
    is: ({ node }, { path }) => isCall(node, "batch") && path !== "src/db/run.ts",
  },
  { name: "clock or chance", is: ({ node }, source) => inEngine(source) && isClockOrChance(node) },
  {
    name: "sort without comparator",
    is: ({ node }) => isCall(node, "sort", "toSorted") && argumentsOf(node).length === 0,
  },
  { name: "error status", is: ({ node }) => isErrorStatus(node) },
  {
    name: "await in a loop",
    is: ({ node, parents }) =>
      node.type === "AwaitExpression" && parents.some(({ type }) => type === "ForOfStatement"),
  },
  { name: "comparison with a kind", is: ({ node }) => isKindCompared(node) },
  { name: "SQL outside a store", is: ({ node }, source) => isAskedOutside(node, source) },
  { name: "parameter numbered by hand", is: ({ node }) => isNumberedByHand(node) },
];

const smellsIn = (source: Source): string[] =>
  SMELLS.flatMap(({ name, is }) =>
    source.nodes.some((visited) => is(visited, source)) ? [`${source.path} ${name}`] : [],
  );

const linesOf = ({ node }: Visited, text: string): number =>
  text.slice(node.start, node.end).split("\n").length;

const longFunctions = (source: Source): string[] =>
  source.nodes
    .filter((found) => isFunction(found.node.type) && linesOf(found, source.text) > 60)
    .map(({ node }) => `${source.path}:${lineOf(source, node)}`);

const manyParameters = (source: Source): string[] =>
  source.nodes
    .filter(({ node }) => isFunction(node.type) && listOf(node.params).length > 4)
    .map(({ node }) => `${source.path}:${lineOf(source, node)}`);

const WIDEST = 100;
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);
const QUERY = /\b(SELECT|FROM|WHERE|JOIN|UPDATE|INSERT INTO|DELETE FROM|ORDER BY|LIMIT)\b/;

/** A text of SQL or a part of one; what else is one text is left to the formatter. */
const isQuery = (node: Node, { text }: Source): boolean =>
  node.type === "TaggedTemplateExpression"
    ? nameOf(node.tag) === "sql"
    : ["Literal", "TemplateLiteral"].includes(node.type) &&
      QUERY.test(text.slice(node.start, node.end));

/** Lines that the formatter does not wrap: comments, and those of a query. */
function wideLines(source: Source): string[] {
  const lines = source.text.split("\n");
  const ofQueries = source.nodes
    .filter(({ node }) => isQuery(node, source))
    .flatMap(({ node }) => {
      const first = lineOf(source, node);
      const count = source.text.slice(node.start, node.end).split("\n").length;
      return Array.from({ length: count }, (_, at) => first + at);
    });
  const ofComments = lines.flatMap((line, at) => (isComment(line) ? [at + 1] : []));
  const isWide = (number: number): boolean => (lines[number - 1] ?? "").length > WIDEST;
  return [...new Set([...ofComments, ...ofQueries])]
    .filter(isWide)
    .sort((a, b) => a - b)
    .map((number) => `${source.path}:${number}`);
}

describe("smells", () => {
  it("none in src, but for the known gaps", () => {
    const known = Object.keys(KNOWN_GAPS);
    expect(sources.flatMap(smellsIn).sort()).toEqual(known.sort());
  });

  it("no comment and no line of SQL is wider than 100 columns", () => {
    expect(sources.flatMap(wideLines)).toEqual([]);
  });

  it("no compiler or linter is told to look away", () => {
    const found = sources.filter(({ text }) => /@ts-|biome-ignore|eslint-disable/.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["src/lib/a.ts", "const a: any = 1;", "any"],
    ["src/lib/a.ts", "const a = b!.c;", "!"],
    ["src/lib/a.ts", "const a = b as C;", "bare cast"],
    ["src/events/a.ts", "d1.batch([]);", "batch outside db/run.ts"],
    ["src/events/a.ts", "db.transaction(run);", "transaction"],
    ["src/engine/a.ts", "const a = new Date();", "clock or chance"],
    ["src/engine/a.ts", "const a = Date.now();", "clock or chance"],
    ["src/engine/a.ts", "const a = Math.random();", "clock or chance"],
    ["src/engine/a.ts", "const a = crypto.randomUUID();", "clock or chance"],
    ["src/lib/a.ts", "const a = b.sort();", "sort without comparator"],
    ["src/http/a.ts", "c.json({}, 404);", "error status"],
    ["src/http/a.ts", "const a = { status: 503 };", "error status"],
    ["src/lib/a.ts", "for (const a of b) { await a(); }", "await in a loop"],
    ["src/resources/a/b.ts", 'if (a.type === "GIFT_VOUCHER") b();', "comparison with a kind"],
    ["src/resources/a/b.ts", 'switch (a) { case "PROMOTION": b(); }', "comparison with a kind"],
    ["src/resources/a/routes.ts", 'load("SELECT * FROM a");', "SQL outside a store"],
    ["src/resources/a/change.ts", "const a = sql`SELECT b FROM a`;", "SQL outside a store"],
    ["src/resources/a/change.ts", `const a = sql\`SELECT \${b} FROM a\`;`, "SQL outside a store"],
    ["src/async/jobs/a.ts", "const a = sql`UPDATE a SET b = 1`;", "SQL outside a store"],
    ["src/db/a.ts", "const a = sql`d = ?1`;", "parameter numbered by hand"],
  ])("are seen in %s: %s", (path, text, name) => {
    expect(smellsIn(sourceOf(path, text))).toEqual([`${path} ${name}`]);
  });

  it.each([
    "src/commit/a.ts",
    "src/async/sweeps/a.ts",
    "src/resources/exports/kinds/a.ts",
    "src/resources/a/store.ts",
    "src/resources/a/b-store.ts",
    "src/resources/a/list.ts",
  ])("are not seen in %s, where queries stand", (path) => {
    expect(smellsIn(sourceOf(path, "const a = sql`DELETE FROM a`;"))).toEqual([]);
  });

  it("are not seen where there are none", () => {
    const fine =
      "const a = new Date(now); const b = [] as const; list.sort(byId); c.json({}, 200);";
    const cast =
      "/** The cast holds: only we write it. */\nconst read = (row: Row) => row as Order;";
    expect(smellsIn(sourceOf("src/engine/a.ts", `${fine}\n${cast}`))).toEqual([]);
  });
});

/** The arguments of each call of a function, as they stand in a text. */
function callsOf(text: string, name: string): string[] {
  return text
    .split(`${name}(`)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      const end = [...rest].findIndex((character) => {
        if ("([{".includes(character)) depth += 1;
        if (")]}".includes(character)) depth -= 1;
        return depth === 0;
      });
      return rest.slice(0, end);
    });
}

/** What makes a test depend on how fast the machine is. */
function timedIn(text: string): string[] {
  const polls = callsOf(text, ".poll").filter((call) => /timeout: [\d_]+/.test(call));
  const waits = ["vi.waitFor", "vi.waitUntil"].flatMap((name) => callsOf(text, name));
  const isBounded = [...polls, ...waits.filter((call) => !call.includes("PATIENCE"))].length > 0;
  const isMeasured = /performance\.now|process\.hrtime/.test(text);
  return [
    ...(isMeasured ? ["a clock of the machine"] : []),
    ...(isBounded ? ["a wait with a bound of its own"] : []),
  ];
}

/** Tells how long statements took, as the database does; no test reads it. */
const MEASURES = ["test/support/local-d1.ts"];

describe("time in tests", () => {
  const tests = sourcesIn("test").filter(
    ({ path }) => path !== "test/smells.test.ts" && !MEASURES.includes(path),
  );

  it("is never measured, and each wait has the one generous bound", () => {
    expect(
      tests.flatMap(({ path, text }) => timedIn(text).map((name) => `${path} ${name}`)),
    ).toEqual([]);
  });

  it.each([
    ["const start = performance.now();", "a clock of the machine"],
    ["await expect.poll(read, { timeout: 5_000 }).toBe(1);", "a wait with a bound of its own"],
    ["await vi.waitUntil(() => isDone);", "a wait with a bound of its own"],
    ["await vi.waitFor(async () => {\n  a();\n}, 9_000);", "a wait with a bound of its own"],
  ])("is seen in %s", (text, name) => {
    expect(timedIn(text)).toEqual([name]);
  });

  it("is not seen in a wait for a condition", () => {
    const fine =
      "await expect.poll(read).toBe(1);\nawait vi.waitUntil(() => isDone, { ...PATIENCE, interval: 0 });";
    expect(timedIn(fine)).toEqual([]);
  });
});

describe("sizes", () => {
  it("no file is longer than 300 lines, but for the tables", () => {
    const long = sources.filter(({ lines }) => lines > 300).map(({ path }) => path);
    expect(long).toEqual(Object.keys(LONG_FILES));
  });

  it("no function is longer than 60 lines", () => {
    expect(sources.flatMap(longFunctions)).toEqual([]);
    const long = `function a() {\n${"  b();\n".repeat(59)}}`;
    expect(longFunctions(sourceOf("src/lib/a.ts", long))).toEqual(["src/lib/a.ts:1"]);
  });

  it("no function takes more than four parameters", () => {
    expect(sources.flatMap(manyParameters)).toEqual([]);
    expect(manyParameters(sourceOf("src/a.ts", "const a = (b, c, d, e, f) => 1;"))).toHaveLength(1);
  });
});

describe("names", () => {
  it("say what a file is for", () => {
    const vague =
      /(^|[/-])(utils?|helpers?|common|misc|manager|service|processor|base|impl|index2)[.-]/;
    expect(sources.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
    expect(sources.map(({ path }) => path).filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual(
      [],
    );
  });
});

describe("documents", () => {
  const documents = ["README.md", ...readdirSync("docs").map((name) => join("docs", name))].filter(
    (path) => path.endsWith(".md") && existsSync(path),
  );
  const PATH = /`((?:src|test|docs|migrations|scripts|bench|public)\/[\w./-]*\w)`/g;
  const LINK = /\]\((?!https?:|#|\/)([^)#\s]+)/g;

  it.each(documents)("%s names only paths that exist", (path) => {
    const text = readFileSync(path, "utf8");
    const named = [...text.matchAll(PATH)].map(([, name = ""]) => name);
    const linked = [...text.matchAll(LINK)].map(([, name = ""]) => join(dirname(path), name));
    expect([...named, ...linked].filter((name) => !existsSync(name))).toEqual([]);
  });
});
