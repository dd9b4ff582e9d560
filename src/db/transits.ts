import type { Statement } from "./client";
import { type Fragment, raw, sql, valuesOf } from "./sql";
import type { TransitState } from "./tables/transits";

/**
 * Work that has a project to itself in one place, and its worker by the epoch: each one that takes
 * the work over has a higher one.
 */
export interface Hold {
  project_id: string;
  owner: string;
  epoch: number;
}

/** Aborts the batch unless the project is in one of these states, held by this very worker. */
export const assertHeld = (hold: Hold, ...states: TransitState[]): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*), 'hold_lost' FROM transits
    WHERE project_id = ${hold.project_id} AND owner = ${hold.owner} AND epoch = ${hold.epoch}
      AND state IN (${valuesOf(states)})`;

/**
 * Puts a project into a state; aborts where other work holds it, or a later worker of the same has
 * it or has let it go.
 */
export const enterState = (hold: Hold, state: TransitState): Statement[] => [
  sql`INSERT INTO transits (project_id, state, owner, epoch)
      SELECT ${hold.project_id}, ${state}, ${hold.owner}, ${hold.epoch} WHERE NOT EXISTS (
        SELECT 1 FROM transit_ends WHERE project_id = ${hold.project_id}
          AND owner = ${hold.owner} AND epoch >= ${hold.epoch})
      ON CONFLICT (project_id) DO UPDATE SET state = excluded.state, epoch = excluded.epoch
      WHERE owner = excluded.owner AND epoch <= excluded.epoch`,
  assertHeld(hold, state),
];

/** Takes the project over from the worker before, whatever state it is in. */
export const takeOver = (hold: Hold): Statement =>
  sql`UPDATE transits SET epoch = ${hold.epoch}
    WHERE project_id = ${hold.project_id} AND owner = ${hold.owner} AND epoch < ${hold.epoch}`;

/** Lets the project go, whether this work has it or not. */
export const letGo = ({ project_id, owner, epoch }: Hold): Statement[] => [
  sql`DELETE FROM transits WHERE project_id = ${project_id} AND owner = ${owner}`,
  sql`INSERT INTO transit_ends (project_id, owner, epoch, ended_at)
      VALUES (${project_id}, ${owner}, ${epoch}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ON CONFLICT (project_id, owner) DO UPDATE SET epoch = max(epoch, excluded.epoch),
        ended_at = excluded.ended_at`,
];

/** Ends whatever the project was in; aborts where this worker does not hold it. */
export const leaveState = (hold: Hold, ...states: TransitState[]): Statement[] => [
  assertHeld(hold, ...states),
  ...letGo(hold),
];

/**
 * Whether rows of this project are at work: those that stand still for a moment, are arriving or
 * were left behind are not for sweeps. `owner` is the column with the project's id.
 */
export const isAtWork = (owner: string): Fragment =>
  sql`NOT EXISTS (SELECT 1 FROM transits still
    WHERE still.project_id = ${raw(owner)} AND still.state <> 'WATCHED')`;

/**
 * Deletes rows of a project that is aside, or that stands still since it lives elsewhere: then it
 * steps aside for this batch, since nobody else may write to it.
 */
export const whileAside = (
  hold: Hold,
  state: "ASIDE" | "FROZEN",
  statements: readonly Statement[],
): Statement[] => [...enterState(hold, "ASIDE"), ...statements, ...enterState(hold, state)];
