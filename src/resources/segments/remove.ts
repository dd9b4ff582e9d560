import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { noUses } from "../../commit/locations";
import { retried } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { deleteSegment, getSegment } from "./store";

/** Deletes a segment; its customers stay. A rule that names it finds nobody in it. */
export const removeSegment = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getSegment(scope, id);
    const result = await commit(scope, {
      statements: [...deleteSegment(row), ...noUses(row.project_id, id, row.filter)],
      tally: { segments: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
