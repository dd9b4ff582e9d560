import { noTrail } from "../db/client";
import type { ProjectRow } from "../db/tables/control";
import { Recent } from "../lib/recent";
import { CONTROL, nearPlaces, type Places } from "./places";

/** What is looked up belongs to a project. */
interface Of {
  project: ProjectRow;
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
 * How long an unknown key is remembered as unknown, since such keys are tried again and again; one
 * that was just made elsewhere works after this.
 */
const UNKNOWN_MS = 5_000;
const unknown = new Recent<true>(10_000, UNKNOWN_MS);
/**
 * A project that is on its way to another place is remembered only so long: when it arrives, nobody reads
 * it where it was once others write where it is.
 */
const MOVING_MS = 1_000;
/** How long what is known of a project is remembered. */
export const ttlOf = ({ project }: Of): number => (project.is_moving ? MOVING_MS : TTL_MS);

/** Until when this isolate reads settings on the primary, since it has changed some itself. */
let changedUntil = 0;

interface LookUp<T extends Of> {
  known: Recent<Kept<T>>;
  name: string;
  places: Places;
  now: number;
  read: (places: Places) => Promise<T | null>;
  /** What is read near the caller and does not open the door may be old: the primary knows. */
  opens: (found: T) => boolean;
}

/** What was found near the caller, and whether the primary itself was the nearest. */
interface Near<T> {
  found: T | null;
  isSure: boolean;
}

/** What is read near the caller; null where that says too little, so that the primary is asked. */
async function readNear<T extends Of>({
  places,
  read,
  opens,
}: Pick<LookUp<T>, "places" | "read" | "opens">): Promise<Near<T> | null> {
  // Settings say nothing about how new the project's own data is: they leave a trail of their own.
  const trail = noTrail(CONTROL);
  // A copy that fails has said nothing; what is wrong on the primary too fails there again.
  const found = await read(nearPlaces(places, trail)).catch(() => undefined);
  if (found === undefined) return null;
  // Where a project is that is on its way, the primary alone knows.
  const stands = found !== null && opens(found) && !found.project.is_moving;
  return stands || trail.isPrimary ? { found, isSure: trail.isPrimary } : null;
}

/** Looks up by name: at hand, near the caller where that opens the door, or on the primary. */
export async function lookUp<T extends Of>({
  known,
  name,
  places,
  now,
  read,
  opens,
}: LookUp<T>): Promise<T | null> {
  const kept = known.get(name, now);
  if (kept && (kept.isSure || opens(kept.value))) return kept.value;
  if (!kept && unknown.get(name, now)) return null;
  const isAsked = !kept && places.control.trail !== undefined && now >= changedUntil;
  const near = isAsked ? await readNear({ places, read, opens }) : null;
  const { found, isSure } = near ?? { found: await read(places), isSure: true };
  if (found) known.set(name, { value: found, isSure }, now, ttlOf(found));
  else unknown.set(name, true, now);
  return found;
}

/** What this isolate has changed it reads anew, on the primary. */
export function noteChange(): void {
  changedUntil = Date.now() + TTL_MS;
  unknown.forget(() => true);
}
