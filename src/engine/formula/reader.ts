// Decides how the tokens of a formula are stepped through, and what its tree is made of.
import { err, ok, type Result } from "../../lib/result";
import type { Operand } from "./operands";
import type { FormulaDefect, Token } from "./tokens";
import type { Apply } from "./values";

/** A parsed formula: names are already resolved to what they read or do. */
export type Formula =
  | { kind: "literal"; value: number | string }
  | { kind: "operand"; operand: Operand }
  | { kind: "call"; apply: Apply; parts: readonly Formula[] };

export type Parsed<T = Formula> = Result<T, FormulaDefect>;

export interface Reader {
  tokens: readonly Token[];
  next: number;
  /** The position right behind the text. */
  end: number;
  /** Reads a whole value, such as an argument. */
  value: (reader: Reader, depth: number) => Parsed;
}

/** A call of a function or an operator with its arguments. */
export const call = (apply: Apply, parts: readonly Formula[]): Parsed =>
  ok({ kind: "call", apply, parts });

/** A refusal at a character, counted from 1. */
export const refused = (position: number, reason: string): { ok: false; error: FormulaDefect } =>
  err({ position, reason });

/** The name of the next token; empty at the end and where it is a number or a text. */
export function nextName({ tokens, next }: Reader): string {
  const token = tokens[next];
  return token?.kind === "name" ? token.name : "";
}

/** The next token, stepped over, where it has this name; else nothing is. */
export function take(reader: Reader, name: string): Token | null {
  const token = reader.tokens[reader.next];
  if (token?.kind !== "name" || token.name !== name) return null;
  reader.next++;
  return token;
}

/** Why there is no value at the place where one has to begin. */
export function noValue(reader: Reader): Parsed<never> {
  const token = reader.tokens[reader.next];
  if (token === undefined) return refused(reader.end, "a value is missing at the end");
  return refused(token.position, `a value is missing before '${token.text}'`);
}

/** The value, where the bracket that was opened before it closes right here. */
export function closed<T>(reader: Reader, open: Token, value: T): Parsed<T> {
  if (take(reader, ")") !== null) return ok(value);
  const token = reader.tokens[reader.next];
  if (token === undefined) return refused(open.position, "'(' is never closed");
  return refused(token.position, `unexpected '${token.text}'`);
}

/** The arguments up to the closing bracket, divided by semicolons; `open` is stepped over. */
export function readArguments(reader: Reader, open: Token, depth: number): Parsed<Formula[]> {
  const parts: Formula[] = [];
  if (take(reader, ")") !== null) return ok(parts);
  do {
    const part = reader.value(reader, depth);
    if (!part.ok) return part;
    parts.push(part.value);
  } while (take(reader, ";") !== null);
  return closed(reader, open, parts);
}
