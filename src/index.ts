import { app } from "./app";
import { everyMinute } from "./async/cron";
import { runJobs } from "./async/queue";
import type { Env } from "./env";

export { SessionLock } from "./durable/session-lock";

export default {
  fetch: app.fetch,
  queue: runJobs,
  scheduled: (_controller, env) => everyMinute(env, Date.now()),
} satisfies ExportedHandler<Env>;
