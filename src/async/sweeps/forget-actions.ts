import { type Fragment, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { deleted } from "./deleted";
import type { Sweep } from "./sweep";

const DAY_MS = 86_400_000;
/** What became of background work is told for so long. */
const ACTION_DAYS = 90;

/** Rows that one statement deletes at most: the database serves nobody else meanwhile. */
const FORGOTTEN = 1_000;
/** Rounds of one sweep at most; what is left goes with the next sweeps. */
const ROUNDS = 5;

/** Work that has been done for long, that of longest ago first. */
const old = (before: string): Fragment =>
  sql`SELECT project_id, id FROM async_actions INDEXED BY async_actions_over
    WHERE status = 'DONE' AND updated_at < ${before} AND ${isAtWork("async_actions.project_id")}
    ORDER BY updated_at, project_id, id LIMIT ${raw(FORGOTTEN)}`;

/** Deletes background work that has been done for long, with the tallies that count it. */
export const forgetActions: Sweep = {
  name: "forget-async_actions",
  statements: 3 * ROUNDS,
  run: async ({ db, now }) => {
    const before = new Date(now - ACTION_DAYS * DAY_MS).toISOString();
    for (let round = 0; round < ROUNDS; round++) {
      const count = await deleted(db, [
        sql`UPDATE tallies SET async_actions = async_actions - n.count
          FROM (SELECT project_id, count(*) AS count FROM (${old(before)}) GROUP BY 1) n
          WHERE tallies.project_id = n.project_id`,
        sql`DELETE FROM async_actions WHERE (project_id, id) IN (${old(before)})`,
      ]);
      if (count < FORGOTTEN) return;
    }
  },
};
