import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { removeFile } from "./pieces";
import { deleteExports, getExport } from "./store";

/**
 * Deletes an export with its file. The file goes first: where the request is cut off in between,
 * the same request again finds the export still there. It goes again where its work has gone on.
 */
export const removeExport = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getExport(scope, id);
    await removeFile(scope.files, row);
    const statements = deleteExports(row.project_id, [row]);
    const result = await commit(scope, { statements, tally: { exports: -1 }, answer: DONE });
    return result.ok ? DONE : null;
  });
