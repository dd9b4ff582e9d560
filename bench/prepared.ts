/** A statement as it was sent to the database. */
export interface Sent {
  sql: string;
  params: readonly (string | number | boolean | null)[];
}

/** Microseconds that a statement runs; null where a constraint refuses it by itself. */
export interface RunTimes {
  sql: string;
  /** With a text that the database has run before. */
  known_us: number | null;
  /** With a text that it never saw, so that it has to be prepared. */
  fresh_us: number | null;
}

/** The database, which notes what is asked of it. */
export const noting = (database: D1Database, sent: Sent[]): D1Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (name !== "prepare") return Reflect.get(target, name).bind(target);
      return (sql: string) => ({
        bind: (...params: Sent["params"]) => {
          sent.push({ sql, params });
          return target.prepare(sql).bind(...params);
        },
      });
    },
  });

/** In turns, so that a busy machine is as busy for all; many runs, since the clock ticks in milliseconds. */
const TURNS = 5;
const RUNS = 200;

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

const microseconds = (work: (at: number) => void): number => {
  const from = performance.now();
  for (let at = 0; at < RUNS; at++) work(at);
  return ((performance.now() - from) * 1000) / RUNS;
};

const isRead = (sql: string): boolean => /^\s*SELECT/.test(sql);

/** Times a statement on tables without rows. What it takes to undo a write is not counted. */
function timed(storage: DurableObjectStorage, { sql, params }: Sent): RunTimes {
  const exec = (text: string): void => {
    storage.sql.exec(text, ...params).toArray();
  };
  const run = (text: string) => (isRead(sql) ? exec(text) : undone(storage, () => exec(text)));
  const [known, fresh, undoing]: [number[], number[], number[]] = [[], [], []];
  run(sql);
  for (let turn = 0; turn < TURNS; turn++) {
    known.push(microseconds(() => run(sql)));
    fresh.push(microseconds((at) => run(`${sql} -- ${turn}.${at}`)));
    undoing.push(isRead(sql) ? 0 : microseconds(() => undone(storage, () => {})));
  }
  const undo = Math.min(...undoing);
  return { sql, known_us: Math.min(...known) - undo, fresh_us: Math.min(...fresh) - undo };
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
