import type { Statement } from "../../../db/client";
import type { Scope } from "../../../scope/scope";
import { moveMembers } from "../tiers/move";
import { activateDue } from "./activate";
import { expireCards } from "./expire";
import { type DueKey, dueCards, dueMembers, duePending } from "./store";

/** One part of the nightly run: what is due, and what is done about it in a project. */
interface Phase {
  due: (found: { now: string; after: DueKey; limit: number }) => Statement;
  /** So many are taken up at once. */
  most: number;
  /** So many statements that sends at most, if nothing is in the way. */
  statements: number;
  run: (scope: Scope, ids: readonly string[]) => Promise<void>;
}

/** In the order in which a night goes (reference 2.13, "Expiration rules"). */
export const PHASES: readonly Phase[] = [
  {
    due: duePending,
    most: 10,
    statements: 200,
    // One after the other: some are of one card.
    run: (scope, ids) =>
      ids.reduce((before, id) => before.then(() => activateDue(scope, id)), Promise.resolve()),
  },
  {
    due: dueMembers,
    most: 50,
    statements: 120,
    run: (scope, ids) => moveMembers(scope, ids, { isDue: true }),
  },
  { due: dueCards, most: 200, statements: 40, run: expireCards },
];

export const START: DueKey = ["", "", ""];
