import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { param, sql } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";

interface Noted
  extends Pick<VoucherRow, "project_id" | "id" | "code_key" | "metadata" | "updated_at"> {
  /** The last update that was read. */
  was: string | null;
}

/**
 * Writes the metadata of many vouchers; aborts where another update of one came between. They stand
 * under their ids: a code can be a path of JSON.
 */
export function rewriteMetadata(rows: readonly Noted[]): Statement[] {
  const [first] = rows;
  if (!first) return [];
  const list = param(JSON.stringify(Object.fromEntries(rows.map((row) => [row.id, row]))));
  return [
    sql`UPDATE vouchers SET metadata = ${list} -> id ->> 'metadata',
        updated_at = ${list} -> id ->> 'updated_at'
      WHERE project_id = ${first.project_id}
        AND code_key IN (SELECT value ->> 'code_key' FROM json_each(${list}))
        AND updated_at IS (${list} -> id ->> 'was') AND deleted_at IS NULL`,
    assertChanged("voucher_moved", rows.length),
  ];
}
