// Decides what the parts of a formula's text are: numbers, texts, words and signs.
import { err, ok, type Result } from "../../lib/result";

/** Why a formula is refused; `position` counts characters from 1. */
export interface FormulaDefect {
  position: number;
  reason: string;
}

/** `text` as it is written, `value` of a number or a text, `name` of a word in capitals. */
export type Token = { text: string; position: number } & (
  | { kind: "value"; value: number | string }
  | { kind: "name"; name: string }
);

export const MAX_LENGTH = 1000;
/** Every node of the tree needs a token of its own, so this bounds the nodes too. */
const MAX_TOKENS = 500;

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)|(<=|>=|!=|[-+*/%<>=();]))/suy;
const ESCAPE = /\\(.)/gsu;
const SPACE = /\s*/y;

const afterSpace = (text: string, from: number): number => {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
};

function stray(text: string, from: number): FormulaDefect {
  const at = afterSpace(text, from);
  const culprit = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const position = at + 1;
  if (culprit === '"') return { position, reason: "the text that starts here is never closed" };
  const hint = culprit === "," ? ": arguments are separated by ';'" : "";
  return { position, reason: `unexpected '${culprit}'${hint}` };
}

function tokenOf(match: RegExpExecArray): Token {
  const [whole, digits, quoted, word, sign] = match;
  const text = digits ?? quoted ?? word ?? sign ?? "";
  const position = match.index + whole.length - text.length + 1;
  if (digits !== undefined) return { kind: "value", value: Number(digits), text, position };
  if (quoted === undefined) return { kind: "name", name: text.toUpperCase(), text, position };
  return { kind: "value", value: quoted.slice(1, -1).replace(ESCAPE, "$1"), text, position };
}

const refusalOf = ({ kind, text, position }: Token, count: number): FormulaDefect | null => {
  if (count > MAX_TOKENS) return { position, reason: `more than ${MAX_TOKENS} parts` };
  const isTooLarge = kind === "value" && !text.startsWith('"') && !Number.isFinite(Number(text));
  return isTooLarge ? { position, reason: "the number is too large" } : null;
};

/**
 * The parts of the text, read from left to right once. Refuses strange characters and open texts.
 */
export function tokenize(text: string): Result<Token[], FormulaDefect> {
  const tokens: Token[] = [];
  let at = 0;
  while (afterSpace(text, at) < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) return err(stray(text, at));
    const token = tokenOf(match);
    tokens.push(token);
    const refusal = refusalOf(token, tokens.length);
    if (refusal !== null) return err(refusal);
    at += match[0].length;
  }
  return ok(tokens);
}
