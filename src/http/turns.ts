import { createMiddleware } from "hono/factory";
import { keepsWaiting } from "../db/pressure";
import { tooManyRequests } from "../errors";
import { Turns } from "../lib/turns";
import { type AppEnv, scopeOf } from "./app-env";

/** Who has asked a place of late in this isolate: the last project, and when any other one did. */
interface Asking {
  project: string;
  at: number;
  others_at: number;
}

const asking = new Map<string, Asking>();
const turns = new Turns();

/** A project that has not asked for so long (milliseconds) shares with nobody. */
const ASKS_MS = 1_000;
/** How long a request waits at most (milliseconds). */
const WAIT_MS = 5_000;
const RETRY_SECONDS = 1;
/** Whoever keeps others waiting has such a part of a share, so that less stands before them. */
const PART = 0.25;

function noteAsked(place: string, project: string): void {
  const at = Date.now();
  const last = asking.get(place);
  const others_at = (last?.project === project ? last.others_at : last?.at) ?? 0;
  asking.set(place, { project, at, others_at });
}

function othersAsk(place: string, project: string): boolean {
  const last = asking.get(place);
  const at = (last?.project === project ? last.others_at : last?.at) ?? 0;
  return Date.now() - at < ASKS_MS;
}

/**
 * Lets so many requests of a project go at a time, where others ask the same database too, as the
 * deployment says, and fewer of the one that keeps them waiting; alone it has all of it. What waits
 * for too long is refused (429), before anything is read from there. It runs when the request
 * itself has been read to its end.
 */
export const inTurn = createMiddleware<AppEnv>(async (c, next) => {
  const { db, project, settings, now, sleep } = scopeOf(c);
  const { id, place } = project;
  const share = settings.requestsBesideOthers;
  noteAsked(place, id);
  const most = () => {
    if (!othersAsk(place, id)) return Number.POSITIVE_INFINITY;
    return keepsWaiting(db, id) ? Math.max(1, Math.floor(share * PART)) : share;
  };
  const end = await turns.take(`${place} ${id}`, { most, waitMs: WAIT_MS, sleep });
  if (!end) {
    const details = `Others ask the database too: of one project so many requests go at a time: ${most()}`;
    throw tooManyRequests(RETRY_SECONDS, now, details);
  }
  try {
    await next();
  } finally {
    end();
  }
});
