import type { Sent } from "./replay/database";

/** Microseconds that a statement runs; null where a constraint refuses it by itself. */
export interface RunTimes {
  sql: string;
  /** With a text that the database has run before. */
  known_us: number | null;
  /** With a text that it never saw, so that it has to be prepared. */
  fresh_us: number | null;
}

/** A statement that the database prepares in each run takes as long with a text that it knows. */
export const isAnew = ({ known_us, fresh_us }: RunTimes): boolean =>
  known_us !== null && fresh_us !== null && known_us > fresh_us / 2;

/** The database, which notes what is asked of it. */
export function noting(database: D1Database, sent: Sent[]): D1Database {
  const prepare = (sql: string) => ({
    bind: (...params: Sent["params"]) => {
      sent.push({ sql, params });
      return database.prepare(sql).bind(...params);
    },
  });
  return new Proxy(database, {
    get: (target, name) => {
      if (name === "prepare") return prepare;
      if (name !== "withSession") return Reflect.get(target, name).bind(target);
      return (from: string) => {
        const session = target.withSession(from);
        const batch = (statements: D1PreparedStatement[]) => session.batch(statements);
        return { prepare, batch, getBookmark: () => session.getBookmark() };
      };
    },
  });
}

/** Short turns, the best of which counts: on a busy machine others come between. More where in doubt. */
const LEAST_TURNS = 5;
const MOST_TURNS = 30;
/** The clock ticks in milliseconds. */
const TURN_US = 8_000;
const LEAST_RUNS = 20;
const MOST_RUNS = 500;

class TakenBack extends Error {}

/** Does the work and takes back what it wrote. */
function undone(storage: DurableObjectStorage, work: () => void): void {
  try {
    storage.transactionSync(() => {
      work();
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

function microseconds(runs: number, work: (at: number) => void): number {
  const from = performance.now();
  for (let at = 0; at < runs; at++) work(at);
  return ((performance.now() - from) * 1000) / runs;
}

const isRead = (sql: string): boolean => /^\s*SELECT/.test(sql);

/** Times a statement on tables without rows. What it takes to undo a write is not counted. */
function timed(storage: DurableObjectStorage, { sql, params }: Sent): RunTimes {
  const exec = (text: string): void => {
    storage.sql.exec(text, ...params).toArray();
  };
  const run = (text: string) => (isRead(sql) ? exec(text) : undone(storage, () => exec(text)));
  const anew = (runs: number, turn: number) =>
    microseconds(runs, (at) => run(`${sql} -- ${turn}.${at}`));
  const wanted = Math.ceil(TURN_US / (anew(LEAST_RUNS, 0) + 1));
  const runs = Math.min(Math.max(wanted, LEAST_RUNS), MOST_RUNS);
  run(sql);
  let [known, fresh, undoing] = [Number.MAX_VALUE, Number.MAX_VALUE, isRead(sql) ? 0 : 1_000];
  const times = () => ({ sql, known_us: known - undoing, fresh_us: fresh - undoing });
  for (let turn = 1; turn <= MOST_TURNS; turn++) {
    known = Math.min(
      known,
      microseconds(runs, () => run(sql)),
    );
    fresh = Math.min(fresh, anew(runs, turn));
    undoing = Math.min(
      undoing,
      microseconds(runs, () => undone(storage, () => {})),
    );
    if (turn >= LEAST_TURNS && !isAnew(times())) break;
  }
  return times();
}

/** Times statements, each for itself, in one transaction that leaves nothing behind. */
export function runTimes(storage: DurableObjectStorage, statements: readonly Sent[]): RunTimes[] {
  const times: RunTimes[] = [];
  undone(storage, () => {
    for (const sent of statements) {
      try {
        times.push(timed(storage, sent));
      } catch {
        times.push({ sql: sent.sql, known_us: null, fresh_us: null });
      }
    }
  });
  return times;
}
