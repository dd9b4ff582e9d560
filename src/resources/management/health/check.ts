import { rowsByName, statementsOf } from "../../../commit/named";
import { decode, noTrail } from "../../../db/client";
import { readBatch } from "../../../db/commit";
import { type SweepRunRow, sweepRuns } from "../../../db/tables/work";
import { earliest } from "../../../lib/earliest";
import type { NamedPlace } from "../../../scope/places";
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

/** What was found at a place. */
interface Seen {
  name: string;
  /** Null where the place did not answer. */
  milliseconds: number | null;
  size_bytes: number | null;
  runs: SweepRunRow[];
  /** When the sweep ran that did not for longest, and since when waits what does so longest. */
  last: string | null;
  unheard: string | null;
  due: string | null;
  open: string | null;
}

const silent = (name: string): Seen => ({
  name,
  milliseconds: null,
  size_bytes: null,
  runs: [],
  last: null,
  unheard: null,
  due: null,
  open: null,
});

/** Looks at one place; one that does not answer is told of, and keeps no other from being seen. */
async function look({ name, db }: NamedPlace): Promise<Seen> {
  const reads = placeReads();
  const started = performance.now();
  const trail = noTrail(name);
  try {
    const found = rowsByName(reads, await readBatch({ ...db, trail }, statementsOf(reads)));
    const runs = found.sweeps.map((row) => decode(sweepRuns, row));
    return {
      name,
      milliseconds: performance.now() - started,
      size_bytes: trail.bytes,
      runs,
      last: earliest(runs.map(({ ran_at }) => ran_at)),
      unheard: earliest(runs.flatMap(({ oldest_at }) => oldest_at ?? [])),
      due: momentOf(found.delivery),
      open: momentOf(found.action),
    };
  } catch (error) {
    const cause = error instanceof Error ? error.name : "unknown";
    console.error(JSON.stringify({ level: "error", health: name, cause }));
    return silent(name);
  }
}

/** What somebody should look at in a place; of any but the first, behind its name. */
function attentionIn({ name, milliseconds, runs, last, unheard, due, open }: Seen, now: number) {
  const found = [
    ...lateOf(now, [
      { name: "last_sweep_at", at: last, most: SWEEPS_LATE_MS },
      { name: "oldest_unheard_event_at", at: unheard, most: WORK_LATE_MS },
      { name: "oldest_due_delivery_at", at: due, most: WORK_LATE_MS },
      { name: "oldest_open_action_at", at: open, most: WORK_LATE_MS },
    ]),
    ...runs.flatMap((run) => (run.cause === null ? [] : [`sweeps.${run.name}`])),
    ...(milliseconds === null ? ["does_not_answer"] : []),
  ];
  return name === "DB" ? found : found.map((each) => `${name}.${each}`);
}

const ofAll = (all: readonly Seen[], which: "last" | "unheard" | "due" | "open") =>
  earliest(all.flatMap((each) => each[which] ?? []));

/**
 * How the deployment does, in one round trip to each place: its size, what waits longest, how the
 * sweeps went (docs/operations.md). `attention` names what somebody should look at.
 */
export async function checkHealth(scope: PlatformScope): Promise<Health> {
  const all = await Promise.all(scope.places.all().map(look));
  const attention = all.flatMap((each) => attentionIn(each, scope.now));
  return {
    status: attention.length > 0 ? "attention" : "ok",
    attention,
    checked_at: isoNow(scope),
    places: all.map(({ name, milliseconds, size_bytes }) => ({
      name,
      milliseconds,
      size_bytes,
      object: "place" as const,
    })),
    queues: await scope.queues(),
    sweeps: all.flatMap(({ name: place, runs }) =>
      runs.map(({ oldest_at: _, ...run }) => ({ ...run, place, object: "sweep" as const })),
    ),
    last_sweep_at: ofAll(all, "last"),
    oldest_unheard_event_at: ofAll(all, "unheard"),
    oldest_due_delivery_at: ofAll(all, "due"),
    oldest_open_action_at: ofAll(all, "open"),
    object: "health",
  };
}
