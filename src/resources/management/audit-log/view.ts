import type { AuditRow } from "../../../db/tables/audit";
import type { AuditEntry } from "./schema";

export const viewAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  created_at: row.created_at,
  request_id: row.request_id,
  actor: {
    family: row.family,
    key_id: row.key_id,
    name: row.key_name,
    by_token: row.by_token,
  },
  operation: row.operation,
  status: row.status,
  object_id: row.object_id,
  fields: row.fields,
  object: "audit_entry",
});
