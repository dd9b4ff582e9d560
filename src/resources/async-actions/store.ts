import { load } from "../../commit/load";
import { decode, type RawRow, type Statement, statement } from "../../db/client";
import { type AsyncActionRow, asyncActions } from "../../db/tables/work";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export const decodeAction = (raw: RawRow): AsyncActionRow => decode(asyncActions, raw);

export async function getAction(scope: Scope, id: string): Promise<AsyncActionRow> {
  const [rows = []] = await load(scope, [
    statement(
      "SELECT * FROM async_actions WHERE project_id = ?1 AND id = ?2",
      scope.project.id,
      id,
    ),
  ]);
  if (!rows[0]) throw notFound("async_action", id);
  return decodeAction(rows[0]);
}

/**
 * Writes the action as a step leaves it, in the step's own batch. Where another worker has made the
 * step already the CHECK `action_cursor` aborts the whole batch: nothing is done twice.
 * `countsChanges` adds to `done` the rows that the statement before this one wrote.
 */
export const moveAction = (
  action: AsyncActionRow,
  after: AsyncActionRow,
  countsChanges = false,
): Statement =>
  statement(
    `UPDATE async_actions SET cursor = iif(cursor = ?3 AND status = 'IN_PROGRESS', ?3 + 1, -1),
       done = ?4 ${countsChanges ? "+ changes()" : ""}, total = ?5, state = ?6, status = ?7, operation_status = ?8, result = ?9, updated_at = ?10
     WHERE project_id = ?1 AND id = ?2 RETURNING done`,
    action.project_id,
    action.id,
    action.cursor,
    after.done,
    after.total,
    JSON.stringify(after.state),
    after.status,
    after.operation_status,
    after.result && JSON.stringify(after.result),
    after.updated_at,
  );
