import type { AuditRow, KeptAudit } from "./tables/audit";

// An entry of the audit log inside the row that it tells of, a redemption or a publication: of most
// only the request's id and the names of its fields, since a longer row takes a page of its own.

/** A table whose rows keep entries, in the order of their ids, and what most of them say. */
export interface Keeper {
  table: "redemptions" | "publications";
  /** The column that sorts them, and what stands in it before the digits that an entry's id has. */
  key: string;
  prefix: string;
  operation: string;
  /** Where the key is that made the row, if it says so. */
  keyId: string;
}

export const KEEPERS = {
  redemptions: {
    table: "redemptions",
    key: "sort_key",
    prefix: "",
    operation: "POST /v1/redemptions",
    keyId: "r.channel->>'$.channel_id'",
  },
  publications: {
    table: "publications",
    key: "id",
    prefix: "pub_",
    operation: "POST /v1/publications",
    keyId: "NULL",
  },
} as const satisfies Record<string, Keeper>;

/** A row that keeps an entry. */
interface Kept {
  id: string;
  result: "SUCCESS" | "FAILURE";
  /** Of a redemption with the key that made it. */
  channel: unknown;
}

const keyOf = ({ channel }: Kept): unknown =>
  typeof channel === "object" && channel !== null && "channel_id" in channel
    ? channel.channel_id
    : null;

/** What an entry says beyond the row that keeps it, whose own values `keptEntry` takes. */
export function keptIn(row: Kept, entry: AuditRow, keeper: Keeper): KeptAudit {
  const { request_id, fields, family, key_id, key_name, by_token } = entry;
  const { operation, status, object_id } = entry;
  return {
    request_id,
    fields,
    ...(family !== "server" && { family }),
    ...(key_id !== keyOf(row) && { key_id }),
    ...(key_name !== null && { key_name }),
    ...(by_token && { by_token }),
    ...(operation !== keeper.operation && { operation }),
    ...(status !== (row.result === "SUCCESS" ? 200 : 400) && { status }),
    ...(object_id !== null && object_id !== row.id && { object_id }),
  };
}

const given = (name: string, otherwise: string): string =>
  `coalesce(r.audit->>'$.${name}', ${otherwise}) AS ${name}`;

/**
 * The entry that a row `r` keeps, by its digits `r.digits`, as columns of the audit log but for its
 * object. The triggers `redemptions_audit_kept` and `publications_audit_kept` say the same.
 */
export const keptEntry = ({ operation, keyId }: Keeper): string =>
  [
    "r.project_id, 'aud_' || r.digits AS id, r.created_at",
    "r.audit->>'$.request_id' AS request_id, r.audit->'$.fields' AS fields",
    given("family", "'server'"),
    given("key_id", keyId),
    "r.audit->>'$.key_name' AS key_name",
    given("by_token", "0"),
    given("operation", `'${operation}'`),
    given("status", "iif(r.result = 'SUCCESS', 200, 400)"),
    given("object_id", "r.id"),
  ].join(", ");
