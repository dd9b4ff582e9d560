import { hasHugeNumber, isTooDeep, withoutHalves } from "../../lib/json-text";
import { invalid, textOf } from "./text";

/** One element of an array, and its place in it from 1. */
export interface Element {
  row: number;
  body: unknown;
}

const MOST_CHARACTERS = 1024 * 1024;
const MOST_DEPTH = 63;

const malformed = () => invalid("The body is not a JSON array");

function parsed(text: string, row: number): unknown {
  if (text.length > MOST_CHARACTERS) {
    throw invalid(`Row ${row} is longer than ${MOST_CHARACTERS} characters`);
  }
  if (isTooDeep(text, MOST_DEPTH)) throw invalid(`Row ${row} nests deeper than 64 levels`);
  if (hasHugeNumber(text)) throw invalid(`Row ${row} has a number that is too large`);
  try {
    return JSON.parse(withoutHalves(text));
  } catch {
    throw invalid(`Row ${row} is not valid JSON`);
  }
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const opens = (code: number) => code === 123 || code === 91;
const closes = (code: number) => code === 125 || code === 93;

/** Where the string that begins at `from` ends. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at;
}

/** Where the element that begins at `from` ends: at the comma or bracket of its array. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (opens(code)) depth += 1;
    else if (depth === 0 && (code === COMMA || closes(code))) return at;
    else if (closes(code)) depth -= 1;
  }
  throw malformed();
}

/**
 * The elements of a JSON array in order, each parsed by itself, so that a small file cannot unfold
 * into more memory than there is. No text is an empty array. Refuses text that is no array and
 * elements that are no JSON.
 */
export function* jsonElements(bytes: Uint8Array): Generator<Element> {
  const text = [...textOf(bytes)].join("").trim();
  if (text === "" || /^\[\s*\]$/.test(text)) return;
  if (!text.startsWith("[")) throw malformed();
  let at = 1;
  for (let row = 1; ; row++) {
    const end = endOf(text, at);
    yield { row, body: parsed(text.slice(at, end), row) };
    at = end + 1;
    if (text.charCodeAt(end) === COMMA) continue;
    if (text[end] !== "]" || at !== text.length) throw malformed();
    return;
  }
}
