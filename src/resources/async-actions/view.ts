import type { AsyncActionRow } from "../../db/tables/work";
import type { AsyncAction } from "./schema";
import { shownType } from "./types";

function progressOf({ status, done, total }: AsyncActionRow): number {
  if (status === "DONE") return 100;
  return total === 0 ? 0 : Math.floor((done / total) * 100);
}

/** Work in the background: `progress` in percent, `processing_time` in milliseconds. */
export const viewAction = (row: AsyncActionRow): AsyncAction => ({
  id: row.id,
  type: shownType(row),
  status: row.status,
  operation_status: row.operation_status ?? "UNKNOWN",
  progress: progressOf(row),
  counts: { done: row.done, total: row.total },
  processing_time: Date.parse(row.updated_at) - Date.parse(row.created_at),
  result: row.result,
  request_id: row.request_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "async_action",
});
