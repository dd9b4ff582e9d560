import type { Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { param, sql } from "../../db/sql";
import type { VoucherRow } from "../../db/tables/vouchers";

interface Noted extends Pick<VoucherRow, "project_id" | "code_key" | "metadata" | "updated_at"> {
  /** The last update that was read. */
  was: string | null;
}

/** Writes the metadata of many vouchers; aborts where another update of one came between. */
export function rewriteMetadata(rows: readonly Noted[]): Statement[] {
  const [first] = rows;
  if (!first) return [];
  const list = param(JSON.stringify(Object.fromEntries(rows.map((row) => [row.code_key, row]))));
  return [
    sql`UPDATE vouchers SET metadata = ${list} -> code_key ->> 'metadata',
        updated_at = ${list} -> code_key ->> 'updated_at'
      WHERE project_id = ${first.project_id}
        AND code_key IN (SELECT key FROM json_each(${list}))
        AND updated_at IS (${list} -> code_key ->> 'was') AND deleted_at IS NULL`,
    assertChanged("voucher_moved", rows.length),
  ];
}
