import type { Family } from "./keys";

interface Operation {
  summary?: string;
  tags?: string[];
  responses: Record<string, { description: string; content?: object }>;
}

/** The document of operations, as far as it is looked at here. */
export interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

export const familyOf = (path: string): Family => {
  if (path.startsWith("/client/")) return "client";
  return path.startsWith("/management/") ? "management" : "server";
};

const tagOf = ({ tags = [] }: Operation): string => tags[0] ?? "";

/** The resources of a family, in the order of their names, each with how many operations it has. */
export function resourcesOf({ paths }: Document, family: Family): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const [path, operations] of Object.entries(paths)) {
    if (familyOf(path) !== family) continue;
    for (const operation of Object.values(operations)) {
      counts.set(tagOf(operation), (counts.get(tagOf(operation)) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** The schemas that something names, and those that these name: the document is large without. */
function schemasOf(part: unknown, all: Record<string, unknown>): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const open = [part];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const [, name = ""] of JSON.stringify(each).matchAll(REFERENCE)) {
      if (found.has(name) || all[name] === undefined) continue;
      found.set(name, all[name]);
      open.push(all[name]);
    }
  }
  return Object.fromEntries(found);
}

/** An operation as it is shown: all refusals have one form, which would hide what they say. */
function shown(operation: Operation): Operation {
  const { responses } = operation;
  const answers = Object.entries(responses).map(([status, { content, ...rest }]) => [
    status,
    Number(status) >= 400 || content === undefined ? rest : { ...rest, content },
  ]);
  return {
    ...operation,
    responses: Object.fromEntries(answers),
  };
}

const isAbout = (path: string, { summary = "" }: Operation, words: string[]): boolean => {
  const text = `${path} ${summary}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

export interface Choice {
  family: Family;
  /** The resource whose operations are shown, unless words are looked for. */
  resource: string;
  query: string;
}

/** The document with the operations that are looked for alone. */
export function chosen(document: Document, { family, resource, query }: Choice): Document {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = (path: string, operation: Operation): boolean =>
    words.length > 0 ? isAbout(path, operation, words) : tagOf(operation) === resource;
  const found = Object.entries(document.paths).flatMap(([path, operations]) => {
    if (familyOf(path) !== family) return [];
    const own = Object.entries(operations).flatMap(([method, each]) =>
      isWanted(path, each) ? [[method, shown(each)]] : [],
    );
    return own.length > 0 ? [[path, Object.fromEntries(own)] as const] : [];
  });
  const paths = Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  const schemas = schemasOf(paths, document.components.schemas);
  return { ...document, components: { ...document.components, schemas }, paths };
}

export const countOf = ({ paths }: Document): number =>
  Object.values(paths).reduce((sum, operations) => sum + Object.keys(operations).length, 0);
