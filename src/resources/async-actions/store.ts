import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement, statement } from "../../db/client";
import { type AsyncActionRow, asyncActions } from "../../db/tables/work";
import { notFound } from "../../errors";
import { isoNow, type JobMessage, type Scope } from "../../scope/scope";

export const decodeAction = (raw: RawRow): AsyncActionRow => decode(asyncActions, raw);

/** The step of a job: commits one part of the work and answers the action as it then stands. */
export type ActionStep = (scope: Scope, action: AsyncActionRow) => Promise<AsyncActionRow | null>;

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

type NewAction = Pick<AsyncActionRow, "type" | "input"> &
  Partial<Pick<AsyncActionRow, "related_id" | "state" | "total">>;

/** A new action with what its commit needs: its row, its tally and the message that starts it. */
export function newAction(scope: Scope, action: NewAction) {
  const now = isoNow(scope);
  const row: AsyncActionRow = {
    project_id: scope.project.id,
    id: scope.newId("aa"),
    related_id: null,
    state: {},
    total: 0,
    ...action,
    input: { ...action.input, base_url: scope.base_url },
    status: "IN_PROGRESS",
    operation_status: null,
    cursor: 0,
    done: 0,
    result: null,
    request_id: scope.request_id,
    created_at: now,
    updated_at: now,
  };
  const job: JobMessage = { job: "action", project_id: row.project_id, action_id: row.id };
  return { row, statement: insertRows(asyncActions, [row]), job };
}

/** What a step may change of its action. */
export type ActionChange = Partial<
  Pick<AsyncActionRow, "done" | "total" | "state" | "status" | "operation_status" | "result">
>;

/** The action as a step leaves it. */
export const moved = (
  scope: Scope,
  action: AsyncActionRow,
  change: ActionChange,
): AsyncActionRow => ({
  ...action,
  ...change,
  cursor: action.cursor + 1,
  updated_at: isoNow(scope),
});

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
