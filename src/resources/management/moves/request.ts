import { commit } from "../../../commit/commit";
import type { MoveRow } from "../../../db/tables/moves";
import { ApiError, notFound } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type Scope } from "../../../scope/scope";
import { closedBy, knownPlaces } from "../places/choose";
import { getProject } from "../projects/store";
import type { Move, MoveStart } from "./schema";
import { cancelMove, getMove, insertMove } from "./store";
import { viewMove } from "./view";

const jobOf = (project_id: string) => ({ job: "move" as const, project_id });

/** Refuses a place that nothing can be moved to; a busy one takes what is sent there. */
async function checkPlace(scope: Scope, from: string, to: string): Promise<void> {
  const place = (await knownPlaces(scope)).find(({ name }) => name === to);
  const closed = place ? closedBy(place, scope.now) : "unbound";
  if (to === from) throw new ApiError("place_closed", { details: `The project lives in ${to}` });
  if (closed !== null && closed !== "busy") {
    throw new ApiError("place_closed", { details: `${to} is ${closed}` });
  }
}

/** Begins to move a project to another place; the rest goes on in the background. */
export async function startMove(scope: Scope, { place: to }: MoveStart): Promise<Move> {
  const { id: project_id, place: from } = await getProject(scope, scope.project.id);
  await checkPlace(scope, from, to);
  const started_at = isoNow(scope);
  const move: MoveRow = {
    project_id,
    id: scope.newId("mov"),
    from_place: from,
    to_place: to,
    status: "IN_PROGRESS",
    phase: "CLEARING",
    cursor: null,
    epoch: 1,
    leased_until: null,
    due_at: null,
    rows_total: 0,
    rows_copied: 0,
    stood_still_ms: null,
    error: null,
    started_at,
    updated_at: started_at,
  };
  const answer = viewMove(move);
  const done = await commit(scope, {
    statements: insertMove(move),
    jobs: [jobOf(project_id)],
    answer,
  });
  if (!done.ok) throw new ApiError("move_going_on");
  forgetProject(project_id);
  return answer;
}

async function moveOf(scope: Scope): Promise<MoveRow> {
  const move = await getMove(scope, scope.project.id);
  if (!move) throw notFound("move", scope.project.id);
  return move;
}

export const readMove = async (scope: Scope): Promise<Move> => viewMove(await moveOf(scope));

/** Cancels a move as long as the project still lives where it did; 404 where none goes on. */
export async function stopMove(scope: Scope): Promise<Move> {
  const move = await moveOf(scope);
  const cancelled = { status: "CANCELLED", phase: "UNDOING", updated_at: isoNow(scope) } as const;
  const answer = viewMove({ ...move, ...cancelled });
  const done = await commit(scope, {
    statements: cancelMove(move, isoNow(scope)),
    jobs: [jobOf(move.project_id)],
    answer,
  });
  if (!done.ok) throw notFound("move in progress", scope.project.id);
  return answer;
}
