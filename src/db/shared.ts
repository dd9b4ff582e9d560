import type { Joinable, Param, Sharing, Statement } from "./client";
import { type Joined, joined, kindsOf } from "./joined";
import { type Cells, isOfStatements, type Ran, textOf } from "./run";

/** A batch that somebody asks for. */
export interface Asked extends Sharing {
  statements: readonly Joinable[];
}

/** What came of it: what it answered, or what was said against it. */
export type Outcome = { ran: Ran<Cells> } | { failure: string };

interface Waiting extends Asked {
  /** Characters of all its parameters. */
  size: number;
  settle: (outcome: Outcome) => void;
}

/** So many batches go together at most, with so many statements and characters. */
const MOST_TOGETHER = 20;
const MOST_STATEMENTS = 300;
const MOST_SIZE = 1_000_000;
/** A longer line, or one that has more characters, takes nobody: an object has 128 MB. */
export const LONGEST_LINE = 500;
export const LARGEST_LINE = 16_000_000;

/** What the database says of itself goes to all; what they cost together goes to the first. */
const partOf = (ran: Ran<Cells>, rows: Cells[][], isFirst: boolean): Ran<Cells> =>
  isFirst ? { ...ran, rows } : { ...ran, rows, rows_read: 0, rows_written: 0, ran: 0, took: null };

const sizeOf = (param: Param): number => (typeof param === "string" ? param.length : 8);
const sizeOfAll = (statements: readonly Statement[]): number =>
  statements.flatMap(({ params }) => params.map(sizeOf)).reduce((sum, each) => sum + each, 0);

/** One batch behind the other, and what each of them is answered. */
const concatenated = (batches: readonly (readonly Joinable[])[]) => ({
  statements: batches.flat(),
  split: (rows: readonly Cells[][]) => {
    const left = [...rows];
    return batches.map(({ length }) => left.splice(0, length));
  },
});

interface Part extends Joined {
  of: readonly Waiting[];
}

/** What writes and is alike becomes as many statements as one of them has. */
function partsOf(group: readonly Waiting[]): Part[] {
  const kinds = kindsOf(group, ({ statements }) => statements);
  return kinds.map((of) => {
    const batches = of.map(({ statements }) => statements);
    const one = of.length > 1 && of[0]?.writes ? joined(batches) : null;
    return { of, ...(one ?? concatenated(batches)) };
  });
}

/**
 * Gathers the batches that come while one is under way, and sends them as ONE: those that are alike
 * are joined (`db/joined.ts`), any other stands whole in it. Where the database refuses any of them
 * it has written none, and each is run alone, so that each hears of itself what it would have heard
 * anyway.
 */
export class SharedLine {
  readonly #run: (statements: readonly Statement[]) => Promise<Ran<Cells>>;
  #waiting: Waiting[] = [];
  /** Characters of all that wait. */
  #size = 0;
  #isUnderWay = false;

  constructor(run: (statements: readonly Statement[]) => Promise<Ran<Cells>>) {
    this.#run = run;
  }

  /** Runs a batch with others; null where too many wait. */
  ask(asked: Asked): Promise<Outcome> | null {
    const isFull = this.#waiting.length >= LONGEST_LINE || this.#size >= LARGEST_LINE;
    if (isFull) return null;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const size = sizeOfAll(asked.statements);
    this.#waiting.push({ ...asked, size, settle: resolve });
    this.#size += size;
    if (!this.#isUnderWay) void this.#go();
    return promise;
  }

  /** Sends one group after the other, for as long as somebody waits. */
  async #go(): Promise<void> {
    const group = this.#next();
    this.#isUnderWay = group.length > 0;
    if (!this.#isUnderWay) return;
    await this.#send(group);
    void this.#go();
  }

  /** Takes who goes next: the first, and those behind who may go with all that were taken. */
  #next(): Waiting[] {
    const [group, left]: [Waiting[], Waiting[]] = [[], []];
    const named = new Set<string>();
    let [statements, size] = [0, 0];
    for (const each of this.#waiting) {
      const isApart = each.apart.some((name) => named.has(name));
      const isFull =
        group.length === MOST_TOGETHER ||
        statements + each.statements.length > MOST_STATEMENTS ||
        size + each.size > MOST_SIZE;
      if (group.length > 0 && (isApart || isFull)) left.push(each);
      else {
        group.push(each);
        statements += each.statements.length;
        size += each.size;
      }
      // Whoever waits for a row goes before those behind it that want the same.
      for (const name of each.apart) named.add(name);
    }
    this.#waiting = left;
    this.#size -= size;
    return group;
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    try {
      const parts = partsOf(group);
      const ran = await this.#run(parts.flatMap(({ statements }) => statements));
      let at = 0;
      for (const { of, statements, split } of parts) {
        const told = split(ran.rows.slice(at, at + statements.length));
        of.forEach(({ settle }, place) => {
          settle({ ran: partOf(ran, told[place] ?? [], at === 0 && place === 0) });
        });
        at += statements.length;
      }
    } catch (error) {
      // What befell the database may have come after the commit: that is not for another try.
      if (group.length > 1 && isOfStatements(error)) {
        const alone = (before: Promise<void>, each: Waiting) =>
          before.then(() => this.#send([each]));
        return group.reduce(alone, Promise.resolve());
      }
      for (const { settle } of group) settle({ failure: textOf(error) });
    }
  }
}
