import type { Sharing, Statement } from "./client";
import { type Cells, isOfStatements, type Ran, textOf } from "./run";

/** A batch that somebody asks for. */
export interface Asked extends Sharing {
  statements: readonly Statement[];
}

/** What came of it: what it answered, or what was said against it. */
export type Outcome = { ran: Ran<Cells> } | { failure: string };

interface Waiting extends Asked {
  settle: (outcome: Outcome) => void;
}

/** So many batches go together at most, with so many statements. */
const MOST_TOGETHER = 20;
const MOST_STATEMENTS = 300;
/** A longer line takes nobody. */
export const LONGEST_LINE = 500;

/** What the database says of itself goes to all; what they cost together goes to the first. */
const partOf = (ran: Ran<Cells>, rows: Cells[][], isFirst: boolean): Ran<Cells> =>
  isFirst ? { ...ran, rows } : { ...ran, rows, rows_read: 0, rows_written: 0, ran: 0 };

/**
 * Gathers the batches that come while one is under way, and sends them as ONE: each stands whole in
 * it, behind those that came before. Where the database refuses any of them it has written none,
 * and each is run alone, so that each hears of itself what it would have heard anyway.
 */
export class SharedLine {
  readonly #run: (statements: readonly Statement[]) => Promise<Ran<Cells>>;
  #waiting: Waiting[] = [];
  #isUnderWay = false;

  constructor(run: (statements: readonly Statement[]) => Promise<Ran<Cells>>) {
    this.#run = run;
  }

  /** Runs a batch with others; null where too many wait. */
  ask(asked: Asked): Promise<Outcome> | null {
    if (this.#waiting.length >= LONGEST_LINE) return null;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ ...asked, settle: resolve });
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
    let statements = 0;
    for (const each of this.#waiting) {
      const isApart = each.apart.some((name) => named.has(name));
      const isFull =
        group.length === MOST_TOGETHER || statements + each.statements.length > MOST_STATEMENTS;
      if (group.length > 0 && (isApart || isFull)) left.push(each);
      else {
        group.push(each);
        statements += each.statements.length;
      }
      // Whoever waits for a row goes before those behind it that want the same.
      for (const name of each.apart) named.add(name);
    }
    this.#waiting = left;
    return group;
  }

  async #send(group: readonly Waiting[]): Promise<void> {
    try {
      const ran = await this.#run(group.flatMap(({ statements }) => statements));
      let at = 0;
      for (const { statements, settle } of group) {
        const rows = ran.rows.slice(at, at + statements.length);
        settle({ ran: partOf(ran, rows, at === 0) });
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
