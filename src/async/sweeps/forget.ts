import { type Db, type Statement, statement } from "../../db/client";
import { writeBatch } from "../../db/commit";
import { assert } from "../../lib/assert";
import type { Sweep } from "./sweep";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Rows that one statement forgets at most: the database serves nobody else meanwhile. */
const FORGOTTEN = 2_000;
/** A sweep forgets this often at most; what an outage has left over goes with the next ones. */
const ROUNDS = 20;

async function forgotten(db: Db, old: Statement): Promise<number> {
  const done = await writeBatch(db, [old, statement("SELECT changes() AS count")]);
  assert(done.ok, "forgetting breaks no constraint");
  return Number(done.value[1]?.[0]?.count ?? 0);
}

interface Old {
  key: string;
  index: string;
  /** What is older than `?1`, which `before` says. */
  where: string;
  before: (now: number) => string | number;
}

/** Forgets the oldest rows piece by piece, until none is left or the sweep has done its share. */
const forgetting = (table: string, { key, index, where, before }: Old): Sweep => ({
  name: `forget-${table}`,
  statements: 2 * ROUNDS,
  run: async ({ db, now }) => {
    const old = statement(
      `DELETE FROM ${table} WHERE (${key}) IN (
         SELECT ${key} FROM ${table} INDEXED BY ${index} WHERE ${where} LIMIT ${FORGOTTEN})`,
      before(now),
    );
    for (let round = 0; round < ROUNDS; round++) {
      if ((await forgotten(db, old)) < FORGOTTEN) return;
    }
  },
});

/** Idempotency keys live for a day. */
export const forgetKeys = forgetting("idempotency_keys", {
  key: "project_id, family, key",
  index: "idempotency_keys_age",
  where: "created_at < ?1",
  before: (now) => new Date(now - DAY_MS).toISOString(),
});

/** Budgets of failed look-ups are those of a minute. */
export const forgetMisses = forgetting("misses", {
  key: "project_id, bucket, minute",
  index: "misses_minute",
  where: "minute < ?1",
  before: (now) => Math.floor(now / MINUTE_MS) - 2,
});

/** Jobs that failed are told of for a month. */
export const forgetDeadJobs = forgetting("dead_jobs", {
  key: "project_id, id",
  index: "dead_jobs_age",
  where: "died_at < ?1",
  before: (now) => new Date(now - 30 * DAY_MS).toISOString(),
});
