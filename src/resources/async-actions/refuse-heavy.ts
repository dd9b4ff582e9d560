import { waitOf } from "../../db/pressure";
import { tooManyRequests } from "../../errors";
import type { Scope } from "../../scope/scope";

const RETRY_SECONDS = 10;

/**
 * Refuses new heavy work (too_many_requests) where the database of the project lets others wait
 * longer than the deployment wants: what is there already is served first.
 */
export function refuseHeavy({ db, settings, now }: Scope): void {
  const most = settings.databaseWaitLimitMs;
  if (waitOf(db) <= most) return;
  const details = `The database lets requests wait longer than ${most} ms: no new exports, imports, codes, bulk updates or deletions of campaigns are begun`;
  throw tooManyRequests(RETRY_SECONDS, now, details);
}
