import { type Fragment, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { deleted } from "./deleted";
import type { Sweep } from "./sweep";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Rows that one statement deletes at most: the database serves nobody else meanwhile. */
const FORGOTTEN = 2_000;
/** Rounds of one sweep at most; what is left after an outage goes with the next sweeps. */
const ROUNDS = 20;

interface Old {
  key: string;
  index: string;
  /** The column that tells how old a row is, and what the old ones are below. */
  age: string;
  before: (now: number) => string | number;
  /** What else is true of a row that may go. */
  only?: Fragment;
}

/** A sweep that deletes old rows piece by piece, until none is left or it has had its ROUNDS. */
const forgetting = (table: string, { key, index, age, before, only }: Old): Sweep => ({
  name: `forget-${table}`,
  statements: 2 * ROUNDS,
  run: async ({ db, now }) => {
    const [name, columns] = [raw(table), raw(key)];
    const old = sql`DELETE FROM ${name} WHERE (${columns}) IN (
      SELECT ${columns} FROM ${name} INDEXED BY ${raw(index)}
      WHERE ${raw(age)} < ${before(now)} AND ${only ?? raw("true")}
        AND ${isAtWork(`${table}.project_id`)} LIMIT ${raw(FORGOTTEN)})`;
    for (let round = 0; round < ROUNDS; round++) {
      if ((await deleted(db, [old])) < FORGOTTEN) return;
    }
  },
});

/** Idempotency keys live for a day. */
export const forgetKeys = forgetting("idempotency_keys", {
  key: "project_id, family, key",
  index: "idempotency_keys_age",
  age: "created_at",
  before: (now) => new Date(now - DAY_MS).toISOString(),
});

/** Budgets of failed look-ups are those of a minute. */
export const forgetMisses = forgetting("misses", {
  key: "project_id, bucket, minute",
  index: "misses_minute",
  age: "minute",
  before: (now) => Math.floor(now / MINUTE_MS) - 2,
});

/** Tokens of OAuth are nobody's once they are over. */
export const forgetTokens: Sweep = {
  ...forgetting("oauth_tokens", {
    key: "token_hash",
    index: "oauth_tokens_age",
    age: "expires_at",
    before: (now) => Math.floor(now / 1000),
  }),
  isControl: true,
};

/** What became of deliveries is told for a month; those that are still to come stay. */
export const forgetDeliveries = forgetting("webhook_deliveries", {
  key: "project_id, webhook_id, sequence",
  index: "webhook_deliveries_over",
  age: "created_at",
  before: (now) => new Date(now - 30 * DAY_MS).toISOString(),
  only: raw("due_at IS NULL"),
});

/** Jobs that failed are told of for a month. */
export const forgetDeadJobs = forgetting("dead_jobs", {
  key: "project_id, id",
  index: "dead_jobs_age",
  age: "died_at",
  before: (now) => new Date(now - 30 * DAY_MS).toISOString(),
});

/** What became of a restore is told for as long as of other work in the background. */
export const forgetRestores: Sweep = {
  ...forgetting("restores", {
    key: "id",
    index: "restores_over",
    age: "updated_at",
    before: (now) => new Date(now - 90 * DAY_MS).toISOString(),
    only: raw("status <> 'IN_PROGRESS'"),
  }),
  isControl: true,
};

/** No worker of a move or a backup comes too late by more than a day. */
export const forgetTransits = forgetting("transit_ends", {
  key: "project_id, owner",
  index: "transit_ends_age",
  age: "ended_at",
  before: (now) => new Date(now - DAY_MS).toISOString(),
});
