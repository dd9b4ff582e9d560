import { assert } from "../lib/assert";
import { type Joinable, type JoinWay, MOST_PARAMETERS, type Param, type Statement } from "./client";

/** A value to bind. The same slot, not the same value, is one parameter wherever it is written. */
export class Slot {
  readonly value: Param;
  /** Slots of one name that hold one value are one parameter, too. */
  readonly name: string | null;
  /** How it becomes one with what others bind there; null where it cannot. */
  readonly way: JoinWay | null;
  /** Its number, and the draft that it has it in: no draft is begun before another is finished. */
  draft: Draft | null = null;
  number = 0;

  constructor(value: Param, name: string | null = null, way: JoinWay | null = null) {
    this.value = value;
    this.name = name;
    this.way = way;
  }
}

/** A value that stands in several places of a statement, or of its fragments, as one parameter. */
export const param = (value: Param): Slot => new Slot(value);

/**
 * A value that says how it becomes one with what batches of others bind there. A statement all of
 * whose values do can be one with theirs: `db/joined.ts` says what must hold of it.
 */
export const joining = (way: JoinWay, value: Param): Slot => new Slot(value, null, way);

/** The same of a list or of rows, as JSON. */
export const joiningList = (way: "list" | "set" | "rows" | "uses", list: readonly unknown[]) =>
  joining(way, JSON.stringify(list));

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
  ways: (JoinWay | null)[];
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
  if (!same) draft.ways.push(slot.way);
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
  #finished: Draft | null = null;
  #joinable: (() => Joinable | null) | null = null;

  constructor(texts: readonly string[], parts: readonly (Fragment | Slot)[]) {
    this.#texts = texts;
    this.#parts = parts;
  }

  get sql(): string {
    return this.#finish().text;
  }

  get params(): readonly Param[] {
    return this.#finish().params;
  }

  /** It has another text where it can be one with others. */
  joinableAs(other: () => Joinable | null): this {
    this.#joinable = other;
    return this;
  }

  joinable(): Joinable | null {
    if (this.#joinable) return this.#joinable();
    const { text, params, ways } = this.#finish();
    const known = ways.filter((way) => way !== null);
    const isJoinable = known.length > 0 && known.length === ways.length;
    return isJoinable ? { sql: text, params, ways: known } : null;
  }

  /** Within a plain text it would lose what it binds. */
  toString(): never {
    throw new TypeError("a fragment can only be written into another one");
  }

  #finish(): Draft {
    if (this.#finished) return this.#finished;
    const draft: Draft = { text: "", params: [], ways: [], named: [] };
    this.#write(draft);
    assert(draft.params.length <= MOST_PARAMETERS, "a statement binds at most 100 parameters");
    this.#finished = draft;
    return draft;
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
