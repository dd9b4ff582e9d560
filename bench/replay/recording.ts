import { answeredBy, isWrite, type Sent, sendTo } from "./database";

/** What one request asked of the database in one batch, and what that cost. */
export interface RecordedBatch {
  statements: readonly Sent[];
  rows_read: number;
  rows_written: number;
}

/**
 * `record` sends each batch to the real database and keeps the answer. `replay` repeats the answers
 * and writes nothing. `note` sends what reads, and fails before what writes.
 */
export type Mode = "record" | "replay" | "note";

/**
 * Knows an answer by the texts of its batch: ids and times are parameters, and differ each time.
 * Keeps it as JSON, which each replay reads anew, as the real client does with what it receives.
 */
export class Recording {
  mode: Mode = "record";
  /** The batches of the last request. */
  batches: RecordedBatch[] = [];
  readonly database: D1Database;
  readonly #answers = new Map<string, string>();

  constructor(database: D1Database) {
    this.database = answeredBy(database, async (statements, real) => {
      const key = statements.map(({ sql }) => sql).join(";");
      if (this.mode === "replay") {
        const known = this.#answers.get(key);
        if (known !== undefined) return JSON.parse(known);
        // A key is read anew after a minute, which a request that knew it had not recorded.
        if (statements.some(isWrite)) throw new Error("a write that was not recorded");
      }
      const batch = { statements, rows_read: 0, rows_written: 0 };
      this.batches.push(batch);
      if (this.mode === "note" && statements.some(isWrite)) throw new Error("noted, not written");
      const results = await sendTo(real, statements);
      for (const { meta } of results) {
        batch.rows_read += meta.rows_read;
        batch.rows_written += meta.rows_written;
      }
      this.#answers.set(key, JSON.stringify(results));
      return results;
    });
  }
}
