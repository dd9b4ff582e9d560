import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vite";
import * as z from "zod";

// Reads the source tree for the tests that hold its rules. Everything here looks at syntax only.

const Node = z.looseObject({ type: z.string(), start: z.number(), end: z.number() });
export type Node = z.infer<typeof Node>;

export interface Import {
  from: string;
  /** A path from the root without its ending, or the name of a package. */
  to: string;
  isType: boolean;
  names: string[];
}

export interface Source {
  path: string;
  text: string;
  lines: number;
  nodes: Visited[];
  imports: Import[];
}

export interface Visited {
  node: Node;
  parents: Node[];
  line: number;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .sort();

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .flatMap((value) => {
      const child = Node.safeParse(value);
      return child.success ? [child.data] : [];
    });

function* visit(node: Node, parents: Node[]): Generator<{ node: Node; parents: Node[] }> {
  yield { node, parents };
  for (const child of childrenOf(node)) yield* visit(child, [...parents, node]);
}

const Specifier = z.looseObject({
  importKind: z.string().optional(),
  exportKind: z.string().optional(),
  imported: z.looseObject({ name: z.string().optional() }).optional(),
});

const Declaration = z.looseObject({
  importKind: z.string().optional(),
  exportKind: z.string().optional(),
  source: z.looseObject({ value: z.string() }),
  specifiers: z.array(Specifier).default([]),
});

function importOf(path: string, node: Node): Import[] {
  const found = Declaration.safeParse(node);
  if (!found.success) return [];
  const { source, specifiers, importKind, exportKind } = found.data;
  const to = source.value.startsWith(".")
    ? normalize(join(dirname(path), source.value)).replace(/\.ts$/, "")
    : source.value;
  const isType =
    importKind === "type" ||
    exportKind === "type" ||
    (specifiers.length > 0 && specifiers.every((each) => each.importKind === "type"));
  return [{ from: path, to, isType, names: specifiers.map((each) => each.imported?.name ?? "*") }];
}

/** A file as its text, its syntax tree in reading order, and what it imports. */
export function sourceOf(path: string, text: string): Source {
  const tree = Node.parse(parseAst(text, { lang: "ts" }));
  const lineAt = (at: number) => text.slice(0, at).split("\n").length;
  const nodes = [...visit(tree, [])].map((found) => ({ ...found, line: lineAt(found.node.start) }));
  return {
    path,
    text,
    lines: text.trimEnd().split("\n").length,
    nodes,
    imports: nodes.flatMap(({ node }) => importOf(path, node)),
  };
}

export const sourcesIn = (folder: string): Source[] =>
  filesIn(folder).map((path) => sourceOf(path, readFileSync(path, "utf8")));
