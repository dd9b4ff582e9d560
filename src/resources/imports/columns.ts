import { toEpoch } from "../../engine/rules/dates";
import { decimalsOf } from "../../lib/currency";
import { APOSTROPHE } from "../../lib/formula-cell";
import { isRecord } from "../../lib/json-value";
import type { Scope } from "../../scope/scope";
import { invalid } from "./text";

type Context = Pick<Scope, "project" | "schemas">;

/**
 * Reads a cell that is not empty; text that it does not understand stays text, for the schema to
 * refuse.
 */
export type Reader = (text: string, scope: Context) => unknown;

/**
 * A column that a kind of file knows. Titles count in any case, with or without spaces and lines.
 */
export interface Column {
  title: string;
  /** Where its value goes in the body, which is also its title in the field form. */
  path: string;
  /** Other titles of it. */
  also?: readonly string[];
  /** Other paths that its value may go to. */
  paths?: readonly string[];
  read?: Reader;
  /** What its cells must be, where the schema's own words would mislead. */
  must?: string;
  /** What exports tell and only the service can give. */
  isLeftOut?: true;
}

/** Columns of exports that no import can restore. */
export const leftOut = (...titles: string[]): Column[] =>
  titles.map((title) => ({ title, path: plain(title), isLeftOut: true }));

/** Cells of one record by the paths of their columns; those of unknown columns are metadata. */
export interface Fields {
  [path: string]: unknown;
  /** Text where an object of all of it cannot be read. */
  metadata: Record<string, unknown> | string | undefined;
}

const MOST_COLUMNS = 500;
const MOST_TITLE = 255;

const plain = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** An amount in major units, as files write it, in minor units: `19.99` is 1999 cents. */
export function minorUnits(text: string, currency: string): number | string {
  const [, whole, cents = ""] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text) ?? [];
  const most = decimalsOf(currency);
  if (whole === undefined || cents.length > most) return text;
  return Number(whole + cents.padEnd(most, "0"));
}

export const money: Reader = (text, { project }) => minorUnits(text, project.currency);

export const AMOUNT = "must be an amount such as 19.99";

export const decimal: Reader = (text) =>
  /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;

/** A date and time as spreadsheets and databases write them, in the project's time zone. */
export const localTime: Reader = (text, { project }) => {
  const isLocal = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(text);
  const at = isLocal ? toEpoch(text, project.timezone) : null;
  return at === null ? text : new Date(at).toISOString();
};

/** Entries with commas between them, or a list as exports write it. */
export const listOf: Reader = (text) => {
  const written = nested(text);
  return Array.isArray(written) ? written : text.split(",").map((entry) => entry.trim());
};

const FLAGS = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);
export const flag: Reader = (text) => FLAGS.get(text.toLowerCase()) ?? text;

/** One of the values, written in any case and with or without spaces. */
export const oneOf = (values: Record<string, string>): Reader => {
  const known = new Map(Object.entries(values));
  return (text) => known.get(plain(text)) ?? text;
};

/** A number with all its digits, also as JSON writes it; text of an integer that is too large. */
const exactNumber: Reader = (text, scope) => {
  const value = nested(text);
  if (typeof value !== "number" || !Number.isFinite(value)) return decimal(text, scope);
  const isCut = /^-?\d+$/.test(text) && !Number.isSafeInteger(value);
  return isCut ? text : value;
};

/** Metadata is text, unless the project's schema of its kind says what it is. */
function metadatum(scope: Context, kind: string, name: string, text: string): unknown {
  const property = scope.schemas.get(kind)?.properties[name];
  if (!property) return text;
  if (property.array || property.type === "object") return nested(text);
  if (property.type === "number") return exactNumber(text, scope);
  return property.type === "boolean" ? flag(text, scope) : text;
}

/** What metadata is called under a title, which may be that of exports. */
const nameOf = (title: string): string => title.replace(/^metadata\.(?=.)/i, "");

const isOfAll = (title: string): boolean => plain(title) === "metadata";

/** Whether a title says itself that its column is metadata. */
const saysMetadata = (title: string): boolean => isOfAll(title) || nameOf(title) !== title;

/** The path of a column that its kind of file does not know. */
const metadataPath = (title: string): string =>
  isOfAll(title) ? "metadata" : `metadata.${nameOf(title)}`;

/**
 * A column of its own, or that of all metadata, under the titles that exports give them. An object
 * that cannot be read is null: as a text it would be lost among what is there.
 */
function metadataIn(
  scope: Context,
  kind: string,
  title: string,
  text: string,
): [string, unknown][] | null {
  const all = isOfAll(title) ? nested(text) : null;
  if (isRecord(all)) return Object.entries(all);
  if (all !== null && text.startsWith("{")) return null;
  const name = nameOf(title);
  return [[name, metadatum(scope, kind, name, text)]];
}

