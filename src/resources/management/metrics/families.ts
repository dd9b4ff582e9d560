import type { Health } from "../health/schema";
import type { Place } from "../places/schema";

/** A value by its labels; null says nothing. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null];

interface Family {
  name: string;
  help: string;
  samples: (health: Health, places: readonly Place[]) => readonly Sample[];
}

const secondsSince = ({ checked_at }: Health, at: string | null): number | null =>
  at === null ? null : Math.max(0, (Date.parse(checked_at) - Date.parse(at)) / 1000);

const inSeconds = (milliseconds: number | null) =>
  milliseconds === null ? null : milliseconds / 1000;

type Oldest = Extract<keyof Health, `oldest_${string}_at`>;

const allAnswer = ({ places }: Health): boolean =>
  places.every(({ milliseconds }) => milliseconds !== null);

/** What was counted in a place says nothing of now once that does not answer. */
const answersAt = ({ places }: Health, name: string): boolean =>
  places.some((place) => place.name === name && place.milliseconds !== null);

/** Of some things it is a sweep that tells, of each place its own. */
const toldBy =
  (sweep: string) =>
  ({ places, sweeps }: Health): boolean =>
    places.every(({ name: of }) =>
      sweeps.some(({ name, place, cause }) => name === sweep && place === of && cause === null),
    );

/**
 * How long something has waited; zero where nothing does, and nothing where that is not known, as
 * of a database that does not answer.
 */
const age = (name: string, help: string, oldest: Oldest, isKnown = allAnswer): Family => ({
  name,
  help,
  samples: (health) => [[{}, secondsSince(health, health[oldest]) ?? (isKnown(health) ? 0 : null)]],
});

/** What is told, all of it as it is now; a new one is a row here. */
const FAMILIES: readonly Family[] = [
  {
    name: "vouchsafe_attention",
    help: "Things that somebody should look at",
    samples: ({ attention }) => [[{}, attention.length]],
  },
  {
    name: "vouchsafe_last_sweep_age_seconds",
    help: "Since the sweep that ran longest ago; nothing before the first one",
    samples: (health) => [[{}, secondsSince(health, health.last_sweep_at)]],
  },
  age(
    "vouchsafe_unheard_event_age_seconds",
    "Since the oldest event that listeners have not taken up",
    "oldest_unheard_event_at",
    toldBy("ring-for-events"),
  ),
  age(
    "vouchsafe_open_night_age_seconds",
    "Since a nightly run of loyalty programs has gone on that stands still longest",
    "oldest_open_night_at",
    toldBy("loyalty-night"),
  ),
  age(
    "vouchsafe_due_delivery_age_seconds",
    "Since the webhook delivery that is due longest",
    "oldest_due_delivery_at",
  ),
  age(
    "vouchsafe_open_action_age_seconds",
    "Since background work has moved that stands still longest",
    "oldest_open_action_at",
  ),
  age(
    "vouchsafe_waiting_action_age_seconds",
    "Since background work was asked for that waits longest for its turn",
    "oldest_waiting_action_at",
  ),
  age(
    "vouchsafe_open_move_age_seconds",
    "Since a move of a project has gone on that stands still longest",
    "oldest_open_move_at",
  ),
  age(
    "vouchsafe_open_backup_age_seconds",
    "Since a backup has gone on that stands still longest",
    "oldest_open_backup_at",
  ),
  age(
    "vouchsafe_open_restore_age_seconds",
    "Since a restore has gone on that stands still longest",
    "oldest_open_restore_at",
  ),
  {
    name: "vouchsafe_dead_job_age_seconds",
    help: "Since the last job failed that waits for somebody; nothing where none does",
    samples: (health) => [[{}, secondsSince(health, health.last_dead_job_at)]],
  },
  {
    name: "vouchsafe_place_up",
    help: "Whether a database answers",
    samples: ({ places }) =>
      places.map(({ name, milliseconds }) => [{ place: name }, Number(milliseconds !== null)]),
  },
  {
    name: "vouchsafe_place_answer_seconds",
    help: "How long a database took to answer just now",
    samples: ({ places }) =>
      places.map(({ name, milliseconds }) => [{ place: name }, inSeconds(milliseconds)]),
  },
  {
    name: "vouchsafe_place_bytes",
    help: "Size of a database",
    samples: ({ places }) => places.map(({ name, size_bytes }) => [{ place: name }, size_bytes]),
  },
  {
    name: "vouchsafe_place_projects",
    help: "Projects that live in a database",
    samples: (_, places) => places.map(({ name, projects }) => [{ place: name }, projects]),
  },
  {
    name: "vouchsafe_place_rows",
    help: "What the projects of a database count of what they have most of",
    samples: (health, places) =>
      places.map(({ name, rows }) => [{ place: name }, answersAt(health, name) ? rows : null]),
  },
  {
    name: "vouchsafe_place_events_per_minute",
    help: "Events that the projects of a database took a minute lately",
    samples: (health, places) =>
      places.map(({ name, events_per_minute: events }) => [
        { place: name },
        answersAt(health, name) ? events : null,
      ]),
  },
  {
    name: "vouchsafe_place_open",
    help: "Whether a database takes new projects",
    samples: (_, places) =>
      places.map(({ name, takes_new_projects }) => [{ place: name }, Number(takes_new_projects)]),
  },
  {
    name: "vouchsafe_queue_messages",
    help: "Messages that wait in a queue",
    samples: ({ queues }) => queues.map(({ name, messages }) => [{ queue: name }, messages]),
  },
  {
    name: "vouchsafe_queue_bytes",
    help: "Bytes that wait in a queue",
    samples: ({ queues }) => queues.map(({ name, bytes }) => [{ queue: name }, bytes]),
  },
  {
    name: "vouchsafe_queue_age_seconds",
    help: "Since the message was sent that waits longest",
    samples: (health) =>
      health.queues.map(({ name, messages, oldest_at }) => [
        { queue: name },
        messages === null ? null : (secondsSince(health, oldest_at) ?? 0),
      ]),
  },
  {
    name: "vouchsafe_sweep_age_seconds",
    help: "Since a sweep ran last in a database",
    samples: (health) =>
      health.sweeps.map(({ name, place, ran_at }) => [
        { place, sweep: name },
        secondsSince(health, ran_at),
      ]),
  },
  {
    name: "vouchsafe_sweep_seconds",
    help: "How long it took",
    samples: ({ sweeps }) =>
      sweeps.map(({ name, place, milliseconds }) => [
        { place, sweep: name },
        inSeconds(milliseconds),
      ]),
  },
  {
    name: "vouchsafe_sweep_failed",
    help: "Whether it failed",
    samples: ({ sweeps }) =>
      sweeps.map(({ name, place, cause }) => [{ place, sweep: name }, Number(cause !== null)]),
  },
];

/** Names of bindings, queues and sweeps are ours: none has a quote, a backslash or a line's end. */
const labelled = (labels: Sample[0]): string => {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return all.length > 0 ? `{${all.join(",")}}` : "";
};

/** Health and places as gauges in the text format of Prometheus, version 0.0.4. */
export const textOf = (health: Health, places: readonly Place[]): string =>
  FAMILIES.map(({ name, help, samples }) => {
    const lines = samples(health, places).flatMap(([labels, value]) =>
      value === null ? [] : [`${name}${labelled(labels)} ${value}\n`],
    );
    return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`;
  }).join("");
