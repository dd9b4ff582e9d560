import { readBatch, writeBatch } from "../../db/commit";
import { lapsedBefore, releaseHolds } from "../../db/session-holds";
import { sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import type { Sweep } from "./sweep";

/** The alarms of session keys come far sooner, unless they are lost. */
const LOST_MS = 3_600_000;
/** Holds that one batch takes away at most: the database serves nobody else meanwhile. */
const MOST = 500;
/** Batches of one sweep at most; what is left goes with the next sweeps. */
const ROUNDS = 5;

/** Takes away holds that lapsed long ago, with their sums on the vouchers, project by project. */
export const releaseHeld: Sweep = {
  name: "release-holds",
  statements: 3 * ROUNDS,
  run: async ({ db, now }) => {
    const before = now - LOST_MS;
    for (let round = 0; round < ROUNDS; round++) {
      const [[oldest] = []] = await readBatch(db, [
        sql`SELECT project_id FROM session_holds INDEXED BY session_holds_age
          WHERE expires_at < ${before} AND ${isAtWork("session_holds.project_id")}
          ORDER BY expires_at LIMIT 1`,
      ]);
      if (!oldest) return;
      const holds = lapsedBefore(String(oldest.project_id), before, MOST);
      const written = await writeBatch(db, releaseHolds(holds));
      assert(written.ok, "a release breaks no constraint");
    }
  },
};
