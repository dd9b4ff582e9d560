import { rowsByName, statementsOf } from "../../../commit/named";
import { decode, noTrail, type RawRow } from "../../../db/client";
import { readBatch } from "../../../db/commit";
import { type SweepRunRow, sweepRuns } from "../../../db/tables/work";
import { earliest } from "../../../lib/earliest";
import { inTime } from "../../../lib/in-time";
import type { NamedPlace } from "../../../scope/places";
import { isoNow, type PlatformScope } from "../../../scope/scope";
import type { Health } from "./schema";
import { controlReads, placeReads } from "./store";

/** The cron trigger comes each minute; one that is cut off is made up for by the next. */
const SWEEPS_LATE_MS = 3 * 60_000;
/** What is late is taken up by a sweep within a minute, and then has to be done. */
const WORK_LATE_MS = 10 * 60_000;
/** A job that failed is told of for so long; it waits on, but may be one that nobody can mend. */
const DEAD_LATELY_MS = 24 * 3_600_000;

/**
 * A database that takes longer does not answer: one that is overloaded lets wait for half a minute,
 * and nobody would hear of the others, either.
 */
export const PATIENCE_MS = 5_000;

const textOf = (moment: unknown): string | null =>
  moment === undefined || moment === null ? null : String(moment);

const momentOf = (rows: readonly { since?: unknown }[] = []): string | null =>
  textOf(rows[0]?.since);

interface Late {
  name: string;
  at: string | null;
  most: number;
}

/** Names what has waited longer than it should by `now` (epoch milliseconds). */
const lateOf = (now: number, all: readonly Late[]): string[] =>
  all.flatMap(({ name, at, most }) => (at !== null && now - Date.parse(at) > most ? [name] : []));

/** Since when waits what does so longest, by what that is; `dead` is when a job failed last. */
type Moments = Record<
  | "last"
  | "unheard"
  | "night"
  | "due"
  | "open"
  | "waiting"
  | "move"
  | "backup"
  | "restore"
  | "dead",
  string | null
>;

/** What was found at a place. `last` is when the sweep ran that did not for longest. */
interface Seen extends Moments {
  name: string;
  /** Null where the place did not answer. */
  milliseconds: number | null;
  size_bytes: number | null;
  runs: SweepRunRow[];
  /** Places that projects live in and nobody binds, of which the first place alone knows. */
  unbound: string[];
  /** Projects of all places that would be better off busy; the first place alone knows them. */
  rushes: Health["rushes"];
}

const NOTHING: Moments = {
  last: null,
  unheard: null,
  night: null,
  due: null,
  open: null,
  waiting: null,
  move: null,
  backup: null,
  restore: null,
  dead: null,
};

const silent = (name: string): Seen => ({
  name,
  milliseconds: null,
  size_bytes: null,
  runs: [],
  unbound: [],
  rushes: [],
  ...NOTHING,
});

/** The oldest of what a sweep found late. */
const foundBy = (runs: readonly SweepRunRow[], sweep: string): string | null =>
  runs.find(({ name }) => name === sweep)?.oldest_at ?? null;

const viewRush = ({ project_id, name, per_second, at }: RawRow): Health["rushes"][number] => ({
  project_id: String(project_id),
  place: String(name),
  redemptions_per_second: Number(per_second),
  seen_at: String(at),
  object: "rush",
});

