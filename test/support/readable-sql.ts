import type { Statement } from "../../src/db/client";

/** A word, a text in quotes, or what stands between brackets. */
type Part = string | Part[];

const TOKEN = /[^\s(),'"]+->>?'(?:[^']|'')*'|'(?:[^']|'')*'|"[^"]*"|[(),]|[^\s(),'"]+/g;
const MOST_COLUMNS = 96;

/** What begins a line of its own within a SELECT or at the top of a statement. */
const CLAUSE =
  /^(SELECT|FROM|WHERE|ORDER|GROUP|LIMIT|UNION|CROSS|LEFT|JOIN|SET|RETURNING|VALUES|ON|AND|OR|WITH)$/;
/** The second word of a clause, which begins none. */
const SECOND = /^(CROSS JOIN|LEFT JOIN|UNION ALL|ALL SELECT|UNION SELECT|AS SELECT|CONFLICT DO)$/;

function parsed(tokens: string[]): Part[] {
  const parts: Part[] = [];
  for (let token = tokens.shift(); token !== undefined && token !== ")"; token = tokens.shift()) {
    parts.push(token === "(" ? parsed(tokens) : token);
  }
  return parts;
}

/** No blank before a comma or between a function and its brackets. */
const glued = (before: string, next: Part): boolean =>
  before === "" ||
  next === "," ||
  (Array.isArray(next) && /^[a-z_]\w*$/.test(before.split(/\s/).at(-1) ?? ""));

function flat(parts: readonly Part[]): string {
  let text = "";
  for (const part of parts) {
    const written = typeof part === "string" ? part : `(${flat(part)})`;
    text += glued(text, part) ? written : ` ${written}`;
  }
  return text;
}

/** Parts of one clause, or the values between two commas. */
function cut(parts: readonly Part[], isQuery: boolean): Part[][] {
  const pieces: Part[][] = [[]];
  let before = "";
  for (const part of parts) {
    const word = typeof part === "string" ? part : "";
    const begins = isQuery && CLAUSE.test(word) && !SECOND.test(`${before} ${word}`);
    if (begins && pieces.at(-1)?.length) pieces.push([]);
    pieces.at(-1)?.push(part);
    if (word === ",") pieces.push([]);
    before = word;
  }
  return pieces.filter((piece) => piece.length > 0);
}

const isQuery = (parts: readonly Part[]): boolean =>
  parts[0] === "SELECT" || parts[0] === "WITH" || parts.includes("UNION");

/** Columns, conditions and joins stand further in than what they belong to. */
const isInner = ([first]: readonly Part[], before: readonly Part[] | undefined): boolean =>
  first === "AND" || first === "OR" || first === "ON" || before?.at(-1) === ",";

function line(parts: readonly Part[], indent: string): string {
  const short = flat(parts);
  if (indent.length + short.length <= MOST_COLUMNS) return short;
  let text = "";
  for (const part of parts) {
    const written = typeof part === "string" ? part : `(${block(part, `${indent}  `)}\n${indent})`;
    text += glued(text, part) ? written : ` ${written}`;
  }
  return text;
}

/** Short columns and values share a line. */
function filled(pieces: readonly Part[][], indent: string): Part[][] {
  const lines: Part[][] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const room = MOST_COLUMNS - indent.length - flat(last ?? []).length - 1;
    const fits = last?.at(-1) === "," && flat(piece).length <= room;
    if (last && fits && !piece.some(isNested)) last.push(...piece);
    else lines.push([...piece]);
  }
  return lines;
}

const isNested = (part: Part): boolean =>
  Array.isArray(part) && (isQuery(part) || part.some(isNested));

function block(parts: readonly Part[], indent: string): string {
  const pieces = filled(cut(parts, isQuery(parts)), `${indent}  `);
  return pieces
    .map((piece, at) => {
      const inner = isQuery(parts) && isInner(piece, pieces[at - 1]) ? `${indent}  ` : indent;
      return `\n${inner}${line(piece, inner)}`;
    })
    .join("");
}

const MOST_SHOWN = 90;
const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text;
};

/** A statement in lines of its own, below what it binds. */
export function readable({ sql, params }: Statement): string {
  const parts = parsed(sql.match(TOKEN) ?? []);
  const top = filled(cut(parts, true), "  ").map((piece, at, all) => {
    const inner = isInner(piece, all[at - 1]) ? "  " : "";
    return `${inner}${line(piece, inner)}`;
  });
  const bound = params.map((value, at) => `-- ?${at + 1} ${shown(value)}`);
  return [...bound, `${top.join("\n")};`].join("\n");
}
