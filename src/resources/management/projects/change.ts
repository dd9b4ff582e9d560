import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { ProjectRow } from "../../../db/tables/control";
import { ApiError } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import type { Scope } from "../../../scope/scope";
import { columnsOf } from "./columns";
import type { ProjectUpdate } from "./schema";
import { getProject, type ProjectChange, updateProject } from "./store";
import { viewProject } from "./view";

/** Stored codes are folded or not as the project was made, so this cannot change afterwards. */
function refuseFolding(row: ProjectRow, sent: boolean | undefined): void {
  if (sent === undefined || sent === row.case_sensitive_codes) return;
  throw new ApiError("invalid_payload", {
    details: "Property .case_sensitive_codes can be set only when the project is created",
  });
}

/** Updates the project's settings: absent fields stay, trusted domains are replaced as a whole. */
export const changeProject = (scope: Scope, input: ProjectUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getProject(scope, scope.project.id);
    const { case_sensitive_codes, ...settings } = input;
    refuseFolding(row, case_sensitive_codes);
    const sent: ProjectChange = Object.fromEntries(
      Object.entries(columnsOf(settings, row)).filter(([, value]) => value !== undefined),
    );
    const change = { ...sent, updated_at: nextUpdate(scope, row) };
    if (changesNothing(row, change)) return viewProject(row);
    const answer = viewProject({ ...row, ...change });
    const result = await commit(scope, { statements: updateProject(row, change), answer });
    forgetProject(row.id);
    return result.ok ? answer : null;
  });
