import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { notFound } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type Scope } from "../../../scope/scope";
import { getProject, removeProjectRow } from "./store";

/**
 * Takes a project away with its keys: at once for whoever asks the database, within a minute where
 * keys are remembered. What it had is deleted in pieces after that (docs/behaviour.md).
 */
export async function removeProject(scope: Scope): Promise<Answer> {
  const row = await getProject(scope, scope.project.id);
  const result = await commit(scope, {
    statements: removeProjectRow(row, isoNow(scope)),
    answer: DONE,
  });
  forgetProject(row.id);
  if (!result.ok) throw notFound("project", row.id);
  return DONE;
}
