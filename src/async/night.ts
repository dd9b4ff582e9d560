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
import type { JobMessage, Scope } from "../scope/scope";

/** One part of the nightly run: what is due, and what is done about it in a project. */
export interface Phase {
  /** Parts of it that failed are kept under this name: it never changes. */
  name: string;
  due: (found: { now: string; after: DueKey; limit: number }) => Statement;
  /** So many are taken up at once, and fewer after they have failed together. */
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
    name: "pending",
    due: duePending,
    most: 10,
    statements: 210,
    // Some are of one card.
    isOneByOne: true,
    run: oneByOne(activateDue),
  },
  // One card sends most of what an invocation may, where it redeems ten times.
  {
    name: "rewards",
    due: dueToRedeem,
    most: 1,
    statements: 500,
    isOneByOne: true,
    run: oneByOne(autoRedeem),
  },
  {
    name: "tiers",
    due: dueMembers,
    most: 200,
    statements: 40,
    isOneByOne: false,
    run: (scope, ids) => moveMembers(scope, ids, { isDue: true }),
  },
  {
    name: "points",
    due: dueCards,
    most: 200,
    statements: 40,
    isOneByOne: false,
    run: expireCards,
  },
];

/** The job that does a part of a phase again, for one card. */
export const partBody = (project_id: string, { name }: Phase, id: string): JobMessage => ({
  job: "night-part",
  project_id,
  phase: name,
  id,
});

export const START: DueKey = ["", "", ""];
