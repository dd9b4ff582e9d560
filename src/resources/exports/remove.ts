import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { removeFile } from "./pieces";
import { deleteExport, getExport } from "./store";

/**
 * Deletes an export with its file. The file goes first: where the request is cut off in between,
 * the same request again finds the export still there.
 */
export const removeExport = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getExport(scope, id);
    await removeFile(scope.files, row);
    const statements = deleteExport(row);
    const result = await commit(scope, { statements, tally: { exports: -1 }, answer: DONE });
    return result.ok ? DONE : null;
  });
