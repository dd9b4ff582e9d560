import { load } from "../../../commit/load";
import { type Db, decode, type Statement } from "../../../db/client";
import { assertChanged, readBatch, writeBatch } from "../../../db/commit";
import { wentOnAt } from "../../../db/moves";
import { columnsFrom } from "../../../db/rows";
import { type Fragment, param, raw, sql, valuesOf } from "../../../db/sql";
import { type MoveRow, projectMoves } from "../../../db/tables/moves";
import type { PlatformScope } from "../../../scope/scope";

/** The last move of a project; null where it never moved. */
export async function getMove(scope: PlatformScope, projectId: string): Promise<MoveRow | null> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM project_moves WHERE project_id = ${projectId}`,
  });
  return rows[0] ? decode(projectMoves, rows[0]) : null;
}

type NewMove = Pick<MoveRow, "project_id" | "id" | "from_place" | "to_place" | "started_at">;

/** Begins a move; aborts where the project is not there, moves already, or has left rows behind. */
export function insertMove(move: NewMove): Statement[] {
  const [project, at] = [param(move.project_id), param(move.started_at)];
  return [
    sql`UPDATE projects SET is_moving = 1
      WHERE id = ${project} AND place = ${move.from_place} AND NOT is_moving`,
    assertChanged("move_going_on"),
    sql`INSERT INTO project_moves
        (project_id, id, from_place, to_place, status, phase, started_at, updated_at)
      VALUES (${project}, ${move.id}, ${move.from_place}, ${move.to_place}, 'IN_PROGRESS',
        'CLEARING', ${at}, ${at})
      ON CONFLICT (project_id) DO UPDATE SET id = excluded.id, from_place = excluded.from_place,
        to_place = excluded.to_place, status = excluded.status, phase = excluded.phase,
        cursor = NULL, epoch = epoch + 1, leased_until = NULL, due_at = NULL, rows_total = 0,
        rows_copied = 0, stood_still_ms = NULL, error = NULL, started_at = excluded.started_at,
        updated_at = excluded.updated_at
      WHERE phase = 'OVER'`,
    assertChanged("move_going_on"),
  ];
}

/** Turns a move back that has not switched yet; its worker of now can do no more. */
export const cancelMove = ({ project_id, id }: MoveRow, at: string): Statement[] => [
  sql`UPDATE project_moves SET status = 'CANCELLED', phase = 'UNDOING', leased_until = NULL,
      updated_at = ${at}
    WHERE project_id = ${project_id} AND id = ${id} AND status = 'IN_PROGRESS'`,
  assertChanged("move_over"),
];

/** A worker has a move to itself for so long (milliseconds) after it has noted something. */
const LEASE_MS = 60_000;
/** Where somebody waits meanwhile, the next one follows as soon as this. */
const SHORT_LEASE_MS = 5_000;
/** Phases in which writes may stand still, or background work. */
const STILL: readonly MoveRow["phase"][] = ["SWITCHING", "OPENING", "UNDOING"];

/** Until when a worker has a move (ISO). */
const leaseFrom = (now: number, isStill: boolean): string =>
  new Date(now + (isStill ? SHORT_LEASE_MS : LEASE_MS)).toISOString();

/** A move that has not gone on for so long (milliseconds) keeps others waiting no longer. */
const STUCK_MS = 10 * 60_000;

/**
 * Takes a move over, and tells how large the place is that it goes to; null where there is nothing
 * to do now, another worker has it, or another move was asked for before it and goes on.
 */
export async function claimMove(
  control: Db,
  projectId: string,
  now: number,
): Promise<{ move: MoveRow; toBytes: number } | null> {
  const at = param(new Date(now).toISOString());
  const done = await writeBatch(control, [
    sql`UPDATE project_moves SET epoch = epoch + 1,
        leased_until = iif(phase IN (${valuesOf(STILL)}), ${leaseFrom(now, true)},
          ${leaseFrom(now, false)})
      WHERE project_id = ${projectId} AND phase <> 'OVER'
        AND coalesce(leased_until <= ${at}, true) AND coalesce(due_at <= ${at}, true)
        AND NOT (status = 'IN_PROGRESS' AND EXISTS (
          SELECT 1 FROM project_moves o INDEXED BY project_moves_open
          WHERE o.phase <> 'OVER' AND o.id < project_moves.id AND o.status = 'IN_PROGRESS'
            AND ${wentOnAt("o")} > ${new Date(now - STUCK_MS).toISOString()}))
      RETURNING *`,
    sql`SELECT p.bytes FROM project_moves m CROSS JOIN places p ON p.name = m.to_place
      WHERE m.project_id = ${projectId}`,
  ]);
  const [[row] = [], [place] = []] = done.ok ? done.value : [];
  return row ? { move: decode(projectMoves, row), toBytes: Number(place?.bytes ?? 0) } : null;
}

/**
 * For how long (milliseconds) a worker has a move for which somebody waits; null where nobody does.
 */
export async function standsStillFor(
  control: Db,
  projectId: string,
  now: number,
): Promise<number | null> {
  const [[row] = []] = await readBatch(control, [
    sql`SELECT leased_until FROM project_moves
      WHERE project_id = ${projectId} AND phase IN (${valuesOf(STILL)})
        AND leased_until IS NOT NULL`,
  ]);
  return row ? Math.max(0, Date.parse(String(row.leased_until)) - now) : null;
}

/** What a step may set. */
export type MoveChange = Partial<Omit<MoveRow, "project_id" | "id" | "epoch">>;

/**
 * Sets columns of a move, whose worker has it a while longer; aborts where another worker has it,
 * or it was cancelled.
 */
export const changeMove = (move: MoveRow, change: MoveChange, now: number): Statement[] => [
  sql`UPDATE project_moves SET ${columnsFrom({
    leased_until: leaseFrom(now, STILL.includes(change.phase ?? move.phase)),
    ...change,
    ...(change.cursor && { cursor: JSON.stringify(change.cursor) }),
    updated_at: new Date(now).toISOString(),
  })} WHERE project_id = ${move.project_id} AND epoch = ${move.epoch} AND phase = ${move.phase}`,
  assertChanged("hold_lost"),
];

/** Leaves a move that did not go on to the next worker. */
export const leaveMove = ({ project_id, epoch }: MoveRow): Statement =>
  sql`UPDATE project_moves SET leased_until = NULL
    WHERE project_id = ${project_id} AND epoch = ${epoch}`;

/** The project stays, or does so again. */
export const endMoving = (projectId: string): Statement =>
  sql`UPDATE projects SET is_moving = 0 WHERE id = ${projectId}`;

/** Lets the project live in its new place, which serves from so many milliseconds later on. */
export const switchPlace = (move: MoveRow, opensMs: number): Statement[] => [
  sql`UPDATE projects SET place = ${move.to_place}, is_moving = 0,
      opens_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`+${opensMs / 1000} seconds`})
    WHERE id = ${move.project_id} AND place = ${move.from_place}`,
  assertChanged("hold_lost"),
];

/** The move is over; of a project that is gone nothing is told any more. */
export const endMove = ({ project_id }: MoveRow): Fragment =>
  sql`DELETE FROM project_moves WHERE project_id = ${project_id} AND phase = 'OVER'
    AND NOT EXISTS (SELECT 1 FROM projects WHERE id = ${project_id})`;

/** Moves that one sweep looks at. */
const LOOKED_AT = 100;

/**
 * Projects whose move has something to do and nobody who has done it for so long (milliseconds),
 * the oldest first.
 */
export async function openMoves(control: Db, now: number, forMs: number): Promise<string[]> {
  const at = param(new Date(now).toISOString());
  const [rows = []] = await readBatch(control, [
    sql`SELECT project_id FROM project_moves INDEXED BY project_moves_open
      WHERE phase <> 'OVER' AND coalesce(leased_until <= ${at}, true)
        AND coalesce(due_at <= ${at}, true)
        AND updated_at <= ${new Date(now - forMs).toISOString()}
      ORDER BY id LIMIT ${raw(LOOKED_AT)}`,
  ]);
  return rows.map(({ project_id }) => String(project_id));
}
