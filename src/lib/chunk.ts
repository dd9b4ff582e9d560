/**
 * A text of so many UTF-16 units is at most three times as many bytes, and D1 takes 2,000,000 of
 * them.
 */
const MOST_UNITS = 600_000;

/** Texts of JSON as one array that fits a bound parameter. */
interface Packed {
  json: string;
  length: number;
}

/**
 * All texts in their order as JSON arrays that each fit one bound parameter; one that is too long
 * by itself stands alone.
 */
export function packed(texts: readonly string[]): Packed[] {
  const chunks: string[][] = [];
  let units = MOST_UNITS;
  for (const text of texts) {
    units += text.length + 1;
    const last = chunks.at(-1);
    if (last && units <= MOST_UNITS) {
      last.push(text);
    } else {
      chunks.push([text]);
      units = text.length;
    }
  }
  return chunks.map((each) => ({ json: `[${each.join(",")}]`, length: each.length }));
}

interface Chunk {
  /** The place of its first value among all. */
  from: number;
  /** The values as a JSON array. */
  json: string;
}

/** The same for values. */
export function jsonChunks(values: readonly unknown[]): Chunk[] {
  let next = 0;
  return packed(values.map((value) => JSON.stringify(value))).map(({ json, length }) => {
    const from = next;
    next += length;
    return { from, json };
  });
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** A text in pieces that each fit one bound parameter; no character is cut in two. */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0) {
    const end = Math.min(at + MOST_UNITS, text.length);
    const isCut = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    pieces.push(text.slice(at, isCut ? end - 1 : end));
  }
  return pieces;
}