/** What a cell of JSON holds. */
export function nested(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** How a file's cells become fields, and the title that each path has in this file. */
export interface Layout {
  count: number;
  titles: Record<string, string>;
  /** Titles of columns that became metadata without saying so. */
  unknown: string[];
  read: (scope: Context, cells: readonly string[]) => Fields;
}

/** What columns a kind of file has: of each group of `needs` at least one. */
export interface Sheet {
  columns: readonly Column[];
  needs: readonly (readonly string[])[];
  metadata: string;
  /**
   * Titles, in lower case and without spaces and lines, that mean a limit in files of other
   * systems. As metadata they would limit nothing, so they are refused.
   */
  limits?: readonly RegExp[];
}

const namesOf = ({ title, path, also = [] }: Column): string[] => [title, path, ...also].map(plain);

function refuseTwice(titles: readonly string[], found: readonly (Column | undefined)[]): void {
  const seen = new Map<string, string>();
  for (const [at, title] of titles.entries()) {
    const name = found[at]?.path ?? metadataPath(title);
    const first = seen.get(name);
    if (first !== undefined) throw invalid(`Columns '${first}' and '${title}' are the same`);
    seen.set(name, title);
  }
}

function refuseMissing({ needs, columns }: Sheet, found: readonly (Column | undefined)[]): void {
  for (const group of needs) {
    if (found.some((column) => column && group.includes(column.path))) continue;
    const titles = columns.filter(({ path }) => group.includes(path)).map(({ title }) => title);
    throw invalid(`Column ${titles.map((title) => `'${title}'`).join(" or ")} is missing`);
  }
}

function refuseLimits({ limits = [] }: Sheet, unknown: readonly string[]): void {
  const title = unknown.find((each) => limits.some((limit) => limit.test(plain(each))));
  if (title === undefined) return;
  throw invalid(
    `Column '${title}' would become metadata and limit nothing. Use a column that imports know, or write 'Metadata.${title}' to keep it as metadata`,
  );
}

/** Programs that write tables leave empty columns at the end. */
function withoutEmpty(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  return cells.slice(0, last + 1).map((cell) => cell.trim());
}

/** Reads the title line. Refuses missing, empty and repeated columns. */
export function layoutOf(sheet: Sheet, row: readonly string[]): Layout {
  const titles = withoutEmpty(row);
  const long = titles.findIndex((title) => title.length > MOST_TITLE);
  if (titles.length > MOST_COLUMNS) throw invalid(`The file has more than ${MOST_COLUMNS} columns`);
  if (long >= 0)
    throw invalid(`The title of column ${long + 1} has more than ${MOST_TITLE} characters`);
  const empty = titles.indexOf("");
  if (empty >= 0) throw invalid(`Column ${empty + 1} has no title`);
  const found = titles.map((title) =>
    sheet.columns.find((column) => namesOf(column).includes(plain(title))),
  );
  refuseTwice(titles, found);
  refuseMissing(sheet, found);
  const unknown = titles.filter((title, at) => !found[at] && !saysMetadata(title));
  refuseLimits(sheet, unknown);
  const named = titles.flatMap((title, at) => {
    const { path, paths = [] } = found[at] ?? { path: metadataPath(title) };
    return [path, ...paths].map((each) => [each, title.slice(0, 100)]);
  });
  return {
    count: titles.length,
    titles: Object.fromEntries(named),
    unknown: unknown.map((title) => title.slice(0, 100)),
    read: (scope, cells) => fieldsOf(scope, sheet, { titles, found }, cells),
  };
}

/** Spaces around a cell are the file's; tabs and returns are the cell's, as all else in it. */
function withoutSpaces(cell: string): string {
  let [from, to] = [0, cell.length];
  while (from < to && cell[from] === " ") from += 1;
  while (from < to && cell[to - 1] === " ") to -= 1;
  return cell.slice(from, to);
}

/** An empty cell says nothing: a create leaves the property unset, an update keeps it. */
function fieldsOf(
  scope: Context,
  sheet: Sheet,
  { titles, found }: { titles: string[]; found: (Column | undefined)[] },
  cells: readonly string[],
): Fields {
  const own: [string, unknown][] = [];
  const other: [string, unknown][] = [];
  let unread: string | undefined;
  for (const [at, title] of titles.entries()) {
    const cell = withoutSpaces(cells[at] ?? "").replace(APOSTROPHE, "");
    const column = found[at];
    if (cell === "" || column?.isLeftOut) continue;
    if (column) own.push([column.path, column.read?.(cell, scope) ?? cell]);
    else {
      const entries = metadataIn(scope, sheet.metadata, title, cell);
      if (entries) other.push(...entries);
      else unread = cell;
    }
  }
  const metadata = other.length > 0 ? Object.fromEntries(other) : undefined;
  return { ...Object.fromEntries(own), metadata: unread ?? metadata };
}

/** Fields with dots in their paths as nested objects. */
export function nestedBody({ metadata, ...fields }: Fields): Record<string, unknown> {
  const body: Record<string, unknown> = { ...(metadata && { metadata }) };
  for (const [path, value] of Object.entries(fields)) {
    const [outer = path, inner] = path.split(".");
    body[outer] = inner === undefined ? value : { ...Object(body[outer]), [inner]: value };
  }
  return body;
}
