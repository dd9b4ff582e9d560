// Decides whether a text holds one of several others, in a time that does not multiply.

import { MOST_CHARACTERS, paid, type Work } from "../../lib/work";
import type { Truth } from "./logic";

/** What one character of an index costs, in units of work. */
const INDEXED = 24;

/**
 * Every part of a text as the ways through an automaton: each is found in as many steps as it has
 * characters, however many are looked for and however they repeat themselves.
 */
class PartsIndex {
  private readonly edges: Int32Array;
  private readonly keys: Float64Array;
  private readonly mask: number;
  private readonly suffix: Int32Array;
  private readonly length: Int32Array;
  /** The edges that leave each state, as linked lists, for states that are split. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly slots: Int32Array;
  private states = 1;
  private made = 0;

  constructor(text: string) {
    const states = 2 * text.length + 2;
    const size = 2 ** Math.ceil(Math.log2(6 * text.length + 8));
    this.mask = size - 1;
    this.edges = new Int32Array(size);
    this.keys = new Float64Array(size).fill(-1);
    this.suffix = new Int32Array(states).fill(-1);
    this.length = new Int32Array(states);
    this.first = new Int32Array(states).fill(-1);
    this.next = new Int32Array(3 * text.length + 4);
    this.slots = new Int32Array(3 * text.length + 4);
    let last = 0;
    for (let at = 0; at < text.length; at++) last = this.extend(last, text.charCodeAt(at));
  }

  holds(part: string): boolean {
    let state = 0;
    for (let at = 0; at < part.length; at++) {
      const slot = this.slotOf(state, part.charCodeAt(at));
      if (this.keys[slot] === -1) return false;
      state = this.edges[slot] ?? 0;
    }
    return true;
  }

  private slotOf(state: number, character: number): number {
    const key = state * 65_536 + character;
    let slot = (Math.imul(state, 0x9e3779b1) ^ Math.imul(character, 0x85ebca6b)) >>> 7;
    for (slot &= this.mask; ; slot = (slot + 1) & this.mask) {
      const held = this.keys[slot];
      if (held === key || held === -1) return slot;
    }
  }

  private link(state: number, character: number, to: number): void {
    const slot = this.slotOf(state, character);
    if (this.keys[slot] === -1) {
      this.keys[slot] = state * 65_536 + character;
      this.slots[this.made] = slot;
      this.next[this.made] = this.first[state] ?? -1;
      this.first[state] = this.made++;
    }
    this.edges[slot] = to;
  }

  /** Adds a character behind the state that stands for the whole text so far. */
  private extend(last: number, character: number): number {
    const { suffix, length } = this;
    const current = this.states++;
    length[current] = (length[last] ?? 0) + 1;
    let state = last;
    let slot = this.slotOf(state, character);
    while (this.keys[slot] === -1) {
      this.link(state, character, current);
      state = suffix[state] ?? -1;
      if (state === -1) {
        suffix[current] = 0;
        return current;
      }
      slot = this.slotOf(state, character);
    }
    const target = this.edges[slot] ?? 0;
    const isDirect = (length[state] ?? 0) + 1 === length[target];
    suffix[current] = isDirect ? target : this.split(state, character, target);
    return current;
  }

  /** The state for the shorter parts that a state stands for, taken out of it. */
  private split(from: number, character: number, target: number): number {
    const { suffix, length } = this;
    const clone = this.states++;
    length[clone] = (length[from] ?? 0) + 1;
    suffix[clone] = suffix[target] ?? 0;
    for (let edge = this.first[target] ?? -1; edge !== -1; edge = this.next[edge] ?? -1) {
      const slot = this.slots[edge] ?? 0;
      this.link(clone, (this.keys[slot] ?? 0) % 65_536, this.edges[slot] ?? 0);
    }
    suffix[target] = clone;
    for (let state = from; state !== -1; state = suffix[state] ?? -1) {
      const slot = this.slotOf(state, character);
      if (this.edges[slot] !== target || this.keys[slot] === -1) break;
      this.edges[slot] = clone;
    }
    return clone;
  }
}

/** A text, its index, and what was found in it: a rule that is not met is looked at thrice. */
interface Indexed {
  text: string;
  index: PartsIndex;
  found: Map<Parts, boolean>;
}

/** The text that a decision looked at last, which many of its rules ask. */
const indexes = new WeakMap<Work, Indexed>();

function indexOf(text: string, work: Work | undefined): Indexed | null {
  const before = work && indexes.get(work);
  if (before?.text === text) return before;
  if (!paid({ work }, INDEXED * text.length)) return null;
  const indexed = { text, index: new PartsIndex(text), found: new Map() };
  if (work) indexes.set(work, indexed);
  return indexed;
}

/** Null where the work does not suffice. */
function foundIn(text: string, parts: Parts, work: Work | undefined): Truth {
  const indexed = indexOf(text, work);
  const before = indexed?.found.get(parts);
  if (before !== undefined) return before;
  if (!indexed || !paid({ work }, parts.characters)) return null;
  const { index, found } = indexed;
  const isFound = [...parts.texts].some((part) => index.holds(part));
  found.set(parts, isFound);
  return isFound;
}

/** Texts that are looked for, with the characters that they have together. */
export interface Parts {
  texts: ReadonlySet<string>;
  characters: number;
}

/**
 * Whether a text holds one of the parts. Its first characters are searched (`MOST_CHARACTERS`):
 * where none of them holds one and there are more, nobody knows. Each part is searched for by
 * itself where that costs least, else in an index of the text, which is made once.
 */
export function holdsOneOf(actual: string, parts: Parts, work?: Work): Truth {
  const { texts, characters } = parts;
  const isCut = actual.length > MOST_CHARACTERS;
  const text = isCut ? actual.slice(0, MOST_CHARACTERS) : actual;
  const none = isCut ? null : false;
  const pays = (units: number): boolean => paid({ work }, units);
  if (!pays(texts.size)) return null;
  // The worst that a search of each by itself can take: every character with every other.
  if (text.length * characters <= INDEXED * text.length + characters) {
    if (!pays(text.length * characters)) return null;
    for (const part of texts) if (text.includes(part)) return true;
    return none;
  }
  const found = foundIn(text, parts, work);
  return found === false ? none : found;
}
