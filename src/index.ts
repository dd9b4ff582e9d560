import { app } from "./app";
import type { Env } from "./env";

export { SessionLock } from "./durable/session-lock";
export { SharedBatches } from "./durable/shared-batches";

/** What runs in the background is loaded by the isolates that do. */
export default {
  fetch: app.fetch,
  queue: async (batch, env, ctx) => (await import("./async/queue")).runJobs(batch, env, ctx),
  scheduled: async (_controller, env) =>
    (await import("./async/cron")).everyMinute(env, Date.now()),
} satisfies ExportedHandler<Env>;
