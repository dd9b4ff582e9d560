/*
 * Lanes that are served at once in one isolate. A receiver that hangs holds a slot for ten seconds:
 * neither one project nor those that are slow may hold all of them. Who got none stands in line:
 * lanes that have much to do take turns with all others.
 */

const MOST = 40;
/** Of those, so many of one project. */
const MOST_OF_PROJECT = 8;
/** The last ones are for projects that have none. */
const KEPT = 8;
/** So many for lanes that are slow, and so many of those of one project. */
const MOST_SLOW = 16;
const MOST_SLOW_OF_PROJECT = 4;

/** What goes on for longer (milliseconds) is slow, whatever was known of it. */
const SLOW_MS = 1_000;

/**
 * What goes on for so long (milliseconds) was cut off, and frees nothing any more: by then others
 * may have its lane, too (`webhooks/deliveries/turn.ts`).
 */
export const CUT_OFF_MS = 45_000;

/** Who has not asked again for so long (milliseconds) was served elsewhere. */
const PATIENCE_MS = 10_000;
/** Who is called has so long (milliseconds) to come. */
const CALLED_MS = 2_000;

/** Who wants a slot: a lane of a webhook, and whether its receiver is known as slow. */
export interface Claim {
  project_id: string;
  webhook_id: string;
  lane: number;
  is_slow: boolean;
}

/** Given back when the lane is left. */
export interface Slot {
  free: () => void;
}

type Held = Claim & { since: number };

/** Whether the claim keeps within its project's part, and those that are slow within theirs. */
function hasRoom(all: readonly Held[], { project_id, is_slow }: Claim, now: number): boolean {
  const own = all.filter((each) => each.project_id === project_id);
  if (own.length >= (all.length < MOST - KEPT ? MOST_OF_PROJECT : 1)) return false;
  if (!is_slow) return all.length < MOST;
  const slow = all.filter((each) => each.is_slow || now - each.since > SLOW_MS);
  const ownSlow = slow.filter((each) => each.project_id === project_id);
  return slow.length < MOST_SLOW && ownSlow.length < MOST_SLOW_OF_PROJECT;
}

/** A lane's name. */
export const laneName = ({ project_id, webhook_id, lane }: Omit<Claim, "is_slow">): string =>
  [project_id, webhook_id, lane].join(" ");

/** The slots of one isolate; `clock` answers epoch milliseconds. */
export function laneSlots(clock: () => number) {
  const taken = new Map<Slot, Held>();
  /** Who stands in line, those that wait longest first, and until when. */
  const line = new Map<string, { claim: Claim; until: number; isCalled: boolean }>();

  /** Who still stands in line. */
  function waiters(now: number) {
    for (const [name, { until }] of line) if (until <= now) line.delete(name);
    return [...line.values()];
  }

  /** What is held by those that were not cut off. */
  function heldNow(now: number): Held[] {
    for (const [slot, { since }] of taken) if (now - since >= CUT_OFF_MS) taken.delete(slot);
    return [...taken.values()];
  }

  /** What is held once all who wait longer than the claim have what there is for them. */
  function heldBefore(claim: Claim, now: number): Held[] {
    const held = heldNow(now);
    for (const { claim: first } of waiters(now)) {
      if (laneName(first) === laneName(claim)) break;
      if (hasRoom(held, first, now)) held.push({ ...first, since: now });
    }
    return held;
  }

  return {
    /** A slot, or null where none is left for it: then it stands in line. */
    take(claim: Claim): Slot | null {
      const now = clock();
      const name = laneName(claim);
      if (!hasRoom(heldBefore(claim, now), claim, now)) {
        line.set(name, { claim, until: now + PATIENCE_MS, isCalled: false });
        return null;
      }
      line.delete(name);
      const slot = { free: () => void taken.delete(slot) };
      taken.set(slot, { ...claim, since: now });
      return slot;
    },

    /** Who is to be called: the first in line for whom there is a slot; null if there is none. */
    next(): Claim | null {
      const now = clock();
      const held = heldNow(now);
      const first = waiters(now).find((each) => {
        const isNext = hasRoom(held, each.claim, now);
        if (isNext) held.push({ ...each.claim, since: now });
        return isNext && !each.isCalled;
      });
      if (!first) return null;
      first.isCalled = true;
      first.until = now + CALLED_MS;
      return first.claim;
    },
  };
}
