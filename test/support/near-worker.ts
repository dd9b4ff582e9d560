import type { Param, RawRow, Statement } from "../../src/db/client";
import type { Env } from "../../src/env";
import service, { SharedBatches as ServiceBatches } from "../../src/index";
import { placesOf } from "../../src/scope/places";
import type { Asked, Told } from "./lagging-copies";
import { replacing } from "./replacing";

export { SessionLock } from "../../src/index";

/*
 * The service beside copies of its places, which it reads near the caller (`lagging-copies.ts`).
 */

interface NearEnv extends Env {
  /** Where the copies are. */
  COPIES: string;
}

/** What a copy answers with: of the platform's notes only those that its replicas tell. */
const resultOf = (results: RawRow[]) => ({
  results,
  success: true,
  meta: { served_by_primary: false, duration: 0, rows_read: 0, rows_written: 0, size_after: 0 },
});

/** A session of the copy; where it is not as new as the bookmark, one of the primary. */
function nearSession(real: D1Database, url: string, { place, from }: Omit<Asked, "statements">) {
  let seen: string | null = null;
  const batch = async (statements: Statement[]) => {
    const body = JSON.stringify({ place, from, statements } satisfies Asked);
    const response = await fetch(url, { method: "POST", body });
    if (!response.ok) throw new Error(`the copy of ${place} fails`);
    const told: Told | null = await response.json();
    if (!told) {
      const session = real.withSession(from);
      const sent = statements.map(({ sql, params }) => session.prepare(sql).bind(...params));
      const results = await session.batch(sent);
      seen = session.getBookmark();
      return results;
    }
    seen = told.bookmark;
    return told.results.map(resultOf);
  };
  const bound = (sql: string, params: Param[]) => ({
    ...{ sql, params },
    all: async () => (await batch([{ sql, params }]))[0],
  });
  const prepare = (sql: string) => ({ bind: (...params: Param[]) => bound(sql, params) });
  // The cast holds for what `db/commit.ts` asks of a session, and nobody else asks one.
  return { prepare, batch, getBookmark: () => seen } as unknown as D1DatabaseSession;
}

/** The database, which is read near the caller from its copy. */
const besideCopy = (real: D1Database, place: string, url: string): D1Database =>
  replacing(real, {
    withSession: (from = "first-unconstrained") =>
      from === "first-primary" ? real.withSession(from) : nearSession(real, url, { place, from }),
  });

const besideCopies = (env: NearEnv): NearEnv => ({
  ...env,
  READ_REPLICAS: "1",
  ...Object.fromEntries(
    placesOf(env)
      .all()
      .map(({ name, db }) => [name, besideCopy(db.d1, name, env.COPIES)]),
  ),
});

export class SharedBatches extends ServiceBatches {
  constructor(state: DurableObjectState, env: NearEnv) {
    super(state, besideCopies(env));
  }
}

export default {
  ...service,
  // What no request asks for is read on the primary alone.
  fetch: (request, env, ctx) => service.fetch(request, besideCopies(env), ctx),
} satisfies ExportedHandler<NearEnv>;
