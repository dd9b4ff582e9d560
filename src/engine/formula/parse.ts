// Decides whether a text is a formula, and which tree it stands for.
import { ok, type Result } from "../../lib/result";
import { readNamed } from "./names";
import { COMPARISON_LEVEL, listOf, negate, OPERATORS } from "./operators";
import {
  call,
  closed,
  type Formula,
  nextName,
  noValue,
  type Parsed,
  type Reader,
  readArguments,
  refused,
  take,
} from "./reader";
import { type FormulaDefect, MAX_LENGTH, tokenize } from "./tokens";

export type { Formula } from "./reader";
export type { FormulaDefect } from "./tokens";

const MAX_DEPTH = 50;
const LOOSEST = 1;
const WORD = /^[A-Z_]/;

/** Every bracket, call and sign that is still open is one level of depth. */
function readOne(reader: Reader, depth: number): Parsed {
  const token = reader.tokens[reader.next];
  if (token === undefined) return noValue(reader);
  if (depth > MAX_DEPTH) return refused(token.position, `more than ${MAX_DEPTH} levels deep`);
  if (token.kind === "value") {
    reader.next++;
    return ok({ kind: "literal", value: token.value });
  }
  if (take(reader, "-") !== null) {
    const negated = readOne(reader, depth + 1);
    return negated.ok ? call(negate, [negated.value]) : negated;
  }
  if (take(reader, "(") !== null) {
    const inside = readJoined(reader, LOOSEST, depth + 1);
    return inside.ok ? closed(reader, token, inside.value) : inside;
  }
  if (!WORD.test(token.name) || OPERATORS.has(token.name)) return noValue(reader);
  reader.next++;
  return readNamed(reader, token, depth);
}

/** The list behind IN_ARRAY; null where something else than a bracket stands there. */
function readList(reader: Reader, depth: number): Parsed | null {
  const open = take(reader, "(");
  if (open === null) return null;
  const elements = readArguments(reader, open, depth + 1);
  if (!elements.ok) return elements;
  if (elements.value.length === 0) return refused(open.position, "'()' is empty");
  return call(listOf, elements.value);
}

/** Values joined from left to right by operators that bind at least as tight as `least`. */
function readJoined(reader: Reader, least: number, depth: number): Parsed {
  let left = readOne(reader, depth);
  let tightest = Number.POSITIVE_INFINITY;
  while (left.ok) {
    const name = nextName(reader);
    const operator = OPERATORS.get(name);
    if (operator === undefined || operator.level < least || operator.level > tightest) break;
    reader.next++;
    const list = name.endsWith("IN_ARRAY") ? readList(reader, depth) : null;
    const right = list ?? readJoined(reader, operator.level + 1, depth);
    if (!right.ok) return right;
    // A comparison of a comparison means nothing, so what follows one has to bind looser.
    tightest = operator.level === COMPARISON_LEVEL ? COMPARISON_LEVEL - 1 : operator.level;
    left = call(operator.apply, [left.value, right.value]);
  }
  return left;
}

/**
 * Reads a formula of at most 1000 characters (reference service, formulas). Refuses unknown names,
 * wrong numbers of arguments, brackets and texts that are not closed, what stands where it makes no
 * sense, and what is too long or too deep, with the position and the reason. Takes time in
 * proportion to the text and never evaluates anything.
 */
export function parseFormula(text: string): Result<Formula, FormulaDefect> {
  if (text.length > MAX_LENGTH) {
    return refused(MAX_LENGTH + 1, `longer than ${MAX_LENGTH} characters`);
  }
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  const reader: Reader = {
    tokens: tokens.value,
    next: 0,
    end: text.length + 1,
    value: (within, depth) => readJoined(within, LOOSEST, depth),
  };
  const formula = reader.value(reader, 0);
  const extra = reader.tokens[reader.next];
  if (!formula.ok || extra === undefined) return formula;
  return refused(extra.position, `unexpected '${extra.text}'`);
}
