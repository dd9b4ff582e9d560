import { getRow } from "../../commit/read";
import { decode, type RawRow, type Statement } from "../../db/client";
import { nothing, param, raw, sql } from "../../db/sql";
import { type AsyncActionRow, asyncActions } from "../../db/tables/work";
import type { Scope } from "../../scope/scope";

export const decodeAction = (raw: RawRow): AsyncActionRow => decode(asyncActions, raw);

export const getAction = (scope: Scope, id: string): Promise<AsyncActionRow> =>
  getRow(scope, asyncActions, id, "async_action");

/**
 * Writes the action as a step leaves it, in the step's own batch. Where another worker has made the
 * step already the CHECK `action_cursor` aborts the whole batch: nothing is done twice.
 * `countsChanges` adds to `done` the rows that the statement before this one wrote.
 */
export function moveAction(
  { project_id, id, cursor }: AsyncActionRow,
  after: AsyncActionRow,
  countsChanges = false,
): Statement {
  const seen = param(cursor);
  return sql`UPDATE async_actions
    SET cursor = iif(cursor = ${seen} AND status = 'IN_PROGRESS', ${seen} + 1, -1),
      done = ${after.done} ${countsChanges ? raw("+ changes()") : nothing}, total = ${after.total},
      state = ${JSON.stringify(after.state)}, status = ${after.status},
      operation_status = ${after.operation_status},
      result = ${after.result && JSON.stringify(after.result)}, updated_at = ${after.updated_at}
    WHERE project_id = ${project_id} AND id = ${id} RETURNING done`;
}
