// Decides how the verdicts of numbered rules combine under an expression such as `(1 or 2) and 3`.
import { err, ok, type Result } from "../../lib/result";

/** Three-valued truth; null is unknown, and negating it leaves it unknown. */
export type Truth = boolean | null;

export const not = (truth: Truth): Truth => (truth === null ? null : !truth);

/** A parsed expression over rule keys. */
export type Logic = { kind: "rule"; key: string } | { kind: "and" | "or"; parts: readonly Logic[] };

/** Why an expression is refused; `position` counts characters from 1. */
export interface LogicDefect {
  position: number;
  reason: string;
}

const MAX_LENGTH = 2000;
const MAX_DEPTH = 50;
const TOKEN = /\s*(?:(\d+)|(and|or)(?![\p{L}\p{N}_])|([()]))/iuy;
const BLANK = /^\s*$/;

type Token = { kind: "rule" | "and" | "or" | "(" | ")"; text: string; position: number };

function tokenize(text: string): Result<Token[], LogicDefect> {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      return err(unexpected(text, at));
    }
    const [whole, digits, word, bracket] = match;
    const raw = digits ?? word ?? bracket ?? "";
    const position = at + whole.length - raw.length + 1;
    tokens.push({ kind: tokenKind(raw), text: raw, position });
    at += whole.length;
  }
  return ok(tokens);
}

function unexpected(text: string, from: number): LogicDefect {
  const rest = text.slice(from).trimStart();
  const culprit = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { position: text.length - rest.length + 1, reason: `unexpected '${culprit}'` };
}

function tokenKind(raw: string): Token["kind"] {
  if (raw === "(" || raw === ")") return raw;
  const word = raw.toLowerCase();
  return word === "and" || word === "or" ? word : "rule";
}

interface Parser {
  tokens: readonly Token[];
  next: number;
  length: number;
  isRule: (key: string) => boolean;
}

/** `and` binds tighter than `or`, so an `or` chain is made of `and` chains made of atoms. */
function parseChain(parser: Parser, kind: "or" | "and", depth: number): Result<Logic, LogicDefect> {
  const parts: Logic[] = [];
  for (;;) {
    const part = kind === "or" ? parseChain(parser, "and", depth) : parseAtom(parser, depth);
    if (!part.ok) return part;
    parts.push(part.value);
    if (parser.tokens[parser.next]?.kind !== kind) break;
    parser.next++;
  }
  const [only] = parts;
  return ok(parts.length === 1 && only !== undefined ? only : { kind, parts });
}

function parseAtom(parser: Parser, depth: number): Result<Logic, LogicDefect> {
  const token = parser.tokens[parser.next];
  if (token === undefined) {
    return err({ position: parser.length + 1, reason: "a rule number is missing at the end" });
  }
  parser.next++;
  if (token.kind === "rule") return ruleAtom(parser, token);
  if (token.kind === "(") return bracketed(parser, token, depth + 1);
  return err({
    position: token.position,
    reason: `a rule number is missing before '${token.text}'`,
  });
}

function ruleAtom(parser: Parser, token: Token): Result<Logic, LogicDefect> {
  if (parser.isRule(token.text)) return ok({ kind: "rule", key: token.text });
  return err({ position: token.position, reason: `there is no rule '${token.text}'` });
}

function bracketed(parser: Parser, open: Token, depth: number): Result<Logic, LogicDefect> {
  const { position } = open;
  if (depth > MAX_DEPTH) return err({ position, reason: `more than ${MAX_DEPTH} levels of '('` });
  if (parser.tokens[parser.next]?.kind === ")") return err({ position, reason: "'()' is empty" });
  const inside = parseChain(parser, "or", depth);
  if (!inside.ok) return inside;
  if (parser.tokens[parser.next]?.kind !== ")") {
    return err({ position, reason: "'(' is never closed" });
  }
  parser.next++;
  return inside;
}

/** Absent, null and blank expressions all mean that every rule must hold. */
export const isBlankLogic = (text: unknown): boolean =>
  text === undefined || text === null || (typeof text === "string" && BLANK.test(text));

/**
 * Reads an expression (contract, Validation rule: `logic`). In: the text, not blank, and which keys
 * are rules. Refuses unknown numbers, unbalanced or empty brackets, anything else than numbers,
 * `and`, `or` and brackets, and what is too long or too deep.
 */
export function parseLogic(
  text: string,
  isRule: (key: string) => boolean,
): Result<Logic, LogicDefect> {
  if (text.length > MAX_LENGTH) {
    return err({ position: MAX_LENGTH + 1, reason: `longer than ${MAX_LENGTH} characters` });
  }
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  const parser = { tokens: tokens.value, next: 0, length: text.length, isRule };
  const logic = parseChain(parser, "or", 0);
  const extra = parser.tokens[parser.next];
  if (logic.ok && extra !== undefined) {
    return err({ position: extra.position, reason: `unexpected '${extra.text}'` });
  }
  return logic;
}

/** Kleene's truth of an expression: false decides an `and`, true an `or`, else unknown wins. */
export function evaluateLogic(logic: Logic, truthOf: (key: string) => Truth): Truth {
  if (logic.kind === "rule") return truthOf(logic.key);
  const decisive = logic.kind === "or";
  let result: Truth = !decisive;
  for (const part of logic.parts) {
    const truth = evaluateLogic(part, truthOf);
    if (truth === decisive) return decisive;
    if (truth === null) result = null;
  }
  return result;
}

/**
 * The lowest rule key that is not met in a part of the expression that is not met; null if all is.
 */
export function firstUnmet(logic: Logic, truthOf: (key: string) => Truth): string | null {
  if (logic.kind === "rule") return truthOf(logic.key) === true ? null : logic.key;
  if (evaluateLogic(logic, truthOf) === true) return null;
  let lowest: string | null = null;
  for (const part of logic.parts) {
    const key = firstUnmet(part, truthOf);
    if (key !== null && (lowest === null || Number(key) < Number(lowest))) lowest = key;
  }
  return lowest;
}

/** Every rule the expression mentions, lowest first. */
export function mentionedRules(logic: Logic): string[] {
  const keys = new Set<string>();
  const visit = (part: Logic): void => {
    if (part.kind === "rule") keys.add(part.key);
    else part.parts.forEach(visit);
  };
  visit(logic);
  return [...keys].sort((left, right) => Number(left) - Number(right));
}
