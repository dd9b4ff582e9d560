import type { Db, Joinable, Statement } from "../db/client";
import { isTooLarge } from "../db/run";
import type { Asked } from "../db/shared";
import type { Env } from "../env";
import { tooManyRequests } from "../errors";
import { isMarked } from "../lib/platform-error";

const RETRY_SECONDS = 1;
const FULL = "Too many redemptions of this project wait; send this again";

const full = () => tooManyRequests(RETRY_SECONDS, Date.now(), FULL);

/**
 * A statement as it goes to another object, which takes no methods. As one of several it may be
 * longer, since its rows are one text: where that is too large it stands by itself.
 */
function toSend(statement: Statement): Joinable {
  const joinable = statement.joinable?.();
  if (joinable && !joinable.params.some(isTooLarge)) return joinable;
  return { sql: statement.sql, params: statement.params, ways: null };
}

/**
 * The same database, where the batches of a project that wait go together (`db/shared.ts`). Past
 * the longest line a batch is refused (too_many_requests), and nothing of it was run.
 */
export function sharedDb({ SHARED_BATCHES }: Env, db: Db, projectId: string): Db {
  const { place = "" } = db;
  // A stub may be broken after a failure, so each attempt has its own.
  const once = (asked: Asked) => SHARED_BATCHES.getByName(projectId).run(place, asked);
  const ask = async (asked: Asked) => {
    try {
      return await once(asked);
    } catch (error) {
      if (isMarked(error, "overloaded")) return null;
      // Of what writes nobody knows whether it was run.
      if (asked.writes || !isMarked(error, "retryable")) throw error;
      return once(asked);
    }
  };
  return {
    ...db,
    shared: async (statements, sharing) => {
      const sent = statements.map(toSend);
      const told = await ask({ statements: sent, ...sharing });
      if (told === null) throw full();
      if ("failure" in told) throw new Error(told.failure);
      return told.ran;
    },
  };
}
