import { evaluateFormula } from "../../../src/engine/formula/evaluate";
import type { FormulaFacts } from "../../../src/engine/formula/facts";
import { amountBy, percentBy, unitsBy } from "../../../src/engine/formula/field";
import { FUNCTIONS } from "../../../src/engine/formula/functions";
import { METADATA, OPERANDS } from "../../../src/engine/formula/operands";
import { OPERATORS } from "../../../src/engine/formula/operators";
import { parseFormula } from "../../../src/engine/formula/parse";
import { type FormulaDefect, tokenize } from "../../../src/engine/formula/tokens";

/** A name that a formula may have, and what is written for it; `^` is where the cursor goes. */
export interface Suggestion {
  name: string;
  kind: "operand" | "metadata" | "function" | "operator";
  text: string;
}

const brackets = (least: number): string => `(^${"; ".repeat(Math.max(0, least - 1)).trimEnd()})`;

/** Every name of the engine's own tables. */
export const NAMES: readonly Suggestion[] = [
  ...[...OPERANDS.keys()].map((name) => ({ name, kind: "operand" as const, text: `${name}^` })),
  ...[...METADATA.keys()].map((name) => ({
    name,
    kind: "metadata" as const,
    text: `${name}("^")`,
  })),
  ...[...FUNCTIONS].map(([name, { least }]) => ({
    name,
    kind: "function" as const,
    text: name + brackets(least),
  })),
  { name: "SWITCH", kind: "function", text: "SWITCH(^; SWITCH_CASE(; ))" },
  ...[...OPERATORS.keys()]
    .filter((name) => /^[A-Z]/.test(name))
    .map((name) => ({ name, kind: "operator" as const, text: `${name} ^` })),
];

const MOST = 8;
const WORD = /[A-Za-z_]\w*$/;

/** The word that ends at the cursor; empty within a text, and where none does. */
export function wordBefore(text: string, cursor: number): string {
  const before = text.slice(0, cursor);
  const isInText = (before.replace(/\\./g, "").match(/"/g)?.length ?? 0) % 2 === 1;
  return isInText ? "" : (WORD.exec(before)?.[0] ?? "");
}

/** What the word may become: names that begin with it, then those that have it in them. */
export function suggestionsFor(word: string): readonly Suggestion[] {
  const wanted = word.toUpperCase();
  if (wanted.length < 2) return [];
  const starting = NAMES.filter(({ name }) => name.startsWith(wanted) && name !== wanted);
  const holding = NAMES.filter(({ name }) => !name.startsWith(wanted) && name.includes(wanted));
  return [...starting, ...holding].slice(0, MOST);
}

/** The text with a suggestion in the place of the word before the cursor, and the cursor then. */
export function completed(text: string, cursor: number, { text: written }: Suggestion) {
  const from = cursor - wordBefore(text, cursor).length;
  const at = written.indexOf("^");
  const whole = text.slice(0, from) + written.replace("^", "") + text.slice(cursor);
  return { text: whole, cursor: from + at };
}

/** A piece of the text and what it is, for its colour; pieces together are the whole text. */
export interface Piece {
  text: string;
  kind: "name" | "value" | "sign" | "wrong" | "space";
}

const isSign = (text: string): boolean => /^[-+*/%<>=!();]/.test(text);

/** The text in pieces as the engine reads it; what it cannot read, up to the end, is one. */
export function piecesOf(text: string, defect: FormulaDefect | null): Piece[] {
  const wrongFrom = defect === null ? Number.POSITIVE_INFINITY : defect.position - 1;
  const tokens = tokenize(text.slice(0, Math.min(text.length, wrongFrom)));
  const pieces: Piece[] = [];
  let at = 0;
  for (const token of tokens.ok ? tokens.value : []) {
    const from = token.position - 1;
    if (from > at) pieces.push({ text: text.slice(at, from), kind: "space" });
    const kind = token.kind === "value" ? "value" : isSign(token.text) ? "sign" : "name";
    pieces.push({ text: token.text, kind });
    at = from + token.text.length;
  }
  const rest = text.slice(at);
  const gap = rest.length - rest.trimStart().length;
  if (gap > 0) pieces.push({ text: rest.slice(0, gap), kind: "space" });
  if (gap < rest.length) pieces.push({ text: rest.slice(gap), kind: "wrong" });
  return pieces;
}

/** What a formula is for, which decides how its value is rounded and read. */
export type Measure = "amount" | "percent" | "units";

export type Result =
  | { kind: "empty" }
  | { kind: "defect"; defect: FormulaDefect }
  | { kind: "missing" }
  | { kind: "value"; value: number };

const BY = { percent: percentBy, units: unitsBy };

/**
 * What a formula comes to on some facts: read, worked out and rounded by the engine as for a
 * discount. Amounts in minor units. Missing where it falls back to the static field.
 */
export function resultOf(text: string, facts: FormulaFacts, measure: Measure): Result {
  if (text.trim() === "") return { kind: "empty" };
  const read = parseFormula(text);
  if (!read.ok) return { kind: "defect", defect: read.error };
  if (evaluateFormula(read.value, facts) === null) return { kind: "missing" };
  const value = measure === "amount" ? amountBy(text, 0, facts) : BY[measure](text, 0, facts);
  return { kind: "value", value };
}
