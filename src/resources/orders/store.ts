import {
  decode,
  insertRows,
  type RawRow,
  type Statement,
  setColumns,
  statement,
} from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type OrderRow, orders } from "../../db/tables/redemptions";
import type { Scope } from "../../http/scope";

export const decodeOrder = (raw: RawRow): OrderRow => decode(orders, raw);

/** The order of an id or, without one, of a source id. */
export function byOrderIdentity(
  scope: Scope,
  { id, source_id }: { id?: string | null | undefined; source_id?: string | null | undefined },
): Statement {
  const column = id ? "id" : "source_id";
  return statement(
    `SELECT * FROM orders WHERE project_id = ?1 AND ${column} = ?2`,
    scope.project.id,
    id || source_id || null,
  );
}

export const insertOrder = (row: OrderRow): Statement => insertRows(orders, [row]);

/** Writes the order as it stands now; aborts where another request rewrote it since it was read. */
export function updateOrder(row: OrderRow): Statement[] {
  const { project_id, id, revision, source_id: _, created_at: __, ...columns } = row;
  return [
    statement(
      `UPDATE orders SET revision = revision + 1, ${setColumns(columns, "?4")}
       WHERE project_id = ?1 AND id = ?2 AND revision = ?3`,
      project_id,
      id,
      revision,
      JSON.stringify(columns),
    ),
    assertChanged("order_moved"),
  ];
}
