/**
 * What one database is asked and how long it lets wait, as this isolate sees it: one thread answers
 * everybody, so that what one asks for long keeps all others waiting.
 */
interface Pressure {
  /** Batches of requests, as far as they were late at `asked_at`; of no background work. */
  asked: number;
  asked_at: number;
  /** Milliseconds that batches wait beside what they take themselves: lately, and at the least. */
  waits: number;
  least: number;
  /** When a batch last told (epoch milliseconds). */
  noted_at: number;
  /** What projects have used of it. */
  used: Map<string, Used>;
}

/** Milliseconds in which the database worked for a project, as far as they were late at `at`. */
interface Used {
  ms: number;
  at: number;
}

/** What is left of something `age` milliseconds later, where after `third` it counts a third. */
const faded = (age: number, third: number): number => Math.exp(-age / third);

/** Whose database is asked, and for whom; of one without a name nothing is known. */
interface Asked {
  place?: string | undefined;
  project?: string | undefined;
}

/** By the names of places: a binding need not be the same object in each request. */
const known = new Map<string, Pressure>();

function pressureAt({ place = "" }: Asked): Pressure {
  const found = known.get(place) ?? {
    asked: 0,
    asked_at: 0,
    waits: 0,
    least: Number.POSITIVE_INFINITY,
    noted_at: 0,
    used: new Map(),
  };
  known.set(place, found);
  return found;
}

/** So much of what is known is still so after the next batch. */
const KEPT = 0.8;
/**
 * One millisecond more than the least is twice as much after so long (milliseconds), since paths to
 * a database change; however many batches come: those of a crowd would soon count as the least.
 */
const FORGOTTEN_MS = 600_000;
/** Who waits longer (milliseconds) is not only on the way, even where nobody saw it go quicker. */
const LONGEST_WAY_MS = 300;

/**
 * A batch takes so many times what its statements say: its way and its commit grow with it. Without
 * that, large steps would take what they need themselves for others that wait.
 */
const OWN = 1.5;

/** A batch that was answered. */
interface Answered {
  /** How long it took, and how long its statements say that they ran (milliseconds). */
  took: number;
  ran: number;
  isRequest: boolean;
}

/** What was used so long ago (milliseconds) counts a third. */
const LATE_MS = 10_000;
/** So many projects are known at most, those that asked last. */
const MOST_PROJECTS = 1_000;

const usedBy = (now: number, { ms, at }: Used): number => ms * faded(now - at, LATE_MS);

function noteUse(used: Map<string, Used>, project: string, ran: number, now: number): void {
  const before = used.get(project);
  used.delete(project);
  used.set(project, { ms: ran + (before ? usedBy(now, before) : 0), at: now });
  const [oldest] = used.keys();
  if (used.size > MOST_PROJECTS && oldest !== undefined) used.delete(oldest);
}

/** What was asked so long ago (milliseconds) counts a third. */
const ASKED_MS = 1_000;

const askedBy = (now: number, { asked, asked_at }: Pressure): number =>
  asked * faded(now - asked_at, ASKED_MS);

function noteAsked(pressure: Pressure, isRequest: boolean): void {
  pressure.noted_at = Date.now();
  if (!isRequest) return;
  pressure.asked = 1 + askedBy(pressure.noted_at, pressure);
  pressure.asked_at = pressure.noted_at;
}

/** Notes what a batch tells of its database. */
export function noteBatch(asked: Asked, { took, ran, isRequest }: Answered): void {
  const { place, project } = asked;
  if (place === undefined) return;
  const pressure = pressureAt(asked);
  const waited = Math.max(0, took - ran * OWN);
  const grown = 2 ** ((Date.now() - pressure.noted_at) / FORGOTTEN_MS);
  pressure.waits = KEPT * pressure.waits + (1 - KEPT) * waited;
  pressure.least = Math.min(waited, LONGEST_WAY_MS, (pressure.least + 1) * grown - 1);
  noteAsked(pressure, isRequest);
  if (project !== undefined) noteUse(pressure.used, project, ran, pressure.noted_at);
}

/** What a database turns away counts as a wait of so long (milliseconds), however soon it does. */
const TURNED_AWAY_MS = 10_000;

/** A batch that a database turned away, or that was lost on its way or there. */
interface Failed {
  took: number;
  isTurnedAway: boolean;
  isRequest: boolean;
}

/** Notes a batch that failed; a quick failure does not say that the database is quick. */
export function noteFailed(asked: Asked, { took, isTurnedAway, isRequest }: Failed): void {
  if (asked.place === undefined) return;
  const pressure = pressureAt(asked);
  const waited = isTurnedAway ? Math.max(took, TURNED_AWAY_MS) : took;
  pressure.waits = Math.max(pressure.waits, KEPT * pressure.waits + (1 - KEPT) * waited);
  noteAsked(pressure, isRequest);
}

/** Where requests come so seldom, smaller steps would make hardly one of them wait less. */
const FEW = 2;
/** What waits so much longer (milliseconds) than at the least waits for others. */
const WAITS_FOR_OTHERS_MS = 20;

const isLate = ({ waits, least }: Pressure): boolean => waits > 2 * least + WAITS_FOR_OTHERS_MS;

/** Whether others wait for the database: requests of this isolate, or anybody anywhere. */
export function isCrowded(asked: Asked): boolean {
  const pressure = pressureAt(asked);
  return askedBy(Date.now(), pressure) > FEW || isLate(pressure);
}

/** Whether batches wait for a database, and it works for no project longer than for this one. */
export const keepsWaiting = (asked: Asked, project: string): boolean =>
  isLate(pressureAt(asked)) && busiestOf(asked) === project;

/** What was known so long ago (milliseconds) says nothing any more. */
const OUTDATED_MS = 5_000;

/** How long batches wait for a database beside their own time (milliseconds), as far as known. */
export function waitOf(asked: Asked): number {
  const { waits, noted_at } = pressureAt(asked);
  // Where batches wait long, they seldom tell.
  const until = noted_at + Math.max(OUTDATED_MS, 2 * waits);
  return Date.now() < until ? waits : 0;
}

/** Who has used less of late (milliseconds) makes nobody wait. */
const LITTLE_MS = 500;

/** The project that a database has worked for longest of late; null where for none much. */
export function busiestOf(asked: Asked): string | null {
  const now = Date.now();
  let [busiest, most]: [string | null, number] = [null, LITTLE_MS];
  for (const [project, used] of pressureAt(asked).used) {
    const ms = usedBy(now, used);
    if (ms > most) [busiest, most] = [project, ms];
  }
  return busiest;
}
