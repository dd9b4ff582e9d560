// Decides what a name in a formula stands for: an operand, a metadata property or a function's
// result.
import { ok } from "../../lib/result";
import { type FormulaFunction, FUNCTIONS, switchOver } from "./functions";
import { METADATA, type MetadataOperand, OPERANDS, type Operand, property } from "./operands";
import {
  call,
  closed,
  type Formula,
  type Parsed,
  type Reader,
  readArguments,
  refused,
  take,
} from "./reader";
import type { Token } from "./tokens";

type Named = Token & { kind: "name" };

/** An operand may carry empty brackets: `TODAY()` is `TODAY`. */
function readOperand(reader: Reader, operand: Operand): Parsed {
  const open = take(reader, "(");
  const formula: Formula = { kind: "operand", operand };
  return open === null ? ok(formula) : closed(reader, open, formula);
}

function readMetadata(reader: Reader, named: Named, operand: MetadataOperand): Parsed {
  const open = take(reader, "(");
  const key = reader.tokens[reader.next];
  if (open === null || key?.kind !== "value" || typeof key.value !== "string") {
    const { name, position } = named;
    return refused(position, `${name} needs the name of a property: ${name}("name")`);
  }
  reader.next++;
  return closed(reader, open, { kind: "operand", operand: property(operand, key.value) });
}

const arityOf = ({ least, most }: Pick<FormulaFunction, "least" | "most">): string => {
  if (least === most) return least === 1 ? "1 argument" : `${least} arguments`;
  return Number.isFinite(most) ? `${least} to ${most} arguments` : `${least} or more arguments`;
};

interface Call {
  named: Named;
  open: Token;
  depth: number;
}

function readCall(
  reader: Reader,
  { named, open, depth }: Call,
  { apply, literal, ...arity }: FormulaFunction,
): Parsed {
  const inside = reader.tokens[reader.next];
  const parts = readArguments(reader, open, depth);
  if (!parts.ok) return parts;
  const count = parts.value.length;
  if (count < arity.least || count > arity.most) {
    return refused(named.position, `${named.name} takes ${arityOf(arity)}, not ${count}`);
  }
  const [first] = parts.value;
  if (literal && inside && first?.kind === "literal" && !literal.accepts(first.value)) {
    return refused(inside.position, `${inside.text} is not ${literal.wants}`);
  }
  return call(apply, parts.value);
}

/** One `SWITCH_CASE(value;result)`; null where something else comes next. */
function readCase(reader: Reader, depth: number): Parsed<Formula[]> | null {
  const position = reader.tokens[reader.next]?.position ?? reader.end;
  if (take(reader, "SWITCH_CASE") === null) return null;
  const open = take(reader, "(");
  if (open === null) return refused(position, "SWITCH_CASE needs its arguments in brackets");
  const parts = readArguments(reader, open, depth);
  if (!parts.ok || parts.value.length === 2) return parts;
  return refused(position, `SWITCH_CASE takes 2 arguments, not ${parts.value.length}`);
}

/**
 * What is looked at, then cases, then perhaps a default, which is the last. The reference service
 * writes its cases one behind the other, without a semicolon between them.
 */
function readSwitch(reader: Reader, { named, open, depth }: Call): Parsed {
  const subject = reader.value(reader, depth);
  if (!subject.ok) return subject;
  const parts = [subject.value];
  for (;;) {
    const isApart = take(reader, ";") !== null;
    if (!isApart && parts.length === 1) break;
    const pair = readCase(reader, depth + 1);
    if (pair === null) {
      if (!isApart) break;
      const otherwise = reader.value(reader, depth);
      if (!otherwise.ok) return otherwise;
      parts.push(otherwise.value);
      break;
    }
    if (!pair.ok) return pair;
    parts.push(...pair.value);
  }
  if (parts.length < 3) return refused(named.position, "SWITCH needs a SWITCH_CASE");
  const whole = closed(reader, open, parts);
  return whole.ok ? call(switchOver, whole.value) : whole;
}

/**
 * The value that a name begins, the name being stepped over (reference service, formulas). Refuses
 * names that are none, and a function with the wrong number of arguments.
 */
export function readNamed(reader: Reader, named: Named, depth: number): Parsed {
  const { name, text, position } = named;
  const operand = OPERANDS.get(name);
  if (operand !== undefined) return readOperand(reader, operand);
  const metadata = METADATA.get(name);
  if (metadata !== undefined) return readMetadata(reader, named, metadata);
  if (name === "SWITCH_CASE") return refused(position, "SWITCH_CASE stands only inside SWITCH");
  const found = FUNCTIONS.get(name);
  if (found === undefined && name !== "SWITCH") {
    return refused(position, `there is no operand or function '${text}'`);
  }
  const open = take(reader, "(");
  if (open === null) return refused(position, `${name} needs its arguments in brackets`);
  const inside = { named, open, depth: depth + 1 };
  return found === undefined ? readSwitch(reader, inside) : readCall(reader, inside, found);
}
