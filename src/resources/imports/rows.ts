import type * as z from "zod";
import { ApiError } from "../../errors";
import { readBody } from "../../model/exact-numbers";
import { isMissing, requirement } from "../../model/issue";
import { readingFor } from "../../model/reading";
import type { Scope } from "../../scope/scope";
import type { Column } from "./columns";
import type { Line, RowError } from "./schema";

/** A row whose values fit its schema. */
export interface Row<T> {
  row: number;
  input: T;
}

/** How a file calls the properties of its rows. */
export interface Names {
  titles: Readonly<Record<string, string>>;
  columns: readonly Column[];
}

const LONGEST = 60;

/** A value as an error shows it: no longer than a line. */
function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

const isParent = (path: string, inner: string): boolean =>
  inner === path || inner.startsWith(`${path}.`) || inner.startsWith(`${path}[`);

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);

/**
 * The title under which the file has a property, or else the nearest that it is in; the property's
 * own path where it has none.
 */
export function titleOf({ titles }: Names, path: string): string {
  const paths = Object.keys(titles);
  const [nearest] = paths
    .filter((each) => isParent(each, path))
    .toSorted((a, b) => b.length - a.length);
  const known = nearest ?? paths.find((each) => isParent(path, each));
  return (known === undefined ? path : (titles[known] ?? path)).slice(0, 200);
}

/** What was refused; of a union that is chosen by one of its properties, that property. */
function refusedValue({ code, path, input }: z.core.$ZodIssue): unknown {
  const name = path.at(-1);
  const isChoice = code === "invalid_union" && typeof input === "object" && input !== null;
  return isChoice && name !== undefined ? Reflect.get(input, name) : input;
}

function issueError(names: Names, row: number, issue: z.core.$ZodIssue): RowError {
  const path = pathText(issue.path);
  if (path === "") return { row, reason: "must be an object" };
  const column = titleOf(names, path);
  if (isMissing(issue)) return { row, column, reason: "is required" };
  const own = names.columns.find((each) => [each.path, ...(each.paths ?? [])].includes(path));
  const value = refusedValue(issue);
  const must = (typeof value === "string" && own?.must) || requirement(issue);
  return { row, column, reason: `${must}; it is '${shown(value)}'` };
}

/** Refusals of a use case say `Property .path must ...`, those of metadata `name: must ...`. */
const PROPERTY = /^Property (?:\.([\w.[\]]+)|'(\w+)') (.+)$/s;
const METADATA = /^(.+?): (must be .+)$/s;

/**
 * What a refused row says, where a use case refused it; anything else is a bug and is thrown on.
 */
export function refusal(names: Names, row: number, error: unknown): RowError {
  if (!(error instanceof ApiError)) throw error;
  const { details = "" } = error.facts;
  const metadata = error.key === "metadata_validation_failed" ? METADATA.exec(details) : null;
  const [, path, name, reason] = PROPERTY.exec(details) ?? [];
  if (metadata?.[1] && metadata[2]) {
    return { row, column: titleOf(names, `metadata.${metadata[1]}`), reason: metadata[2] };
  }
  return path !== undefined || name !== undefined
    ? { row, column: titleOf(names, path ?? name ?? ""), reason: reason ?? details }
    : { row, reason: details };
}

/** Cells had their numbers read by their columns, which know the currency; JSON is a body. */
const reads = <T>({ project }: Scope, { titles }: Names, schema: z.ZodType<T>, body: unknown) =>
  readingFor(project, () =>
    Object.keys(titles).length > 0
      ? schema.safeParse(body, { reportInput: true })
      : readBody(schema, body),
  );

/** The rows that fit the schema, and what is first wrong with each of the others. */
export function fitting<T>(
  scope: Scope,
  names: Names,
  schema: z.ZodType<T>,
  lines: readonly Line[],
): { rows: Row<T>[]; refused: RowError[] } {
  const rows: Row<T>[] = [];
  const refused: RowError[] = [];
  for (const [row, body, defect] of lines) {
    const read = defect === null ? reads(scope, names, schema, body) : null;
    if (read?.success) rows.push({ row, input: read.data });
    else if (defect !== null) refused.push({ row, ...defect });
    else if (read?.error.issues[0]) refused.push(issueError(names, row, read.error.issues[0]));
  }
  return { rows, refused };
}

/** New rows with their ids dealt out in order, so that lists show them in the order of the file. */
export function inOrder<T extends { id: string }>(rows: readonly T[]): T[] {
  const ids = rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));
  return rows.map((row, at) => ({ ...row, id: ids[at] ?? row.id }));
}