/** Looks at one place; one that does not answer is told of, and keeps no other from being seen. */
async function look({ name, db }: NamedPlace, now: number, bound: string[]): Promise<Seen> {
  const reads = { ...placeReads(now), ...(name === "DB" && controlReads(now, bound)) };
  const started = performance.now();
  const trail = noTrail(name);
  try {
    const asked = readBatch({ ...db, trail }, statementsOf(reads));
    const found = rowsByName(reads, await inTime(asked, PATIENCE_MS));
    const runs = found.sweeps.map((row) => decode(sweepRuns, row));
    return {
      name,
      milliseconds: performance.now() - started,
      size_bytes: trail.bytes,
      runs,
      unbound: (found.unbound ?? []).map((row) => String(row.name)),
      rushes: (found.rushes ?? []).map(viewRush),
      last: earliest(runs.map(({ ran_at }) => ran_at)),
      unheard: foundBy(runs, "ring-for-events"),
      night: foundBy(runs, "loyalty-night"),
      due: momentOf(found.delivery),
      open: textOf(found.actions[0]?.open),
      waiting: textOf(found.actions[0]?.waiting),
      move: momentOf(found.move),
      backup: momentOf(found.backup),
      restore: momentOf(found.restore),
      dead: momentOf(found.dead),
    };
  } catch (error) {
    const cause = error instanceof Error ? error.name : "unknown";
    console.error(JSON.stringify({ level: "error", health: name, cause }));
    return silent(name);
  }
}

/** What somebody should look at in a place; of any but the first, behind its name. */
function attentionIn(seen: Seen, now: number): string[] {
  const { name, milliseconds, runs, unbound, dead } = seen;
  const wasNeverSwept = milliseconds !== null && runs.length === 0;
  const found = [
    ...(wasNeverSwept ? ["last_sweep_at"] : []),
    ...lateOf(now, [
      { name: "last_sweep_at", at: seen.last, most: SWEEPS_LATE_MS },
      { name: "oldest_unheard_event_at", at: seen.unheard, most: WORK_LATE_MS },
      { name: "oldest_open_night_at", at: seen.night, most: WORK_LATE_MS },
      { name: "oldest_due_delivery_at", at: seen.due, most: WORK_LATE_MS },
      { name: "oldest_open_action_at", at: seen.open, most: WORK_LATE_MS },
      { name: "oldest_open_move_at", at: seen.move, most: WORK_LATE_MS },
      { name: "oldest_open_backup_at", at: seen.backup, most: WORK_LATE_MS },
      { name: "oldest_open_restore_at", at: seen.restore, most: WORK_LATE_MS },
    ]),
    ...(dead !== null && now - Date.parse(dead) <= DEAD_LATELY_MS ? ["last_dead_job_at"] : []),
    ...runs.flatMap((run) => (run.cause === null ? [] : [`sweeps.${run.name}`])),
    ...(milliseconds === null ? ["does_not_answer"] : []),
    ...unbound.map((place) => `${place}.unbound`),
  ];
  return name === "DB" ? found : found.map((each) => `${name}.${each}`);
}

/** Moments sort like their texts. */
const latest = (moments: readonly string[]): string | null =>
  moments.reduce<string | null>((last, at) => (last !== null && last > at ? last : at), null);

const ofAll = (all: readonly Seen[], which: keyof Moments): string | null =>
  earliest(all.flatMap((each) => each[which] ?? []));

/**
 * How the deployment does, in one round trip to each place: its size, what waits longest, how the
 * sweeps went (docs/operations.md). `attention` names what somebody should look at.
 */
export async function checkHealth(scope: PlatformScope): Promise<Health> {
  const places = scope.places.all();
  const bound = places.map(({ name }) => name);
  const [all, queues] = await Promise.all([
    Promise.all(places.map((place) => look(place, scope.now, bound))),
    scope.queues(),
  ]);
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
    rushes: all.flatMap(({ rushes }) => rushes),
    queues,
    sweeps: all.flatMap(({ name: place, runs }) =>
      runs.map(({ oldest_at: _, ...run }) => ({ ...run, place, object: "sweep" as const })),
    ),
    last_sweep_at: ofAll(all, "last"),
    oldest_unheard_event_at: ofAll(all, "unheard"),
    oldest_open_night_at: ofAll(all, "night"),
    oldest_due_delivery_at: ofAll(all, "due"),
    oldest_open_action_at: ofAll(all, "open"),
    oldest_waiting_action_at: ofAll(all, "waiting"),
    oldest_open_move_at: ofAll(all, "move"),
    oldest_open_backup_at: ofAll(all, "backup"),
    oldest_open_restore_at: ofAll(all, "restore"),
    last_dead_job_at: latest(all.flatMap(({ dead }) => dead ?? [])),
    object: "health",
  };
}
