import type { BinEntryRow } from "../../db/tables/trash-bin";
import type { BinEntry } from "./schema";

export const viewEntry = (row: BinEntryRow): BinEntry => ({
  id: row.id,
  created_at: row.created_at,
  deleted_by_user_id: null,
  resource_id: row.resource_id,
  resource_type: row.resource_type,
  resource_name: row.resource_name,
  resource_parent_id: row.resource_parent_id,
  object: row.resource_type,
});
