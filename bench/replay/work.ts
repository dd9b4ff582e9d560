import { answeredBy, sendTo } from "./database";

/** What was asked of databases that count, since the start. */
export interface Work {
  statements: number;
  rows_read: number;
  rows_written: number;
}

export const work: Work = { statements: 0, rows_read: 0, rows_written: 0 };

/** The database, counting what is asked of it. */
export const counting = (database: D1Database): D1Database =>
  answeredBy(database, async (statements, real) => {
    const results = await sendTo(real, statements);
    work.statements += statements.length;
    for (const { meta } of results) {
      work.rows_read += meta.rows_read;
      work.rows_written += meta.rows_written;
    }
    return results;
  });
