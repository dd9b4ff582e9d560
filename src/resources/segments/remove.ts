import { type Answer, commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { deleteSegment, getSegment } from "./store";

/** Deletes a segment; its customers stay. A rule that names it finds nobody in it. */
export const removeSegment = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getSegment(scope, id);
    const answer: Answer = { status: 204, body: null };
    const result = await commit(scope, {
      statements: deleteSegment(row),
      tally: { segments: -1 },
      answer,
    });
    return result.ok ? answer : null;
  });
