import type { AuditRow, KeptAudit } from "./tables/audit";
import type { RedemptionRow } from "./tables/redemptions";

// An entry of the audit log inside the redemption that it tells of: of most only the request's id
// and the names of its fields, since a longer row takes a page of its own.

const OPERATION = "POST /v1/redemptions";

const statusOf = ({ result }: RedemptionRow): number => (result === "SUCCESS" ? 200 : 400);

/** What an entry says beyond the row that keeps it, whose own values `KEPT_ENTRY` takes. */
export function keptIn(row: RedemptionRow, entry: AuditRow): KeptAudit {
  const { request_id, fields, family, key_id, key_name, by_token } = entry;
  const { operation, status, object_id } = entry;
  return {
    request_id,
    fields,
    ...(family !== "server" && { family }),
    ...(key_id !== row.channel.channel_id && { key_id }),
    ...(key_name !== null && { key_name }),
    ...(by_token && { by_token }),
    ...(operation !== OPERATION && { operation }),
    ...(status !== statusOf(row) && { status }),
    ...(object_id !== null && object_id !== row.id && { object_id }),
  };
}

const given = (name: string, otherwise: string): string =>
  `coalesce(r.audit->>'$.${name}', ${otherwise}) AS ${name}`;

/**
 * The entry that a redemption `r` keeps, as columns of the audit log. The trigger
 * `redemptions_audit_kept` says the same.
 */
export const KEPT_ENTRY = [
  "r.project_id, 'aud_' || r.sort_key AS id, r.created_at",
  "r.audit->>'$.request_id' AS request_id, r.audit->'$.fields' AS fields",
  given("family", "'server'"),
  given("key_id", "r.channel->>'$.channel_id'"),
  "r.audit->>'$.key_name' AS key_name",
  given("by_token", "0"),
  given("operation", `'${OPERATION}'`),
  given("status", "iif(r.result = 'SUCCESS', 200, 400)"),
  given("object_id", "r.id"),
].join(", ");
