import { assert } from "../lib/assert";
import { MOST_PARAMETERS, type Param, type Statement } from "./client";

/** A value to bind. The same slot, not the same value, is one parameter wherever it is written. */
export class Slot {
  readonly value: Param;
  /** Slots of one name that hold one value are one parameter, too. */
  readonly name: string | null;
  /** Its number, and the draft that it has it in: no draft is begun before another is finished. */
  draft: Draft | null = null;
  number = 0;

  constructor(value: Param, name: string | null = null) {
    this.value = value;
    this.name = name;
  }
}

/** A value that stands in several places of a statement, or of its fragments, as one parameter. */
export const param = (value: Param): Slot => new Slot(value);

/**
 * A value that fragments made apart bring under one name: one parameter where they are written into
 * one statement. What a name stands for is the same all over a request, so that no text depends on
 * what is bound.
 */
export const shared = (name: string, value: Param): Slot => new Slot(value, name);

export const projectSlot = (projectId: string): Slot => shared("project", projectId);

/** A statement while it is written down: its text, and its values in the order of their numbers. */
interface Draft {
  text: string;
  params: Param[];
  named: Slot[];
}

function numberOf(slot: Slot, draft: Draft): number {
  if (slot.draft === draft) return slot.number;
  const { name, value } = slot;
  const same =
    name === null
      ? undefined
      : draft.named.find((each) => each.name === name && each.value === value);
  slot.draft = draft;
  slot.number = same?.number ?? draft.params.push(value);
  if (name !== null && !same) draft.named.push(slot);
  return slot.number;
}

/**
 * A piece of SQL that brings its own parameters, and a statement as it is. They are numbered when
 * it is sent, so that the text depends on which fragments it is made of, never on what is bound.
 */
export class Fragment implements Statement {
  readonly #texts: readonly string[];
  readonly #parts: readonly (Fragment | Slot)[];
  #finished: Statement | null = null;

  constructor(texts: readonly string[], parts: readonly (Fragment | Slot)[]) {
    this.#texts = texts;
    this.#parts = parts;
  }

  get sql(): string {
    return this.#finish().sql;
  }

  get params(): readonly Param[] {
    return this.#finish().params;
  }

  /** Within a plain text it would lose what it binds. */
  toString(): never {
    throw new TypeError("a fragment can only be written into another one");
  }

  #finish(): Statement {
    if (this.#finished) return this.#finished;
    const draft: Draft = { text: "", params: [], named: [] };
    this.#write(draft);
    assert(draft.params.length <= MOST_PARAMETERS, "a statement binds at most 100 parameters");
    this.#finished = { sql: draft.text, params: draft.params };
    return this.#finished;
  }

  /**
   * A plus stands in front of each parameter, so that no plan depends on what is bound to it. The
   * runtime clears what was bound after each run, upon which SQLite prepares such a plan anew,
   * inside the next one: that costs as much as if the statement had never been seen. A plus changes
   * neither value nor affinity of a parameter.
   */
  #write(draft: Draft): void {
    for (let at = 0; at < this.#texts.length; at++) {
      draft.text += this.#texts[at];
      const part = this.#parts[at];
      if (part instanceof Fragment) {
        part.#write(draft);
      } else if (part) {
        draft.text += `+?${numberOf(part, draft)}`;
      }
    }
  }
}

/**
 * SQL with what is written into it: a fragment becomes part of the text, a slot one parameter
 * wherever it stands, anything else a parameter of its own. Null is the value NULL; nothing at all
 * is `nothing`.
 */
export const sql = (
  texts: readonly string[],
  ...parts: readonly (Fragment | Slot | Param)[]
): Fragment =>
  new Fragment(
    texts,
    parts.map((part) => (part instanceof Fragment || part instanceof Slot ? part : new Slot(part))),
  );

/**
 * Text that no caller can choose, such as names of columns and limits; values never come this way.
 */
export const raw = (text: string | number): Fragment => new Fragment([`${text}`], []);

export const nothing: Fragment = raw("");

/** Fragments one after the other, with a text between them. */
export const joined = (parts: readonly (Fragment | Slot)[], between: string): Fragment =>
  new Fragment(
    parts.map((_, at) => (at === 0 ? "" : between)),
    parts,
  );

/** The values of a list as a SELECT, in one parameter whatever their number. */
export const valuesOf = (list: readonly (string | number)[]): Fragment =>
  sql`SELECT value FROM json_each(${JSON.stringify(list)})`;
