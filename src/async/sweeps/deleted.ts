import type { Db, Statement } from "../../db/client";
import { writeBatch } from "../../db/commit";
import { sql } from "../../db/sql";
import { assert } from "../../lib/assert";

/** Runs statements in one batch, and answers how many rows the last of them has deleted. */
export async function deleted(db: Db, statements: readonly Statement[]): Promise<number> {
  const done = await writeBatch(db, [...statements, sql`SELECT changes() AS count`]);
  assert(done.ok, "deleting what is over breaks no constraint");
  return Number(done.value.at(-1)?.[0]?.count ?? 0);
}
