import { createMiddleware } from "hono/factory";
import { busiestOf, waitOf } from "../db/pressure";
import { tooManyRequests } from "../errors";
import { type AppEnv, scopeOf } from "./app-env";

const RETRY_SECONDS = 5;

/**
 * Refuses (429), before anything is read, the project that the database works for most, where it
 * lets all others wait longer than the deployment bears. It runs after authentication.
 */
export const refuseBusiest = createMiddleware<AppEnv>(async (c, next) => {
  const { db, project, settings, now } = scopeOf(c);
  const most = settings.databaseWaitMostMs;
  if (waitOf(db) <= most || busiestOf(db) !== project.id) return next();
  const details = `The database lets requests wait longer than ${most} ms, and works for no project more than for this one`;
  throw tooManyRequests(RETRY_SECONDS, now, details);
});
