import { field, lineOf, type Node, type Source } from "./source";

// Which operations pages call, as their sources tell it: by the typed client alone.

const METHODS = ["GET", "POST", "PUT", "DELETE"];

/** What a name stands for, in the file itself or in the one that it comes from. */
type Meaning = (name: string) => string | null;

const casted = (value: unknown): unknown =>
  field(value, "type") === "TSAsExpression" ? casted(field(value, "expression")) : value;

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text as it stands in the source, put together of constants; null where it is anything else. */
function textOf(given: unknown, meaning: Meaning): string | null {
  const value = casted(given);
  const type = field(value, "type");
  if (type === "Literal") return String(field(value, "value"));
  if (type === "Identifier") return meaning(String(field(value, "name")));
  if (type !== "TemplateLiteral") return null;
  const within = listed(field(value, "expressions")).map((each) => textOf(each, meaning));
  const between = listed(field(value, "quasis")).map((each) =>
    String(field(field(each, "value"), "cooked")),
  );
  if (within.includes(null)) return null;
  return between.map((text, at) => text + (within[at] ?? "")).join("");
}

/** The constants of a file that are texts, wherever in it. */
function constantsOf({ nodes }: Source): Map<string, string> {
  const known = new Map<string, string>();
  for (const { node } of nodes) {
    if (node.type !== "VariableDeclarator") continue;
    const text = textOf(node.init, () => null);
    if (text !== null) known.set(String(field(node.id, "name")), text);
  }
  return known;
}

/** The method that a client is called with; null for what calls no client. */
function methodOf(node: Node): string | null {
  const { callee } = node;
  if (node.type !== "CallExpression" || field(callee, "type") !== "MemberExpression") return null;
  const name = String(field(field(callee, "property"), "name"));
  return METHODS.includes(name) ? name : null;
}

/**
 * The operations that sources call, such as `GET /v1/vouchers/{code}`; where the path of one is not
 * to be read, the place in the source instead.
 */
export function callsOf(sources: readonly Source[]): string[] {
  const constants = new Map(
    sources.map((source) => [source.path.replace(/\.tsx?$/, ""), constantsOf(source)]),
  );
  const calls = sources.flatMap((source) => {
    const meaning: Meaning = (name) => {
      const from = source.imports.find(({ names }) => names.includes(name))?.to;
      const home = from ?? source.path.replace(/\.tsx?$/, "");
      return constants.get(home)?.get(name) ?? null;
    };
    return source.nodes.flatMap(({ node }) => {
      const method = methodOf(node);
      if (method === null) return [];
      const path = textOf(listed(node.arguments)[0], meaning);
      return [path === null ? `${source.path}:${lineOf(source, node)}` : `${method} ${path}`];
    });
  });
  return [...new Set(calls)].sort();
}
