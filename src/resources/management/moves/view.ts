import type { MoveRow } from "../../../db/tables/moves";
import type { Move } from "./schema";

export const viewMove = (row: MoveRow): Move => ({
  id: row.id,
  project_id: row.project_id,
  from: row.from_place,
  to: row.to_place,
  status: row.status,
  phase: row.phase,
  rows_total: row.rows_total,
  rows_copied: row.rows_copied,
  stood_still_ms: row.stood_still_ms,
  error: row.error,
  started_at: row.started_at,
  updated_at: row.updated_at,
  object: "move",
});
