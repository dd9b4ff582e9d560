import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import type { Statement } from "../../db/client";
import type { AsyncActionRow } from "../../db/tables/work";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { moveAction } from "./store";

/**
 * Commits what a step writes together with the action as the step leaves it; null where another
 * worker has made the step. For steps that lose no other race.
 */
export async function commitStep(
  scope: Scope,
  { row, after }: { row: AsyncActionRow; after: AsyncActionRow },
  statements: readonly Statement[],
): Promise<AsyncActionRow | null> {
  const result = await commit(scope, {
    statements: [...statements, moveAction(row, after)],
    answer: DONE,
  });
  if (result.ok) return after;
  assert(result.error.constraint === "action_cursor", "another worker alone is in the way");
  return null;
}
