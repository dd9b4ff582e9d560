import { insertRows, type Statement } from "./client";
import { type AuditRow, auditLog, type KeptAudit } from "./tables/audit";

// An entry of the audit log inside the row that it tells of, a redemption or a publication: of most
// only the request's id, the key and the names of its fields, since a longer row takes a page of
// its own. Where it would, the entry stands in the log itself.

/** A table whose rows keep entries, in the order of their ids, and what most of them say. */
export interface Keeper {
  table: "redemptions" | "publications";
  /** The column that sorts them, and what stands in it before the digits that an entry's id has. */
  key: string;
  prefix: string;
  operation: string;
}

export const KEEPERS = {
  redemptions: {
    table: "redemptions",
    key: "sort_key",
    prefix: "",
    operation: "POST /v1/redemptions",
  },
  publications: {
    table: "publications",
    key: "id",
    prefix: "pub_",
    operation: "POST /v1/publications",
  },
} as const satisfies Record<string, Keeper>;

/** A row that keeps an entry. */
interface KeeperRow {
  id: string;
  result: "SUCCESS" | "FAILURE";
}

/** What an entry says beyond the row that keeps it, whose own values `keptEntry` takes. */
function beyond(row: KeeperRow, entry: AuditRow, keeper: Keeper): KeptAudit {
  const { request_id, fields, family, key_id, key_name, by_token } = entry;
  const { operation, status, object_id } = entry;
  return {
    request_id,
    fields,
    ...(family !== "server" && { family }),
    ...(key_id !== null && { key_id }),
    ...(key_name !== null && { key_name }),
    ...(by_token && { by_token }),
    ...(operation !== keeper.operation && { operation }),
    ...(status !== (row.result === "SUCCESS" ? 200 : 400) && { status }),
    ...(object_id !== null && object_id !== row.id && { object_id }),
  };
}

/**
 * A row of more bytes takes a page of its own, whose room nobody else uses: an entry may fill that,
 * but never cause it (SQLite, tables without row ids in pages of 4,096 bytes).
 */
const MOST_BYTES = 1_002;
/** So much longer a row may become: by its status, once it is rolled back. */
const ROOM = 2;

const encoder = new TextEncoder();

/** An integer takes as many bytes as it needs, 5 and 7 of them a byte more; any other number 8. */
function bytesOfNumber(value: number): number {
  if (value === 0 || value === 1) return 0;
  const bytes = [1, 2, 3, 4, 6].find((each) => Math.abs(value) < 2 ** (8 * each - 1));
  return Number.isInteger(value) ? (bytes ?? 8) : 8;
}

/** What a value takes in a row, with what says its type and length. */
function bytesOf(value: unknown): number {
  if (value === null || value === undefined || typeof value === "boolean") return 1;
  if (typeof value === "number") return 1 + bytesOfNumber(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const { length } = encoder.encode(text);
  return length + (length < 58 ? 1 : length < 8_186 ? 2 : 3);
}

const bytesOfRow = (row: object): number =>
  Object.values(row).reduce((sum: number, value) => sum + bytesOf(value), 1);

/**
 * The row as it is stored, and the entry where it is none of its own: then that goes beside it.
 * Without an entry the row keeps none.
 */
export function keptIn<R extends KeeperRow>(row: R, entry: AuditRow | null, keeper: Keeper) {
  if (entry === null) return { row: { ...row, audit: null }, beside: null };
  const audit = beyond(row, entry, keeper);
  const isLong = bytesOfRow(row) > MOST_BYTES;
  const isKept = isLong || bytesOfRow({ ...row, audit }) + ROOM <= MOST_BYTES;
  return { row: { ...row, audit: isKept ? audit : null }, beside: isKept ? null : entry };
}

/** An entry that no other row keeps, as a row of the log; nothing where there is none. */
export const insertEntry = (entry: AuditRow | null | undefined): Statement[] =>
  entry ? [insertRows(auditLog, [entry])] : [];

const given = (name: string, otherwise: string): string =>
  `coalesce(r.audit->>'$.${name}', ${otherwise}) AS ${name}`;

/**
 * The entry that a row `r` keeps, by its digits `r.digits`, as columns of the audit log but for its
 * object. The triggers `redemptions_audit_kept` and `publications_audit_kept` say the same.
 */
export const keptEntry = ({ operation }: Keeper): string =>
  [
    "r.project_id, 'aud_' || r.digits AS id, r.created_at",
    "r.audit->>'$.request_id' AS request_id, r.audit->'$.fields' AS fields",
    given("family", "'server'"),
    "r.audit->>'$.key_id' AS key_id, r.audit->>'$.key_name' AS key_name",
    given("by_token", "0"),
    given("operation", `'${operation}'`),
    given("status", "iif(r.result = 'SUCCESS', 200, 400)"),
    given("object_id", "r.id"),
  ].join(", ");
