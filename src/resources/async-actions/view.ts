import type { AsyncActionRow } from "../../db/tables/work";
import type { AsyncAction } from "./schema";

export const viewAction = (row: AsyncActionRow): AsyncAction => ({
  id: row.id,
  type: row.type,
  status: row.status,
  operation_status: row.operation_status,
  progress: { done: row.done, total: row.total },
  result: row.result,
  request_id: row.request_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "async_action",
});
