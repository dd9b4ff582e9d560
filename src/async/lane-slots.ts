/*
 * Lanes that are served at once in one isolate. A receiver that hangs holds a slot for ten seconds:
 * neither one project nor those that are slow may hold all of them.
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

/** Who wants a slot: a lane of the project, and whether its receiver is known as slow. */
export interface Claim {
  project_id: string;
  is_slow: boolean;
}

/** Given back when the lane is left. */
export interface Slot {
  free: () => void;
}

/** The slots of one isolate; `clock` answers epoch milliseconds. */
export function laneSlots(clock: () => number) {
  const taken = new Map<Slot, Claim & { since: number }>();

  /** Whether the claim keeps within its project's part, and those that are slow within theirs. */
  function hasRoom({ project_id, is_slow }: Claim): boolean {
    const now = clock();
    const all = [...taken.values()];
    const own = all.filter((each) => each.project_id === project_id);
    if (own.length >= (all.length < MOST - KEPT ? MOST_OF_PROJECT : 1)) return false;
    if (!is_slow) return all.length < MOST;
    const slow = all.filter((each) => each.is_slow || now - each.since > SLOW_MS);
    const ownSlow = slow.filter((each) => each.project_id === project_id);
    return slow.length < MOST_SLOW && ownSlow.length < MOST_SLOW_OF_PROJECT;
  }

  return {
    /** A slot, or null where none is left for it. */
    take(claim: Claim): Slot | null {
      if (!hasRoom(claim)) return null;
      const slot = { free: () => void taken.delete(slot) };
      taken.set(slot, { ...claim, since: clock() });
      return slot;
    },
  };
}
