import type { Family } from "./keys";
import type { Answer, Document, List, Listed, Operation } from "./listed";

export const familyOf = (path: string): Family => {
  if (path.startsWith("/client/")) return "client";
  return path.startsWith("/management/") ? "management" : "server";
};

/** The resources of a family, in the order of their names, each with how many operations it has. */
export function resourcesOf({ operations }: List, family: Family): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { path, resource } of operations) {
    if (familyOf(path) === family) counts.set(resource, (counts.get(resource) ?? 0) + 1);
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

const SHARED = "#/components/responses/";

/** All refusals have one form, which would hide what each of them says. */
function withoutBody(status: string, { content, ...rest }: Answer): Answer {
  return Number(status) >= 400 || content === undefined ? rest : { ...rest, content };
}

/** The answers of an operation where it is shown alone, with those that the document shares. */
const answersOf = (responses: Operation["responses"], shared: Record<string, Answer>) =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, each]) => {
      const answer = "$ref" in each ? shared[each.$ref.slice(SHARED.length)] : each;
      return answer ? [[status, withoutBody(status, answer)]] : [];
    }),
  );

/** The document with one operation alone. */
export function documentOf({ components, paths, ...rest }: Document, { path, method }: Listed) {
  const operation = paths[path]?.[method];
  if (!operation) throw new Error(`The document has no ${method} ${path}`);
  const { responses: shared, ...others } = components;
  const responses = answersOf(operation.responses, shared);
  const alone = { [path]: { [method]: { ...operation, responses } } };
  const schemas = schemasOf(alone, components.schemas);
  return { ...rest, components: { ...others, schemas }, paths: alone };
}

export interface Choice {
  family: Family;
  /** The resource whose operations are shown, unless words are looked for. */
  resource: string;
  query: string;
}

/** The operations that are looked for, by their paths. */
export function chosen({ operations }: List, { family, resource, query }: Choice): Listed[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isAbout = ({ path, summary }: Listed): boolean => {
    const text = `${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return operations
    .filter((each) => familyOf(each.path) === family)
    .filter((each) => (words.length > 0 ? isAbout(each) : each.resource === resource))
    .sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
}
