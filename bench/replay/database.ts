/** A statement as it is sent to the database. */
export interface Sent {
  sql: string;
  params: readonly (string | number | boolean | null)[];
}

export type Connection = D1Database | D1DatabaseSession;

/** Answers a batch; `real` is the database, or the session of it, that it was sent to. */
export type Answering = (
  statements: readonly Sent[],
  real: Connection,
) => Promise<readonly D1Result[]>;

/** Sends a batch to the real database. */
export const sendTo = (real: Connection, statements: readonly Sent[]): Promise<D1Result[]> =>
  real.batch(statements.map(({ sql, params }) => real.prepare(sql).bind(...params)));

export const isWrite = ({ sql }: Sent): boolean => /^\s*(INSERT|UPDATE|DELETE)\b/.test(sql);

/** A database whose batches are answered by that function. A single read is a batch of one. */
export function answeredBy(database: D1Database, answer: Answering): D1Database {
  let bookmark: string | null = null;
  const connect = (real: Connection) => {
    const batch = async (statements: readonly Sent[]) => {
      const results = await answer(statements, real);
      if ("getBookmark" in real) bookmark = real.getBookmark() ?? bookmark;
      return results;
    };
    const prepare = (sql: string) => ({
      bind: (...params: Sent["params"]) => {
        const bound = { sql, params, all: async () => (await batch([bound]))[0] };
        return bound;
      },
    });
    return { prepare, batch, getBookmark: () => bookmark };
  };
  const withSession = (from?: string) => connect(database.withSession(from));
  // The cast holds: the service asks no more than this of a database.
  return { ...connect(database), withSession } as unknown as D1Database;
}

/** A queue that takes messages and sends none. */
export const silent = (queue: Queue<unknown>): Queue<unknown> =>
  new Proxy(queue, {
    get: (target, name) => {
      if (name === "send" || name === "sendBatch") return async () => {};
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
