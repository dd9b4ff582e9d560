import type { Statement } from "../db/client";
import { activateDue } from "../resources/loyalties/night/activate";
import { expireCards } from "../resources/loyalties/night/expire";
import {
  type DueKey,
  dueCards,
  dueMembers,
  duePending,
  dueToRedeem,
} from "../resources/loyalties/night/store";
import { moveMembers } from "../resources/loyalties/tiers/move";
import { autoRedeem } from "../resources/redemptions/auto-redeem";
import type { Scope } from "../scope/scope";

/** One part of the nightly run: what is due, and what is done about it in a project. */
interface Phase {
  due: (found: { now: string; after: DueKey; limit: number }) => Statement;
  /** So many are taken up at once. */
  most: number;
  /** So many statements that sends at most, if nothing is in the way. */
  statements: number;
  /** Whether each runs by itself, one after the other; else all of a project at once. */
  isOneByOne: boolean;
  run: (scope: Scope, ids: readonly string[]) => Promise<void>;
}

const oneByOne =
  (run: (scope: Scope, id: string) => Promise<void>): Phase["run"] =>
  (scope, ids) =>
    ids.reduce((before, id) => before.then(() => run(scope, id)), Promise.resolve());

/** In the order in which a night goes (reference 2.13, "Expiration rules"). */
export const PHASES: readonly Phase[] = [
  {
    due: duePending,
    most: 10,
    statements: 200,
    // Some are of one card.
    isOneByOne: true,
    run: oneByOne(activateDue),
  },
  // One card sends most of what an invocation may, where it redeems ten times.
  { due: dueToRedeem, most: 1, statements: 500, isOneByOne: true, run: oneByOne(autoRedeem) },
  {
    due: dueMembers,
    most: 50,
    statements: 120,
    isOneByOne: false,
    run: (scope, ids) => moveMembers(scope, ids, { isDue: true }),
  },
  { due: dueCards, most: 200, statements: 40, isOneByOne: false, run: expireCards },
];

export const START: DueKey = ["", "", ""];
