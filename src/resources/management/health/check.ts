import { rowsByName, statementsOf } from "../../../commit/named";
import { decode, noTrail } from "../../../db/client";
import { readBatch } from "../../../db/commit";
import { sweepRuns } from "../../../db/tables/work";
import { earliest } from "../../../lib/earliest";
import { isoNow, type PlatformScope } from "../../../scope/scope";
import type { Health } from "./schema";
import { placeReads } from "./store";

/** The cron trigger comes each minute; one that is cut off is made up for by the next. */
const SWEEPS_LATE_MS = 3 * 60_000;
/** What is late is taken up by a sweep within a minute, and then has to be done. */
const WORK_LATE_MS = 10 * 60_000;

const momentOf = (rows: readonly { since?: unknown }[]): string | null => {
  const since = rows[0]?.since;
  return since === undefined || since === null ? null : String(since);
};

interface Late {
  name: string;
  at: string | null;
  most: number;
}

/** Names what has waited longer than it should by `now` (epoch milliseconds). */
const lateOf = (now: number, all: readonly Late[]): string[] =>
  all.flatMap(({ name, at, most }) => (at !== null && now - Date.parse(at) > most ? [name] : []));

/**
 * How the deployment does, in one round trip to each place: its size, what waits longest, how the
 * sweeps went (docs/operations.md). `attention` names what somebody should look at.
 */
export async function checkHealth(scope: PlatformScope): Promise<Health> {
  const { now, db } = scope;
  const reads = placeReads();
  const started = performance.now();
  const trail = noTrail();
  const found = rowsByName(reads, await readBatch({ ...db, trail }, statementsOf(reads)));
  const milliseconds = performance.now() - started;
  const runs = found.sweeps.map((row) => decode(sweepRuns, row));
  const last = earliest(runs.map(({ ran_at }) => ran_at));
  const unheard = earliest(runs.flatMap(({ oldest_at }) => oldest_at ?? []));
  const due = momentOf(found.delivery);
  const open = momentOf(found.action);
  const attention = [
    ...lateOf(now, [
      { name: "last_sweep_at", at: last, most: SWEEPS_LATE_MS },
      { name: "oldest_unheard_event_at", at: unheard, most: WORK_LATE_MS },
      { name: "oldest_due_delivery_at", at: due, most: WORK_LATE_MS },
      { name: "oldest_open_action_at", at: open, most: WORK_LATE_MS },
    ]),
    ...runs.flatMap(({ name, cause }) => (cause === null ? [] : [`sweeps.${name}`])),
  ];
  return {
    status: attention.length > 0 ? "attention" : "ok",
    attention,
    checked_at: isoNow(scope),
    places: [{ name: "DB", milliseconds, size_bytes: trail.bytes, object: "place" }],
    queues: await scope.queues(),
    sweeps: runs.map(({ oldest_at: _, ...run }) => ({ ...run, object: "sweep" as const })),
    last_sweep_at: last,
    oldest_unheard_event_at: unheard,
    oldest_due_delivery_at: due,
    oldest_open_action_at: open,
    object: "health",
  };
}
