import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { ApiError } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type Scope } from "../../../scope/scope";
import { assertNoBackup, BACKUP_GOING_ON } from "../backups/store";
import { getProject, removeProjectRow } from "./store";

/**
 * Takes a project away with its keys: at once for whoever asks the database, within a minute where
 * keys are remembered. What it had is deleted in pieces after that (docs/behaviour.md).
 */
export async function removeProject(scope: Scope): Promise<Answer> {
  const row = await getProject(scope, scope.project.id);
  if (row.is_moving) throw new ApiError("move_going_on");
  const result = await commit(scope, {
    statements: [assertNoBackup(row.id), ...removeProjectRow(row, isoNow(scope))],
    answer: DONE,
  });
  if (!result.ok && result.error.constraint === BACKUP_GOING_ON) {
    throw new ApiError("backup_going_on");
  }
  forgetProject(row.id);
  if (result.ok) return DONE;
  // Another request was first: it has deleted the project, or begins to move it.
  await getProject(scope, row.id);
  throw new ApiError("move_going_on");
}
