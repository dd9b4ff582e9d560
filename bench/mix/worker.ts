import { env as vars } from "cloudflare:workers";
import type { Env } from "../../src/env";
import service from "../../src/index";
import { placesOf } from "../../src/scope/places";

export { SessionLock, SharedBatches } from "../../src/index";

/*
 * The service with a clock that runs ahead, and with what is left to do in all places.
 */

interface MixEnv extends Env {
  /** So many milliseconds the clock runs ahead from the start on. */
  AHEAD_MS: string;
}

const { now } = Date;
// The cast holds for whoever starts this worker.
const ahead = Number((vars as unknown as MixEnv).AHEAD_MS);
Date.now = () => now() + ahead;

/**
 * Events that not all have heard, work that goes on, and jobs that failed. What a project left
 * behind where it lived before is not heard there any more, and does not go on.
 */
const MOVED = "(SELECT project_id FROM transits WHERE state = 'FROZEN')";
const LEFT = `SELECT (SELECT total(event_sequence - events_taken) FROM tallies
    WHERE project_id NOT IN ${MOVED}) AS events,
  (SELECT count(*) FROM async_actions WHERE status = 'IN_PROGRESS'
    AND project_id NOT IN ${MOVED}) AS actions,
  (SELECT count(*) FROM dead_jobs) AS dead`;

async function left(env: Env): Promise<Response> {
  const databases = placesOf(env)
    .all()
    .map(({ db }) => db.d1);
  return Response.json(await Promise.all(databases.map((d1) => d1.prepare(LEFT).first())));
}

export default {
  ...service,
  fetch: (request, env, ctx) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/left") return left(env);
    return service.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<MixEnv>;
