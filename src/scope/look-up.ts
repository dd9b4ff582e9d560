import { noTrail } from "../db/client";
import type { ProjectRow } from "../db/tables/control";
import { Recent } from "../lib/recent";
import { CONTROL, nearPlaces, type Places } from "./places";

/** What is looked up belongs to a project. */
interface Of {
  project: ProjectRow;
}

/** Who looks up, and where what goes on behind the answer is read. */
export interface Asking {
  places: Places;
  /** The same databases with a count of their own. */
  own: () => Places;
  /** Takes work that goes on once the answer has left. */
  later: (work: Promise<unknown>) => void;
}

/** What was found and, where that was in a copy, what the primary says of it. */
export interface Found<T> {
  value: T;
  renewed: (() => Promise<T | null>) | null;
}

/** What an isolate remembers, and whether it comes from the primary. */
interface Kept<T> {
  value: T;
  isSure: boolean;
}

/**
 * A blocked key or a changed project is noticed everywhere within this time (docs/behaviour.md).
 */
export const TTL_MS = 60_000;

/** What an isolate remembers of one kind, by names. */
export const memory = <T>() => new Recent<Kept<T>>(10_000, TTL_MS);

/**
 * What a copy said is remembered only until the primary has said what is so; where that fails, it
 * is asked again after this.
 */
const UNSURE_MS = 5_000;
/**
 * How long an unknown key is remembered as unknown, since such keys are tried again and again; one
 * that was just made elsewhere works after this.
 */
const UNKNOWN_MS = 5_000;
const unknown = new Recent<true>(10_000, UNKNOWN_MS);
/**
 * A project that is on its way to another place is remembered only so long: when it arrives, nobody
 * reads it where it was once others write where it is.
 */
const MOVING_MS = 1_000;
/** How long what is known of a project is remembered. */
export const ttlOf = ({ project }: Of): number => (project.is_moving ? MOVING_MS : TTL_MS);

/** Until when this isolate reads settings on the primary, since it has changed some itself. */
let changedUntil = 0;
/** How often it has: what it began to read before may be older. */
let changes = 0;

interface LookUp<T extends Of> {
  known: Recent<Kept<T>>;
  name: string;
  asking: Asking;
  now: number;
  read: (places: Places) => Promise<T | null>;
  /** What is read near the caller and does not open the door may be old: the primary knows. */
  opens: (found: T) => boolean;
  /** Whether it may be read near the caller at all. */
  isNear: boolean;
}

/** What is read near the caller; null where that says too little, so that the primary is asked. */
async function readNear<T extends Of>({
  asking: { places },
  read,
  opens,
}: LookUp<T>): Promise<{ found: T | null; isSure: boolean } | null> {
  // Settings say nothing about how new the project's own data is: they leave a trail of their own.
  const trail = noTrail(CONTROL, true);
  // A copy that fails has said nothing; what is wrong on the primary too fails there again.
  const found = await read(nearPlaces(places, trail)).catch(() => undefined);
  if (found === undefined) return null;
  // Where a project is that is on its way, the primary alone knows.
  const stands = found !== null && opens(found) && !found.project.is_moving;
  return stands || trail.isPrimary ? { found, isSure: trail.isPrimary } : null;
}

/** Remembers what was read, unless this isolate has changed something since it began to read. */
function keep<T extends Of>(
  { known, name, now }: LookUp<T>,
  { found, isSure, since }: { found: T | null; isSure: boolean; since: number },
): void {
  if (since !== changes) return;
  if (found) known.set(name, { value: found, isSure }, now, isSure ? ttlOf(found) : UNSURE_MS);
  else {
    known.delete(name);
    unknown.set(name, true, now);
  }
}

async function readSure<T extends Of>(asked: LookUp<T>, at: Places): Promise<T | null> {
  const since = changes;
  const found = await asked.read(at);
  keep(asked, { found, isSure: true, since });
  return found;
}

const sure = <T>(value: T | null): Found<T> | null => value && { value, renewed: null };

/**
 * Looks up by name: at hand, near the caller where that opens the door, or on the primary. What a
 * copy has answered is read again on the primary at once, behind the answer, so that the isolate
 * remembers it no longer than it has to.
 */
export async function lookUp<T extends Of>(asked: LookUp<T>): Promise<Found<T> | null> {
  const { known, name, asking, now, opens, isNear } = asked;
  const { places, own, later } = asking;
  const kept = known.get(name, now);
  if (kept?.isSure) return sure(kept.value);
  if (kept && opens(kept.value)) {
    return { value: kept.value, renewed: () => readSure(asked, places) };
  }
  if (!kept && unknown.get(name, now)) return null;
  const isAsked =
    isNear && !kept && places.control.trail?.isFollowed === true && now >= changedUntil;
  const since = changes;
  const near = isAsked ? await readNear(asked) : null;
  if (near === null) return sure(await readSure(asked, places));
  keep(asked, { ...near, since });
  if (near.isSure || near.found === null) return sure(near.found);
  const renewing = readSure(asked, own());
  later(renewing.catch(() => {}));
  return { value: near.found, renewed: () => renewing.catch(() => readSure(asked, places)) };
}

/** What this isolate has changed it reads anew, on the primary. */
export function noteChange(): void {
  changedUntil = Date.now() + TTL_MS;
  changes += 1;
  unknown.forget(() => true);
}
