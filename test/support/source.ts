import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vite";
import * as z from "zod";

// Reads the source tree for the tests that hold its rules. Everything here looks at syntax only.

export interface Node {
  [field: string]: unknown;
  type: string;
  start: number;
  end: number;
}

/** A field of whatever a node may hold; undefined where there is none. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const isNode = (value: unknown): value is Node =>
  typeof field(value, "type") === "string" && typeof field(value, "start") === "number";

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
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort();

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const visit = (node: Node, parents: Node[]): Visited[] => [
  { node, parents },
  ...childrenOf(node).flatMap((child) => visit(child, [...parents, node])),
];

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
  const found = field(node, "source") ? Declaration.safeParse(node) : null;
  if (!found?.success) return [];
  const { source, specifiers, importKind, exportKind } = found.data;
  const to = source.value.startsWith(".")
    ? normalize(join(dirname(path), source.value)).replace(/\.tsx?$/, "")
    : source.value;
  const isType =
    importKind === "type" ||
    exportKind === "type" ||
    (specifiers.length > 0 && specifiers.every((each) => each.importKind === "type"));
  return [{ from: path, to, isType, names: specifiers.map((each) => each.imported?.name ?? "*") }];
}

/** The line on which a node stands, from 1. */
export const lineOf = ({ text }: Source, { start }: Node): number =>
  text.slice(0, start).split("\n").length;

/** A file as its text, its syntax tree in reading order, and what it imports. */
export function sourceOf(path: string, text: string): Source {
  const tree: unknown = parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" });
  const nodes = isNode(tree) ? visit(tree, []) : [];
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
