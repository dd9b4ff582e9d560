import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Param, Statement } from "../../src/db/client";

/** A database in plain Node that takes what D1 takes, and notes each batch that it is sent. */
export interface LocalD1 {
  d1: D1Database;
  database: DatabaseSync;
  /** The statements of each round trip. */
  batches: Statement[][];
}

const value = (param: Param) => (typeof param === "boolean" ? Number(param) : param);

export function localD1(database: DatabaseSync): LocalD1 {
  const batches: Statement[][] = [];
  const prepared = new Map<string, StatementSync>();
  const statementOf = (sql: string): StatementSync => {
    const found = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, found);
    return found;
  };
  const run = ({ sql, params }: Statement) => {
    const started = performance.now();
    const results = statementOf(sql).all(...params.map(value));
    const duration = performance.now() - started;
    return { results, meta: { rows_read: 0, rows_written: 0, duration } };
  };
  const batch = async (statements: Statement[]) => {
    batches.push(statements);
    database.exec("BEGIN");
    try {
      const results = statements.map(run);
      database.exec("COMMIT");
      return results;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  const bound = (sql: string, params: Param[]) => ({
    ...{ sql, params },
    all: async () => (await batch([{ sql, params }]))[0],
  });
  const prepare = (sql: string) => ({ bind: (...params: Param[]) => bound(sql, params) });
  // The cast holds for what `db/commit.ts` asks of a database, and nobody else asks one.
  const session = { prepare, batch, getBookmark: () => null };
  const d1 = { prepare, batch, withSession: () => session } as unknown as D1Database;
  return { d1, database, batches };
}
