import { cpSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { openLocalDatabase } from "../scripts/local-database";
import type { Sent } from "./replay/database";

const DATABASES = "v3/d1";

/** A copy of a local server's database, which the server may go on with. */
export function copiedDatabase(state: string, folder: string): DatabaseSync {
  cpSync(join(state, DATABASES), join(folder, DATABASES), { recursive: true });
  return openLocalDatabase(folder);
}

/**
 * Microseconds of CPU that the statements of a request take SQLite, each time in a transaction that
 * is rolled back. Statements are prepared once, as the real database keeps them.
 */
export function sqliteCpu(database: DatabaseSync, sent: readonly Sent[], runs: number): number {
  const prepared = sent.map(({ sql, params }): [StatementSync, (string | number | null)[]] => [
    database.prepare(sql),
    params.map((param) => (typeof param === "boolean" ? Number(param) : param)),
  ]);
  const from = process.cpuUsage();
  for (let run = 0; run < runs; run++) {
    database.exec("BEGIN");
    try {
      for (const [statement, params] of prepared) statement.all(...params);
    } finally {
      database.exec("ROLLBACK");
    }
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / runs;
}
