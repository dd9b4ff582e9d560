// Decides the codes of a long run: each drawn evenly, and handed out about in the order of their
// keys.
import type { RandomBytes } from "../lib/random";
import { type CodePattern, codeKey } from "./codes";

/**
 * Characters of a run, all its codes together: a byte for each, and 4 bytes a code for their order,
 * are the memory that it takes.
 */
const MOST_CHARACTERS = 4_000_000;
const MOST_CODES = 500_000;
const PORTION = 65_536;
const BYTE = 256;

/** Codes that were drawn together, by their place in the run. */
export interface CodeRun {
  size: number;
  codeAt: (place: number) => string;
}

type Indexes = Uint8Array | Uint16Array;

const hashesOf = ({ pattern }: CodePattern): number => pattern.split("#").length - 1;

/** How many codes of the pattern make a run of bounded memory and work. */
export const longestRun = (pattern: CodePattern): number =>
  Math.min(MOST_CODES, Math.floor(MOST_CHARACTERS / Math.max(hashesOf(pattern), 1)));

/** Fills with whole numbers from 0 below `size` (at most 65,536): uneven draws are left out. */
function* drawIndexes(drawn: Indexes, size: number, random: RandomBytes): Generator<void, void> {
  const width = size > BYTE ? 2 : 1;
  const space = BYTE ** width;
  const fair = space - (space % size);
  for (let filled = 0; filled < drawn.length; ) {
    const bytes = random(PORTION);
    for (let at = 0; at < PORTION && filled < drawn.length; at += width) {
      const value = (bytes[at] ?? 0) + (width === 2 ? (bytes[at + 1] ?? 0) * BYTE : 0);
      if (value >= fair) continue;
      drawn[filled] = value % size;
      filled += 1;
    }
    yield;
  }
}

/**
 * Where each character stands among the others once folded; what folds to the same stands together.
 */
function ranksOf(charset: readonly string[], isCaseSensitive: boolean): Uint16Array {
  const keys = charset.map((character) => codeKey(character, isCaseSensitive));
  const sorted = [...new Set(keys)].sort((a, b) => (a < b ? -1 : 1));
  const rank = new Map(sorted.map((key, at) => [key, at]));
  return Uint16Array.from(keys, (key) => rank.get(key) ?? 0);
}

/** One pass of a stable counting sort: `order` by the rank that each of its codes has. */
function sortedBy(order: Uint32Array, ranks: Uint16Array, different: number): Uint32Array {
  const ends = new Uint32Array(different);
  for (const rank of ranks) ends[rank] = (ends[rank] ?? 0) + 1;
  for (let rank = 1; rank < different; rank++)
    ends[rank] = (ends[rank] ?? 0) + (ends[rank - 1] ?? 0);
  const sorted = new Uint32Array(order.length);
  for (let at = order.length - 1; at >= 0; at--) {
    const rank = ranks[at] ?? 0;
    const end = (ends[rank] ?? 0) - 1;
    ends[rank] = end;
    sorted[end] = order[at] ?? 0;
  }
  return sorted;
}

/**
 * The codes sorted by their first characters, by as many of them as tell most codes apart. Rows
 * that are inserted one after the other then stand on few pages of the database; nothing else
 * depends on the order.
 */
function* keyOrder(
  drawn: Indexes,
  hashes: number,
  rankOf: Uint16Array,
): Generator<void, Uint32Array> {
  const count = drawn.length / hashes;
  const different = Math.max(...rankOf) + 1;
  const telling = different < 2 ? 0 : Math.ceil(Math.log(count) / Math.log(different));
  const ranks = new Uint16Array(count);
  let order: Uint32Array = new Uint32Array(count);
  for (let at = 0; at < count; at++) order[at] = at;
  for (let place = Math.min(hashes, telling) - 1; place >= 0; place--) {
    for (let at = 0; at < count; at++) {
      ranks[at] = rankOf[drawn[(order[at] ?? 0) * hashes + place] ?? 0] ?? 0;
    }
    yield;
    order = sortedBy(order, ranks, different);
    yield;
  }
  return order;
}

/**
 * What a run is of; `isOrdered` gives its codes by their keys, else they come as they were drawn.
 */
export interface RunRequest {
  size: number;
  isOrdered: boolean;
  isCaseSensitive: boolean;
}

/**
 * Draws a run of codes, in which some may be there twice. Every character of the charset is as
 * likely as any other, and the same source gives the same run again. It yields between parts of the
 * work, of some milliseconds each, so that others have their turn.
 */
export function* drawRun(
  pattern: CodePattern,
  request: RunRequest,
  random: RandomBytes,
): Generator<void, CodeRun> {
  const { charset, prefix, postfix } = pattern;
  const { size, isOrdered, isCaseSensitive } = request;
  const fixed = pattern.pattern.split("#");
  const hashes = fixed.length - 1;
  const drawn = new (charset.length > BYTE ? Uint16Array : Uint8Array)(size * hashes);
  yield* drawIndexes(drawn, charset.length, random);
  const order = isOrdered
    ? yield* keyOrder(drawn, hashes, ranksOf(charset, isCaseSensitive))
    : null;
  const codeAt = (place: number): string => {
    const first = (order?.[place] ?? place) * hashes;
    let code = prefix + (fixed[0] ?? "");
    for (let at = 0; at < hashes; at++) {
      code += (charset[drawn[first + at] ?? 0] ?? "") + (fixed[at + 1] ?? "");
    }
    return (code + postfix).trim();
  };
  return { size, codeAt };
}
