import type { Db } from "../db/client";
import type { Env } from "../env";
import { tooManyRequests } from "../errors";

const RETRY_SECONDS = 1;
const FULL = "Too many redemptions of this project wait; send this again";

/**
 * The same database, where the batches of a project that wait go together (`db/shared.ts`). Past
 * the longest line a batch is refused (too_many_requests), and nothing of it was run.
 */
export function sharedDb({ SHARED_BATCHES }: Env, db: Db, projectId: string): Db {
  const { place = "" } = db;
  return {
    ...db,
    shared: async (statements, { writes, apart }) => {
      const line = SHARED_BATCHES.getByName(projectId);
      const sent = statements.map(({ sql, params }) => ({ sql, params }));
      const told = await line.run(place, { statements: sent, writes, apart });
      if (told === null) throw tooManyRequests(RETRY_SECONDS, Date.now(), FULL);
      if ("failure" in told) throw new Error(told.failure);
      return told.ran;
    },
  };
}
