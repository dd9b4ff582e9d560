import type { ApiKeyRow } from "../../../db/tables/control";
import type { ApiKey } from "./schema";

/** A key without anything that its token could be found by. */
export const viewApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  app_id: row.app_id,
  blocked: row.blocked_at !== null,
  permissions: row.permissions,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "api_key",
});
